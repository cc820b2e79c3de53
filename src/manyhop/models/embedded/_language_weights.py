"""The language model's weights: from GGUF, with the adapter merged in, as eight-bit numbers.

Each row of a matrix has one scale. So that little is lost, the columns are evened out first: what
a column is multiplied with, the numbers that meet it are divided by, which changes no result
(the factors come from ``training/language_graph.py``). The matrix that leads down from the hidden
layer meets the most uneven numbers: its columns are ordered by them and cut into two halves, each
with scales of its own.

Where signed numbers may overflow (see ``_unsigned.py``) they are written as unsigned ones.
"""

import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.embedded._gguf import Floats, GgufFile

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
EMBEDDING_BLOCK = 32  # numbers of the embedding that share a scale, as in the GGUF file
_ALIGNMENT = 4096


class LanguageShape(NamedTuple):
    """The sizes of a model of the Llama family.

    Example: ``LanguageShape.of(gguf).layers`` → 30
    """

    layers: int
    width: int
    heads: int
    key_heads: int
    hidden: int
    vocabulary: int
    context: int
    rope_base: float
    epsilon: float

    @classmethod
    def of(cls, gguf: GgufFile) -> "LanguageShape":
        """What the file says about itself."""
        fact = gguf.metadata
        return cls(
            layers=fact["llama.block_count"],
            width=fact["llama.embedding_length"],
            heads=fact["llama.attention.head_count"],
            key_heads=fact["llama.attention.head_count_kv"],
            hidden=fact["llama.feed_forward_length"],
            vocabulary=len(fact["tokenizer.ggml.tokens"]),
            context=fact["llama.context_length"],
            rope_base=fact["llama.rope.freq_base"],
            epsilon=fact["llama.attention.layer_norm_rms_epsilon"],
        )

    @property
    def head(self) -> int:
        """How many numbers one attention head has."""
        return self.width // self.heads


class Stored(NamedTuple):
    """Where an array lies in the weight file."""

    name: str
    kind: type[np.generic]
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """Its bytes."""
        return int(np.prod(self.shape)) * np.dtype(self.kind).itemsize


