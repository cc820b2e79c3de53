"""Products in eight bits against the same in floats."""

from typing import Any

import numpy as np
import pytest
from tests.training.small_networks import network, run

pytestmark = pytest.mark.extras

_CHANCE = np.random.default_rng(0)
FIRST, SECOND, BIAS, ROWS = (
    _CHANCE.normal(size=size).astype(np.float32) for size in ((64, 96), (8, 96), (8,), (6, 64))
)


def two_products() -> Any:
    """A matrix product and one with a bias, written as torch writes it."""
    helper = pytest.importorskip("onnx").helper
    nodes = [
        helper.make_node("MatMul", ["given", "first"], ["between"]),
        helper.make_node("Gemm", ["between", "second", "bias"], ["result"], transB=1),
    ]
    weights = {"first": FIRST, "second": SECOND, "bias": BIAS}
    return network(nodes, [["n", 64], ["n", 8]], weights)


def test_rounded_weights_are_close() -> None:
    from training.rounding import rounded
    from training.unrounding import unrounded

    floats = run(two_products(), ROWS + 2)
    error = np.abs(run(unrounded(rounded(two_products())), ROWS + 2) - floats).max()
    assert 0 < error <= 0.02 * np.abs(floats - BIAS).max()


def test_a_large_table_is_looked_up_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    from training import rounding

    onnx = pytest.importorskip("onnx")
    monkeypatch.setattr(rounding, "LARGE", 100)
    whole = onnx.TensorProto.INT64
    nodes = [
        onnx.helper.make_node("Cast", ["given"], ["chosen"], to=whole),
        onnx.helper.make_node("Gather", ["table", "chosen"], ["result"]),
    ]
    floats = network(nodes, [["n"], ["n", 96]], {"table": FIRST * ROWS[0][:, None]})
    chosen = np.array([0, 63, 5], np.float32)
    expected = run(floats, chosen)
    small = rounding.rounded(floats)
    error = np.abs(run(small, chosen) - expected).max(axis=1)
    assert (error <= 0.005 * np.abs(expected).max(axis=1)).all()
    assert "table" not in {each.name for each in small.graph.initializer}


def test_rounded_products_are_close_whatever_the_size_of_a_row() -> None:
    from training.rounding import rounded

    rows = (ROWS + 2) * np.array([[1], [1000], [0.001], [1], [0], [1]], np.float32)
    floats = run(two_products(), rows)
    small = rounded(two_products())
    error = np.abs(run(small, rows) - floats).max(axis=1)
    assert (error <= 0.02 * np.abs(floats - BIAS).max(axis=1) + 1e-5).all()
    kept = {each.name for each in small.graph.initializer}
    assert not {"first", "second"} & kept
