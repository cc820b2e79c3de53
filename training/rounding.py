"""Matrix products in eight bits: a byte per weight, and activations rounded row by row.

A row of activations x is written as whole numbers of 0..255 times a step, above the row's least
number; a column of weights as whole numbers of -127..127 times its own step. Then

    x @ W = step * (whole @ W) + least * (column sums of W)

A table of vectors is looked up in bytes too, which count from 128, each vector with a step.

One range for all rows, as the runtime's own tool takes, costs five times the error: a few pieces
have far larger numbers than the rest.
"""

from typing import Any

import numpy as np
import onnx

from training.fusing import fused
from training.rewriting import RUNTIMES, Rewriting, with_runtimes_operations

LARGE = 1_000_000  # numbers: a smaller table stays as it is


def rounded(model: Any) -> Any:
    """The model with every product by a constant matrix in eight bits.

    Example: ``onnx.save(rounded(onnx.load("float.onnx")), "int8.onnx")``
    """
    _Rounding(model.graph).all_products()
    return with_runtimes_operations(model)


class _Rounding(Rewriting):
    def __init__(self, graph: Any) -> None:
        super().__init__(graph)
        self._rows: set[str] = set()  # activations that are whole numbers already

    def all_products(self) -> None:
        self.store("rounding.one", np.array(1, np.float32))
        self.store("rounding.zero", np.array(0, np.uint8))
        self.store("rounding.share", np.array(1 / 255, np.float32))
        self.store("rounding.least", np.array(1e-12, np.float32))
        for node in self.old:
            if node.op_type in ("MatMul", "Gemm") and node.input[1] in self.constants:
                self._product(node)
            elif node.op_type == "Gather" and self._is_large(node.input[0]):
                self._look_up(node)
            else:
                self.nodes.append(node)
        self.finish()

    def _product(self, node: Any) -> None:
        turned = any(each.name == "transB" and each.i for each in node.attribute)
        rows, matrix = node.input[:2]
        result, bias = node.output[0], list(node.input[2:])
        self._round_rows(rows)
        self._round_matrix(matrix, turned)
        whole = [f"{rows}.whole", f"{matrix}.whole", "rounding.one", f"{matrix}.step"]
        unbiased = f"{result}.unbiased" if bias else result
        self.add(
            "MatMulIntegerToFloat", [*whole, "rounding.zero"], f"{result}.sums", domain=RUNTIMES
        )
        self.add("Mul", [f"{result}.sums", f"{rows}.step"], f"{result}.above")
        self.add("Mul", [f"{rows}.low", f"{matrix}.sums"], f"{result}.base")
        self.add("Add", [f"{result}.above", f"{result}.base"], unbiased)
        if bias:
            self.add("Add", [unbiased, *bias], result)

    def _is_large(self, name: str) -> bool:
        return name in self.constants and np.prod(self.constants[name].dims) > LARGE

    def _look_up(self, node: Any) -> None:
        (table, chosen), result = node.input, node.output[0]
        vectors = self.array(table)
        step = (np.abs(vectors).max(axis=1, keepdims=True) / 127 + 1e-12).astype(np.float32)
        whole = np.round(vectors / step)
        self.store(f"{table}.bytes", (whole + 128).astype(np.uint8))
        self.store(f"{table}.step", step)
        self.store("rounding.middle", np.array(128, np.float32))
        self.add("Gather", [f"{table}.bytes", chosen], f"{result}.bytes", axis=0)
        self.add("Cast", [f"{result}.bytes"], f"{result}.floats", to=onnx.TensorProto.FLOAT)
        self.add("Sub", [f"{result}.floats", "rounding.middle"], f"{result}.whole")
        self.add("Gather", [f"{table}.step", chosen], f"{result}.step", axis=0)
        self.add("Mul", [f"{result}.whole", f"{result}.step"], result)

    def _round_rows(self, rows: str) -> None:
        if rows in self._rows:
            return
        self._rows.add(rows)
        self.add("ReduceMax", [rows], f"{rows}.high", axes=[-1], keepdims=1)
        self.add("ReduceMin", [rows], f"{rows}.low", axes=[-1], keepdims=1)
        self.add("Sub", [f"{rows}.high", f"{rows}.low"], f"{rows}.range")
        self.add("Mul", [f"{rows}.range", "rounding.share"], f"{rows}.share")
        self.add("Add", [f"{rows}.share", "rounding.least"], f"{rows}.step")  # never zero
        self.add("Sub", [rows, f"{rows}.low"], f"{rows}.raised")
        self.add("Div", [f"{rows}.raised", f"{rows}.step"], f"{rows}.scaled")
        scaled = [f"{rows}.scaled", "rounding.one", "rounding.zero"]
        self.add("QuantizeLinear", scaled, f"{rows}.whole")

    def _round_matrix(self, name: str, turned: bool) -> None:
        matrix = self.array(name)
        matrix = matrix.T if turned else matrix
        step = (np.abs(matrix).max(axis=0) / 127 + 1e-12).astype(np.float32)
        whole = np.round(matrix / step).astype(np.int8)
        self.store(f"{name}.whole", whole)
        self.store(f"{name}.step", step)
        self.store(f"{name}.sums", (whole * step).sum(axis=0).astype(np.float32))


def round_file(source: str, target: str) -> None:
    """Read a float model, write the rounded one."""
    onnx.save(rounded(fused(onnx.load(source))), target)
