"""Matrix products in eight bits: a byte per weight, and activations rounded row by row.

A row of activations x is written as whole numbers of 0..255 times a step, above the row's least
number; a column of weights as whole numbers of -127..127 times its own step. Then

    x @ W = step * (whole @ W) + least * (column sums of W)

One range for all rows, as the runtime's own tool takes, costs five times the error: a few pieces
have far larger numbers than the rest.
"""

from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

_OURS = "com.microsoft"


def rounded(model: Any) -> Any:
    """The model with every product by a constant matrix in eight bits.

    Example: ``onnx.save(rounded(onnx.load("float.onnx")), "int8.onnx")``
    """
    _Rounding(model.graph).all_products()
    model.opset_import.append(helper.make_opsetid(_OURS, 1))
    return model


class _Rounding:
    def __init__(self, graph: Any) -> None:
        self._graph = graph
        self._constants = {each.name: each for each in graph.initializer}
        self._nodes: list[Any] = []
        self._rows: set[str] = set()  # activations that are whole numbers already

    def all_products(self) -> None:
        self._store("rounding.one", np.array(1, np.float32))
        self._store("rounding.zero", np.array(0, np.uint8))
        self._store("rounding.share", np.array(1 / 255, np.float32))
        self._store("rounding.least", np.array(1e-12, np.float32))
        for node in self._graph.node:
            if node.op_type in ("MatMul", "Gemm") and node.input[1] in self._constants:
                self._product(node)
            else:
                self._nodes.append(node)
        used = {name for node in self._nodes for name in node.input}
        kept = [each for name, each in self._constants.items() if name in used]
        del self._graph.node[:], self._graph.initializer[:]
        self._graph.node.extend(self._nodes)
        self._graph.initializer.extend(kept)

    def _product(self, node: Any) -> None:
        turned = any(each.name == "transB" and each.i for each in node.attribute)
        rows, matrix = node.input[:2]
        result, bias = node.output[0], list(node.input[2:])
        self._round_rows(rows)
        self._round_matrix(matrix, turned)
        whole = [f"{rows}.whole", f"{matrix}.whole", "rounding.one", f"{matrix}.step"]
        unbiased = f"{result}.unbiased" if bias else result
        self._add("MatMulIntegerToFloat", [*whole, "rounding.zero"], f"{result}.sums", domain=_OURS)
        self._add("Mul", [f"{result}.sums", f"{rows}.step"], f"{result}.above")
        self._add("Mul", [f"{rows}.low", f"{matrix}.sums"], f"{result}.base")
        self._add("Add", [f"{result}.above", f"{result}.base"], unbiased)
        if bias:
            self._add("Add", [unbiased, *bias], result)

    def _round_rows(self, rows: str) -> None:
        if rows in self._rows:
            return
        self._rows.add(rows)
        self._add("ReduceMax", [rows], f"{rows}.high", axes=[-1], keepdims=1)
        self._add("ReduceMin", [rows], f"{rows}.low", axes=[-1], keepdims=1)
        self._add("Sub", [f"{rows}.high", f"{rows}.low"], f"{rows}.range")
        self._add("Mul", [f"{rows}.range", "rounding.share"], f"{rows}.share")
        self._add("Add", [f"{rows}.share", "rounding.least"], f"{rows}.step")  # never zero
        self._add("Sub", [rows, f"{rows}.low"], f"{rows}.raised")
        self._add("Div", [f"{rows}.raised", f"{rows}.step"], f"{rows}.scaled")
        scaled = [f"{rows}.scaled", "rounding.one", "rounding.zero"]
        self._add("QuantizeLinear", scaled, f"{rows}.whole")

    def _round_matrix(self, name: str, turned: bool) -> None:
        matrix = numpy_helper.to_array(self._constants[name])
        matrix = matrix.T if turned else matrix
        step = (np.abs(matrix).max(axis=0) / 127 + 1e-12).astype(np.float32)
        whole = np.round(matrix / step).astype(np.int8)
        self._store(f"{name}.whole", whole)
        self._store(f"{name}.step", step)
        self._store(f"{name}.sums", (whole * step).sum(axis=0).astype(np.float32))

    def _store(self, name: str, array: NDArray[Any]) -> None:
        self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)

    def _add(self, op: str, inputs: list[str], output: str, **options: Any) -> None:
        self._nodes.append(helper.make_node(op, inputs, [output], name=output, **options))


def round_file(source: str, target: str) -> None:
    """Read a float model, write the rounded one."""
    onnx.save(rounded(onnx.load(source)), target)
