"""The language model's layers in float32: what its eight-bit weights are made from, and how evenly.

A column of a matrix that meets large numbers is made larger and those numbers smaller, so that both
fit eight bits better. What it meets is seen while a text flows through, layer by layer.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._gguf import Floats, GgufFile
from manyhop.models.embedded._language_shape import LanguageShape

Arrays = Mapping[str, NDArray[Any]]

MATRICES = {
    "q": "attn_q",
    "k": "attn_k",
    "v": "attn_v",
    "o": "attn_output",
    "gate": "ffn_gate",
    "up": "ffn_up",
    "down": "ffn_down",
}
PARTS = {"qkv": ("q", "k", "v"), "o": ("o",), "gate_up": ("gate", "up"), "down": ("down",)}
_SHARE = 0.65  # of the difference that the weights take over; 0.5 and 0.8 were worse


def float_layer(
    gguf: GgufFile, shape: LanguageShape, layer: int, adapter: Arrays
) -> dict[str, Floats]:
    """A layer's matrices ``(out, in)`` with the adapter merged in, its biases and its two norms.

    Llama's files keep the pairs that rotary positions turn side by side; here, as in Qwen's, they
    lie half a head apart.
    """
    found = {name: gguf.tensor(f"blk.{layer}.{stored}.weight") for name, stored in MATRICES.items()}
    if shape.paired:
        found["q"] = _apart(found["q"], shape.heads)
        found["k"] = _apart(found["k"], shape.key_heads)
    for name in MATRICES:
        if f"{layer}.{name}.a" in adapter:
            a, b = (
                adapter[f"{layer}.{name}.{side}"].astype(np.float32)
                * adapter[f"{layer}.{name}.{side}_scale"].astype(np.float32)
                for side in "ab"
            )
            found[name] += b @ a
    if shape.biased:
        for name in "qkv":
            found[f"{name}.bias"] = gguf.tensor(f"blk.{layer}.{MATRICES[name]}.bias")
    found["norm1"] = gguf.tensor(f"blk.{layer}.attn_norm.weight")
    found["norm2"] = gguf.tensor(f"blk.{layer}.ffn_norm.weight")
    return found


class FloatStream:
    """A text on its way through the layers; ``numbers`` is what each token has become.

    Example: ``FloatStream(shape, embedding[tokens]).through(float_layer(gguf, shape, 0, {}))``
    """

    def __init__(self, shape: LanguageShape, numbers: Floats) -> None:
        self._shape = shape
        self.numbers = numbers

    def through(self, layer: Mapping[str, Floats]) -> dict[str, Floats]:
        """Pass one layer; what each of its matrices was multiplied with."""
        normed = self.normed(layer["norm1"])
        attended = self._attended(*(self._product(normed, layer, name) for name in "qkv"))
        self.numbers = self.numbers + attended @ layer["o"].T
        middle = self.normed(layer["norm2"])
        gate = middle @ layer["gate"].T
        hidden = gate / (1 + np.exp(-gate)) * (middle @ layer["up"].T)
        self.numbers = self.numbers + hidden @ layer["down"].T
        return {"qkv": normed, "o": attended, "gate_up": middle, "down": hidden}

    def normed(self, weight: Floats) -> Floats:
        """The stream at one length, times a weight for each column."""
        square = np.square(self.numbers).mean(-1, keepdims=True)
        root = np.sqrt(square + np.float32(self._shape.epsilon))
        return np.asarray(self.numbers / root * weight, np.float32)

    def _product(self, numbers: Floats, layer: Mapping[str, Floats], name: str) -> Floats:
        product: Floats = numbers @ layer[name].T
        return product + layer[f"{name}.bias"] if f"{name}.bias" in layer else product

    def _attended(self, query: Floats, key: Floats, value: Floats) -> Floats:
        shape, places = self._shape, len(query)
        shared = shape.heads // shape.key_heads
        turned = self._turned(query, shape.heads)
        keys = self._turned(key, shape.key_heads).repeat(shared, 0)
        values = _by_head(value, shape.key_heads).repeat(shared, 0)
        scores = turned @ keys.swapaxes(1, 2) / np.float32(np.sqrt(shape.head))
        scores += np.triu(np.full((places, places), -np.inf, np.float32), 1)
        chances = np.exp(scores - scores.max(-1, keepdims=True))
        chances /= chances.sum(-1, keepdims=True)
        attended: Floats = (chances @ values).swapaxes(0, 1).reshape(places, -1)
        return attended

    def _turned(self, numbers: Floats, heads: int) -> Floats:
        split = _by_head(numbers, heads)
        angles = self._shape.angles[: len(numbers)]
        cosine, sine = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        first, second = np.split(split, 2, axis=-1)
        return np.concatenate(
            [first * cosine - second * sine, second * cosine + first * sine], axis=-1
        )


def largest(met: Floats) -> Floats:
    """The largest number of every column; the first token is an outlier that matters little."""
    found: Floats = np.abs(met[1:]).max(axis=0)
    return found


def even_factors(
    layer: Mapping[str, Floats], met: Mapping[str, Floats], shape: LanguageShape
) -> dict[str, Floats]:
    """What the columns of each matrix are to be multiplied with, from the largest they met."""
    factors = {}
    for name, parts in PARTS.items():
        numbers = met[name]
        own = np.max([np.abs(layer[part]).max(axis=0) for part in parts], axis=0)
        if name == "o":  # heads that share their values share the factors too
            numbers, own = (_shared(each, shape) for each in (numbers, own))
        factor = np.maximum(numbers, 1e-4) ** _SHARE / np.maximum(own, 1e-4) ** (1 - _SHARE)
        factors[name] = np.asarray(factor / np.exp(np.log(factor).mean()), np.float32)
    return factors


def even_out(found: dict[str, Floats], shape: LanguageShape, factors: Arrays) -> None:
    """Multiply columns and divide what feeds them: the norms, the values and the upward matrix."""
    qkv, o, gate_up, down = (
        factors[name].astype(np.float32) for name in ("qkv", "o", "gate_up", "down")
    )
    found["norm1"] = found["norm1"] / qkv
    for name in "qkv":
        found[name] *= qkv
    found["norm2"] = found["norm2"] / gate_up
    for name in ("gate", "up"):
        found[name] *= gate_up
    found["up"] /= down[:, None]
    found["down"] *= down
    order = np.argsort(-down, kind="stable")  # the columns that meet large numbers come first
    found["gate"], found["up"] = found["gate"][order], found["up"][order]
    found["down"] = found["down"][:, order]
    found["v"] /= o[:, None]  # each value head feeds several heads in a row
    if "v.bias" in found:
        found["v.bias"] = found["v.bias"] / o
    shared = o.reshape(shape.key_heads, 1, shape.head)
    found["o"] *= shared.repeat(shape.heads // shape.key_heads, axis=1).reshape(-1)


def reading_stream(gguf: GgufFile, shape: LanguageShape, tokens: Sequence[int]) -> FloatStream:
    """A text before the first layer."""
    rows = [gguf.rows("token_embd.weight", token, token + 1)[0] for token in tokens]
    return FloatStream(shape, np.stack(rows))


def _apart(matrix: Floats, heads: int) -> Floats:
    rows, columns = matrix.shape
    pairs = matrix.reshape(heads, rows // heads // 2, 2, columns)
    return pairs.swapaxes(1, 2).reshape(rows, columns)


def _shared(numbers: Floats, shape: LanguageShape) -> Floats:
    grouped = numbers.reshape(shape.key_heads, -1, shape.head)
    return np.asarray(grouped.max(axis=1).reshape(-1), np.float32)


def _by_head(numbers: Floats, heads: int) -> Floats:
    return numbers.reshape(len(numbers), heads, -1).swapaxes(0, 1)