def layout(shape: LanguageShape, *, signed: bool = True) -> list[Stored]:
    """Every array of the weight file, in order. The graph is built from the same list."""
    eight_bit = np.int8 if signed else np.uint8
    arrays: list[tuple[str, type[np.generic], tuple[int, ...]]] = [
        ("embedding", np.uint8, (shape.vocabulary, shape.width)),
        ("embedding.scale", np.float32, (shape.vocabulary, shape.width // EMBEDDING_BLOCK)),
        ("cosines", np.float32, (shape.context, shape.head // 2)),
        ("sines", np.float32, (shape.context, shape.head // 2)),
        ("norm", np.float32, (shape.width,)),
    ]
    qkv = shape.width + 2 * shape.key_heads * shape.head
    for layer in range(shape.layers):
        arrays += [(f"{layer}.norm{half}", np.float32, (shape.width,)) for half in "12"]
        for name, columns, rows in (
            ("qkv", shape.width, qkv),
            ("o", shape.width, shape.width),
            ("gate_up", shape.width, 2 * shape.hidden),
            ("down.0", shape.hidden // 2, shape.width),
            ("down.1", shape.hidden // 2, shape.width),
        ):
            arrays.append((f"{layer}.{name}", eight_bit, (columns, rows)))
            arrays.append((f"{layer}.{name}.scale", np.float32, (rows,)))
    placed: list[Stored] = []
    end = 0
    for array in arrays:
        placed.append(Stored(*array, offset=-(-end // _ALIGNMENT) * _ALIGNMENT))
        end = placed[-1].offset + placed[-1].size
    return placed


def write_weights(
    file: BinaryIO, gguf: GgufFile, adapter: Arrays, smoothing: Arrays, *, signed: bool = True
) -> None:
    """Write the whole weight file; takes a few seconds and the memory of one layer."""
    shape = LanguageShape.of(gguf)
    arrays = _arrays(gguf, shape, adapter, smoothing)
    for stored, (name, array) in zip(layout(shape, signed=signed), arrays, strict=True):
        if array.dtype == np.int8 and not signed:
            array = _unsigned(array)
        if name != stored.name or array.shape != stored.shape or array.dtype != stored.kind:
            raise ValueError(f"{name} does not fit the layout")
        file.write(b"\0" * (stored.offset - file.tell()))
        file.write(np.ascontiguousarray(array).data)


def float_layer(
    gguf: GgufFile, shape: LanguageShape, layer: int, adapter: Arrays
) -> dict[str, Floats]:
    """A layer's matrices ``(out, in)`` with the adapter merged in, and its two norms.

    GGUF keeps the pairs that rotary positions turn side by side; here they lie half a head apart.
    """
    found = {name: gguf.tensor(f"blk.{layer}.{stored}.weight") for name, stored in MATRICES.items()}
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
    found["norm1"] = gguf.tensor(f"blk.{layer}.attn_norm.weight")
    found["norm2"] = gguf.tensor(f"blk.{layer}.ffn_norm.weight")
    return found


def read_arrays(path: Path, what: str) -> dict[str, NDArray[Any]]:
    """All arrays of an ``.npz`` file of ours.

    Example: ``read_arrays(path, "the language model's adapter")``
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        fault = "is missing" if isinstance(error, FileNotFoundError) else "is damaged"
        raise ManyhopError(f"{path}: {what} {fault}; reinstall Manyhop") from error


def _arrays(
    gguf: GgufFile, shape: LanguageShape, adapter: Arrays, smoothing: Arrays
) -> Iterator[tuple[str, NDArray[Any]]]:
    blocks = gguf.tensor("token_embd.weight").reshape(shape.vocabulary, -1, EMBEDDING_BLOCK)
    whole, scale = _eight_bit(blocks)
    yield "embedding", _unsigned(whole).reshape(shape.vocabulary, -1)
    yield "embedding.scale", scale[..., 0]
    turns = np.arange(0, shape.head, 2) / shape.head
    angles = np.outer(np.arange(shape.context), shape.rope_base**-turns)
    yield "cosines", np.cos(angles).astype(np.float32)
    yield "sines", np.sin(angles).astype(np.float32)
    yield "norm", gguf.tensor("output_norm.weight")
    for layer in range(shape.layers):
        found = float_layer(gguf, shape, layer, adapter)
        _even_out(found, shape, layer, smoothing)
        yield f"{layer}.norm1", found["norm1"]
        yield f"{layer}.norm2", found["norm2"]
        left, right = np.split(found["down"], 2, axis=1)
        for name, matrix in (
            ("qkv", np.concatenate([found[part] for part in "qkv"])),
            ("o", found["o"]),
            ("gate_up", np.concatenate([found["gate"], found["up"]])),
            ("down.0", left),
            ("down.1", right),
        ):
            whole, scale = _eight_bit(matrix)
            yield f"{layer}.{name}", whole.T
            yield f"{layer}.{name}.scale", scale[:, 0]


def _even_out(
    found: dict[str, Floats], shape: LanguageShape, layer: int, smoothing: Arrays
) -> None:
    """Multiply columns and divide what feeds them: the norms, the values and the upward matrix."""
    if f"{layer}.qkv" not in smoothing:
        return
    qkv, o, gate_up, down = (
        smoothing[f"{layer}.{name}"].astype(np.float32) for name in ("qkv", "o", "gate_up", "down")
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
    shared = o.reshape(shape.key_heads, 1, shape.head)
    found["o"] *= shared.repeat(shape.heads // shape.key_heads, axis=1).reshape(-1)


def _apart(matrix: Floats, heads: int) -> Floats:
    rows, columns = matrix.shape
    pairs = matrix.reshape(heads, rows // heads // 2, 2, columns)
    return pairs.swapaxes(1, 2).reshape(rows, columns)


def _eight_bit(weights: Floats) -> tuple[NDArray[np.int8], Floats]:
    scale = np.abs(weights).max(axis=-1, keepdims=True) / np.float32(127)
    scale[scale == 0] = 1
    return np.rint(weights / scale).astype(np.int8), scale


def _unsigned(whole: NDArray[Any]) -> NDArray[np.uint8]:
    """The same numbers counted from 128."""
    return (whole + np.int16(128)).astype(np.uint8)
