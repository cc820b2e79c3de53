"""The shipped eight-bit networks in floats again, to compare their speed.

    PYTHONPATH=src:. python -m training.unrounding carry/float
    python -m bench.model_speed --float carry/float

Shapes and operations are those that were rounded, the weights what eight bits left of them: right
for measuring time and memory, not for what rounding costs in quality. The language model has a
command of its own (`training.language_float`).
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from manyhop.models.embedded._weights import FOLDER
from training.rewriting import Rewriting

LANGUAGE = "language.onnx"


def unrounded(model: Any) -> Any:
    """The model with every product and convolution in float32.

    Example: ``onnx.save(unrounded(onnx.load("int8.onnx")), "float.onnx")``
    """
    _Unrounding(model.graph).all_nodes()
    return model


class _Unrounding(Rewriting):
    def __init__(self, graph: Any) -> None:
        super().__init__(graph)
        self._products: dict[str, tuple[str, str]] = {}  # where one ends → its rows and matrix
        self._same: dict[str, str] = {}  # what was rounded and read again → what it was

    def all_nodes(self) -> None:
        for node in self.old:
            for place, name in enumerate(node.input):
                node.input[place] = self._same.get(name, name)
            if node.op_type == "MatMulIntegerToFloat":
                self._product(node)
            elif node.op_type == "DequantizeLinear":
                self._read_again(node)
            elif node.op_type == "QuantizeLinear":
                self._rounded(node)
            elif node.op_type == "Add" and node.input[0] in self._products:
                self.add("MatMul", self._products[node.input[0]], node.output[0])
            else:
                self.nodes.append(node)
        self.finish()

    def _product(self, node: Any) -> None:
        """`training.rounding` ends a product by adding what is above the rows' least numbers."""
        rows, matrix = (name.removesuffix(".whole") for name in node.input[:2])
        self._store(matrix, self.array(node.input[1]) * self.array(node.input[3]))
        self._products[f"{node.output[0].removesuffix('.sums')}.above"] = rows, matrix

    def _read_again(self, node: Any) -> None:
        if node.input[0] not in self.constants:
            self._same[node.output[0]] = node.input[0]
            return
        whole, steps, zero = (self.array(name).astype(np.float32) for name in node.input)
        if steps.size > 1:  # one for each channel, and those come first
            steps, zero = (each.reshape(-1, *[1] * (whole.ndim - 1)) for each in (steps, zero))
        self._store(node.output[0], (whole - zero) * steps)

    def _rounded(self, node: Any) -> None:
        """Rounding above zero also cut off: the runtime's tool left no other trace of a clip."""
        step, zero = (self.array(name) for name in node.input[1:])
        if zero:
            self._same[node.output[0]] = node.input[0]
            return
        least, most = f"{node.output[0]}.least", f"{node.output[0]}.most"
        self._store(least, np.float32(0))
        self._store(most, np.float32(255) * step)
        self.add("Clip", (node.input[0], least, most), node.output[0])

    def _store(self, name: str, array: NDArray[Any] | np.float32) -> None:
        self.store(name, np.asarray(array, np.float32))


def main() -> None:
    """Write every shipped network but the language model into a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(FOLDER.glob("*.onnx")):
        if path.name != LANGUAGE:
            onnx.save(unrounded(onnx.load(path)), folder / path.name)
            size = (folder / path.name).stat().st_size
            print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB, in floats {size / 1e6:.1f}")


if __name__ == "__main__":
    main()
