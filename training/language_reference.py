"""The language model in float32 numpy: the yardstick for the eight-bit graph, slow and plain."""

from collections.abc import Callable, Sequence

import numpy as np

from manyhop.models.embedded._gguf import Floats, GgufFile
from manyhop.models.embedded._language_weights import Arrays, LanguageShape, float_layer

Observe = Callable[[str, Floats], None]


class FloatModel:
    """Logits after the last token; ``observe`` sees what each matrix is multiplied with."""

    def __init__(self, gguf: GgufFile, adapter: Arrays) -> None:
        self._shape = shape = LanguageShape.of(gguf)
        self._embedding = gguf.tensor("token_embd.weight")
        self._norm = gguf.tensor("output_norm.weight")
        self.layers = [float_layer(gguf, shape, layer, adapter) for layer in range(shape.layers)]

    def logits(self, tokens: Sequence[int], observe: Observe | None = None) -> Floats:
        see = observe or (lambda name, numbers: None)
        stream = self._embedding[list(tokens)]
        for number, layer in enumerate(self.layers):
            normed = self._normed(stream, layer["norm1"])
            see(f"{number}.qkv", normed)
            attended = self._attended(*(normed @ layer[name].T for name in "qkv"))
            see(f"{number}.o", attended)
            stream = stream + attended @ layer["o"].T
            normed = self._normed(stream, layer["norm2"])
            see(f"{number}.gate_up", normed)
            gate = normed @ layer["gate"].T
            hidden = gate / (1 + np.exp(-gate)) * (normed @ layer["up"].T)
            see(f"{number}.down", hidden)
            stream = stream + hidden @ layer["down"].T
        last: Floats = self._normed(stream[-1], self._norm) @ self._embedding.T
        return last

    def _normed(self, numbers: Floats, weight: Floats) -> Floats:
        square = np.square(numbers).mean(-1, keepdims=True)
        root = np.sqrt(square + np.float32(self._shape.epsilon))
        return np.asarray(numbers / root * weight, np.float32)

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
        turns = np.arange(0, self._shape.head, 2) / self._shape.head
        angles = np.outer(np.arange(len(numbers)), self._shape.rope_base**-turns)
        cosine, sine = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        first, second = np.split(split, 2, axis=-1)
        return np.concatenate(
            [first * cosine - second * sine, second * cosine + first * sine], axis=-1
        )


def _by_head(numbers: Floats, heads: int) -> Floats:
    return numbers.reshape(len(numbers), heads, -1).swapaxes(0, 1)
