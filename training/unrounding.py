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
from onnx import helper, numpy_helper

from manyhop.models.embedded._weights import FOLDER

LANGUAGE = "language.onnx"


def unrounded(model: Any) -> Any:
    """The model with every product and convolution in float32.

    Example: ``onnx.save(unrounded(onnx.load("int8.onnx")), "float.onnx")``
    """
    _Unrounding(model.graph).all_nodes()
    return model


class _Unrounding:
    def __init__(self, graph: Any) -> None:
        self._graph = graph
        self._constants = {each.name: each for each in graph.initializer}
        self._nodes: list[Any] = []
        self._products: dict[str, tuple[str, str]] = {}  # where one ends → its rows and matrix
        self._same: dict[str, str] = {}  # what was rounded and read again → what it was

    def all_nodes(self) -> None:
        for node in self._graph.node:
            for place, name in enumerate(node.input):
                node.input[place] = self._same.get(name, name)
            if node.op_type == "MatMulIntegerToFloat":
                self._product(node)
            elif node.op_type == "DequantizeLinear":
                self._read_again(node)
            elif node.op_type == "QuantizeLinear":
                self._rounded(node)
            elif node.op_type == "Add" and node.input[0] in self._products:
                rows_and_matrix = self._products[node.input[0]]
                self._add("MatMul", rows_and_matrix, node.output[0])
            else:
                self._nodes.append(node)
        self._keep_used()

    def _product(self, node: Any) -> None:
        """`training.rounding` ends a product by adding what is above the rows' least numbers."""
        rows, matrix = (name.removesuffix(".whole") for name in node.input[:2])
        self._store(matrix, self._array(node.input[1]) * self._array(node.input[3]))
        self._products[f"{node.output[0].removesuffix('.sums')}.above"] = rows, matrix

    def _read_again(self, node: Any) -> None:
        if node.input[0] not in self._constants:
            self._same[node.output[0]] = node.input[0]
            return
        whole, steps, zero = (self._array(name).astype(np.float32) for name in node.input)
        if steps.size > 1:  # one for each channel, and those come first
            steps, zero = (each.reshape(-1, *[1] * (whole.ndim - 1)) for each in (steps, zero))
        self._store(node.output[0], (whole - zero) * steps)

    def _rounded(self, node: Any) -> None:
        """Rounding above zero also cut off: the runtime's tool left no other trace of a clip."""
        step, zero = (self._array(name) for name in node.input[1:])
        if zero:
            self._same[node.output[0]] = node.input[0]
            return
        least, most = f"{node.output[0]}.least", f"{node.output[0]}.most"
        self._store(least, np.float32(0))
        self._store(most, np.float32(255) * step)
        self._add("Clip", (node.input[0], least, most), node.output[0])

    def _keep_used(self) -> None:
        used = {each.name for each in self._graph.output}
        kept = []
        for node in reversed(self._nodes):
            if used.intersection(node.output):
                used.update(node.input)
                kept.append(node)
        constants = [each for name, each in self._constants.items() if name in used]
        del self._graph.node[:], self._graph.initializer[:]
        self._graph.node.extend(reversed(kept))
        self._graph.initializer.extend(constants)

    def _array(self, name: str) -> NDArray[Any]:
        array: NDArray[Any] = numpy_helper.to_array(self._constants[name])
        return array

    def _store(self, name: str, array: NDArray[Any] | np.float32) -> None:
        floats = np.asarray(array, np.float32)
        self._constants[name] = numpy_helper.from_array(floats, name)

    def _add(self, op: str, inputs: tuple[str, ...], output: str) -> None:
        self._nodes.append(helper.make_node(op, list(inputs), [output], name=output))


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
