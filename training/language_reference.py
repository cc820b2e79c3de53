"""The language model in float32 numpy: the yardstick for the eight-bit graph, slow and plain."""

from collections.abc import Callable, Sequence

from manyhop.models.embedded._gguf import Floats, GgufFile
from manyhop.models.embedded._language_float import Arrays, FloatStream, float_layer
from manyhop.models.embedded._language_shape import LanguageShape

Observe = Callable[[str, Floats], None]


class FloatModel:
    """Logits after the last token; ``observe`` sees what each matrix is multiplied with."""

    def __init__(self, gguf: GgufFile, adapter: Arrays) -> None:
        self._shape = shape = LanguageShape.of(gguf)
        self._embedding = gguf.tensor("token_embd.weight")
        self._head = gguf.tensor("output.weight") if shape.own_head else self._embedding
        self._norm = gguf.tensor("output_norm.weight")
        self.layers = [float_layer(gguf, shape, layer, adapter) for layer in range(shape.layers)]

    def logits(self, tokens: Sequence[int], observe: Observe | None = None) -> Floats:
        stream = FloatStream(self._shape, self._embedding[list(tokens)])
        for number, layer in enumerate(self.layers):
            for name, numbers in stream.through(layer).items():
                if observe:
                    observe(f"{number}.{name}", numbers)
        last: Floats = stream.normed(self._norm)[-1] @ self._head.T
        return last
