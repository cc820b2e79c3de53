"""Rounded networks in floats again."""

import numpy as np
import pytest
from tests.training.small_networks import network, run

pytestmark = pytest.mark.extras


def test_a_product_is_by_the_rounded_matrix_and_nothing_else_is_rounded() -> None:
    pytest.importorskip("onnx")
    from onnx import helper

    from training.rounding import rounded
    from training.unrounding import unrounded

    chance = np.random.default_rng(0)
    matrix = chance.normal(size=(64, 96)).astype(np.float32)
    rows = chance.normal(size=(6, 64)).astype(np.float32)
    bias = chance.normal(size=96).astype(np.float32)
    product = helper.make_node("Gemm", ["given", "matrix", "bias"], ["result"])
    weights = {"matrix": matrix, "bias": bias}
    floats = unrounded(rounded(network([product], [["n", 64], ["n", 96]], weights)))
    step = np.abs(matrix).max(axis=0) / 127
    assert np.allclose(run(floats, rows), rows @ (np.round(matrix / step) * step) + bias, atol=1e-4)
    assert [node.op_type for node in floats.graph.node] == ["MatMul", "Add"]


def test_a_convolution_keeps_the_clip_that_rounding_stood_for() -> None:
    pytest.importorskip("onnx")
    from onnx import helper

    from training.unrounding import unrounded

    node = helper.make_node
    nodes = [
        node("DequantizeLinear", ["kernel.whole", "kernel.step", "kernel.zero"], ["k"], axis=0),
        node("Conv", ["given", "k"], ["between"]),
        node("QuantizeLinear", ["between", "step", "zero"], ["whole"]),
        node("DequantizeLinear", ["whole", "step", "zero"], ["again"]),
        node("Identity", ["again"], ["result"]),
    ]
    weights: dict[str, np.ndarray] = {
        "kernel.whole": np.array([[[[100]]], [[[-50]]]], np.int8),
        "kernel.step": np.array([0.01, 0.02], np.float32),
        "kernel.zero": np.array([0, 0], np.int8),
        "step": np.array(6 / 255, np.float32),
        "zero": np.array(0, np.uint8),
    }
    floats = unrounded(network(nodes, [["n", 1, 1, 1], ["n", 2, 1, 1]], weights))
    given = np.array([-2, 3, 9], np.float32).reshape(3, 1, 1, 1)
    assert np.allclose(run(floats, given)[:, :, 0, 0], [[0, 2], [3, 0], [6, 0]])
    assert [each.op_type for each in floats.graph.node] == ["Conv", "Clip", "Identity"]
