"""The difference between two sets of questions, against SciPy's bootstrap."""

import numpy as np
import pytest
from scipy import stats

from manyhop.evaluation import unpaired_difference


def test_the_interval_is_that_of_scipys_bootstrap() -> None:
    chance = np.random.default_rng(7)
    values = np.concatenate([chance.random(120) ** 0.5, chance.random(80) ** 2])
    first = [True] * 120 + [False] * 80
    found = unpaired_difference(values.tolist(), first, [""] * 200)
    assert found is not None
    assert found.value == pytest.approx(values[:120].mean() - values[120:].mean())
    theirs = stats.bootstrap(
        (values[:120], values[120:]),
        lambda a, b, axis: a.mean(axis) - b.mean(axis),
        method="percentile",
        n_resamples=5000,
        rng=1,
    ).confidence_interval
    assert found.low == pytest.approx(theirs.low, abs=0.015)
    assert found.high == pytest.approx(theirs.high, abs=0.015)


def test_groups_are_drawn_whole() -> None:
    values = [1.0, 1.0, 1.0, 0.0] * 10
    first = [True, True, False, False] * 10
    alone = unpaired_difference(values, first, [""] * 40)
    together = unpaired_difference(values, first, [f"table {n // 20}" for n in range(40)])
    assert alone is not None
    assert together is not None
    assert alone.value == together.value == 0.5
    assert together.high - together.low < alone.high - alone.low  # the tables are all alike


def test_an_empty_set_has_no_difference() -> None:
    assert unpaired_difference([1.0, 0.0], [True, True], ["", ""]) is None
