"""The language model in float32 ONNX, decoding and all: what eight bits are compared with."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_float import Arrays, float_layer
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._language_session import WEIGHTS, open_graph
from manyhop.models.embedded._language_shape import LanguageShape
from manyhop.models.embedded._language_weights import Stored
from training.language_graph import LanguageGraph, reference

_PARTS = {"qkv": ("q", "k", "v"), "gate_up": ("gate", "up")}


def float_model(base: Path, adapter: Arrays, folder: Path) -> LanguageModel:
    """Write half a gigabyte of weights into a folder and open them.

    Example: ``float_model(package_file(), {}, Path(temporary)).generate("The capital", 4)``
    """
    gguf = GgufFile(base)
    shape = LanguageShape.of(gguf)
    stored: list[Stored] = []
    with (folder / WEIGHTS).open("wb") as file:
        for name, array in _arrays(gguf, shape, adapter):
            stored.append(Stored(name, np.float32, array.shape, file.tell()))
            file.write(np.ascontiguousarray(array, np.float32).data)
    graph = folder / "language.onnx"
    graph.write_bytes(_FloatGraph(shape, stored).model().SerializeToString())
    return LanguageModel(gguf, open_graph(graph, folder))


class _FloatGraph(LanguageGraph):
    def __init__(self, shape: LanguageShape, stored: list[Stored]) -> None:
        super().__init__(shape)
        self._arrays = stored

    def embedded(self) -> str:
        return self.add("Gather", ["embedding", "tokens"], "word")

    def product(self, numbers: str, matrix: str) -> str:
        return self.add("MatMul", [numbers, matrix], f"{matrix}.result")

    def down(self, hidden: str, matrix: str) -> str:
        return self.product(hidden, matrix)

    def logits(self, last: str) -> str:
        return self.add("Gemm", [last, "embedding"], "logits", transB=1)

    def stored(self) -> list[Any]:
        return [reference(each) for each in self._arrays]


def _arrays(
    gguf: GgufFile, shape: LanguageShape, adapter: Arrays
) -> Iterator[tuple[str, NDArray[Any]]]:
    yield "embedding", gguf.tensor("token_embd.weight")
    yield "norm", gguf.tensor("output_norm.weight")
    yield "cosines", np.cos(shape.angles)
    yield "sines", np.sin(shape.angles)
    for layer in range(shape.layers):
        found = float_layer(gguf, shape, layer, adapter)
        for half in "12":
            yield f"{layer}.norm{half}", found[f"norm{half}"]
        for name in ("qkv", "o", "gate_up", "down"):
            parts = [found[part] for part in _PARTS.get(name, (name,))]
            yield f"{layer}.{name}", np.concatenate(parts).T
