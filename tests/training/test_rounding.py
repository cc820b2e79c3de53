"""Products in eight bits against the same in floats."""

from typing import Any

import numpy as np
import pytest

from manyhop.models.embedded._unsigned import unsigned
from manyhop.models.embedded._weights import sums_may_overflow

pytestmark = pytest.mark.extras


def run(model: Any, rows: np.ndarray) -> np.ndarray:
    """What a network makes of rows, opened as the shipped ones are."""
    import onnxruntime

    network = model.SerializeToString()
    network = unsigned(network) if sums_may_overflow() else network
    session = onnxruntime.InferenceSession(network, providers=["CPUExecutionProvider"])
    found: np.ndarray = session.run(None, {"rows": rows})[0]
    return found


def network(first: np.ndarray, second: np.ndarray, bias: np.ndarray) -> Any:
    """A matrix product and one with a bias, written as torch writes it."""
    from onnx import TensorProto, helper, numpy_helper

    nodes = [
        helper.make_node("MatMul", ["rows", "first"], ["between"]),
        helper.make_node("Gemm", ["between", "second", "bias"], ["result"], transB=1),
    ]
    shapes = {"rows": ["n", len(first)], "result": ["n", len(bias)]}
    rows, result = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in shapes.items()
    )
    weights = {"first": first, "second": second, "bias": bias}
    stored = [numpy_helper.from_array(array, name) for name, array in weights.items()]
    graph = helper.make_graph(nodes, "network", [rows], [result], stored)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_rounded_weights_are_close_on_any_processor() -> None:
    pytest.importorskip("onnx")
    from training.rounding import rounded
    from training.unrounding import unrounded

    chance = np.random.default_rng(0)
    first = chance.normal(size=(64, 96)).astype(np.float32)
    second = chance.normal(size=(8, 96)).astype(np.float32)
    bias = chance.normal(size=8).astype(np.float32)
    rows = chance.normal(size=(6, 64)).astype(np.float32) + 2
    floats = run(network(first, second, bias), rows)
    kept = run(unrounded(rounded(network(first, second, bias))), rows)
    assert np.abs(kept - floats).max() <= 0.02 * np.abs(floats - bias).max()
    assert np.abs(kept - floats).max() > 0


def test_rounded_products_are_close_whatever_the_size_of_a_row() -> None:
    pytest.importorskip("onnx")
    from training.rounding import rounded

    chance = np.random.default_rng(0)
    first = chance.normal(size=(64, 96)).astype(np.float32)
    second = chance.normal(size=(8, 96)).astype(np.float32)
    bias = chance.normal(size=8).astype(np.float32)
    rows = chance.normal(size=(6, 64)).astype(np.float32) + 2
    rows *= np.array([[1], [1000], [0.001], [1], [0], [1]], np.float32)
    floats = run(network(first, second, bias), rows)
    small = rounded(network(first, second, bias))
    error = np.abs(run(small, rows) - floats).max(axis=1)
    assert (error <= 0.02 * np.abs(floats - bias).max(axis=1) + 1e-5).all()
    kept = {each.name: each.data_type for each in small.graph.initializer}
    assert "first" not in kept
    assert "second" not in kept
