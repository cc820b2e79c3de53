"""Intervals and tests on cases one can work out, and on simulated data."""

import math

import numpy as np
import pytest

from manyhop.evaluation import estimate, exact_mcnemar, paired_difference, permutation_test
from manyhop.evaluation._statistics import estimate_columns


def alone(n: int) -> list[str]:
    return [""] * n


def test_an_estimate_is_the_mean_with_an_interval_around_it() -> None:
    values = [1.0] * 60 + [0.0] * 40
    found = estimate(values, alone(100))
    assert (found.value, found.n) == (0.6, 100)
    deviation = 1.96 * math.sqrt(0.6 * 0.4 / 100)  # what the normal approximation says
    assert found.low == pytest.approx(0.6 - deviation, abs=0.015)
    assert found.high == pytest.approx(0.6 + deviation, abs=0.015)


def test_the_same_seed_gives_the_same_interval() -> None:
    values = [0.1, 0.9, 0.4, 0.5, 0.7]
    assert estimate(values, alone(5), 3) == estimate(values, alone(5), 3)
    assert estimate(values, alone(5), 3) != estimate(values, alone(5), 4)


def test_questions_that_share_a_table_say_less() -> None:
    values = [1.0, 0.0] * 50
    ordered = sorted(values)
    single = estimate(ordered, alone(100))
    grouped = estimate(ordered, [f"table {number // 10}" for number in range(100)])
    assert grouped.value == single.value
    assert grouped.high - grouped.low > 2 * (single.high - single.low)
    mixed = estimate(values, [f"table {number // 10}" for number in range(100)])
    assert mixed.value == 0.5  # each table half right: resampling tables changes nothing


def test_all_right_is_not_certainty() -> None:
    ten = estimate([1.0] * 10, alone(10))
    assert (ten.value, ten.high) == (1.0, 1.0)
    assert ten.low == pytest.approx(0.025 ** (1 / 10), abs=1e-6)  # Clopper and Pearson's bound
    none = estimate([0.0] * 10, alone(10))
    assert (none.low, none.value) == (0.0, 0.0)
    assert none.high == pytest.approx(1 - 0.025 ** (1 / 10), abs=1e-6)
    one = estimate([1.0, 0.0], ["a", "a"])
    assert one.low < 0.05
    assert one.high > 0.95


def test_a_metric_that_some_questions_lack() -> None:
    columns: dict[str, list[float | None]] = {
        "x": [1.0, None, 0.0, 1.0],
        "y": [None] * 4,
        "z": [0.5, 0.25, 1.0, 0.0],
    }
    found = estimate_columns(columns, alone(4))
    assert set(found) == {"x", "z"}
    assert found["x"].n == 3
    assert found["x"].value == pytest.approx(2 / 3)
    assert found["z"].n == 4


@pytest.mark.parametrize("size", [1, 4])
def test_about_95_in_100_intervals_hold_the_truth(size: int) -> None:
    """Tables of ``size`` questions that are right or wrong together, 7 in 10 right."""
    chance = np.random.default_rng(5)
    held = 0
    for trial in range(200):
        tables = (chance.random(80) < 0.7).astype(float)
        groups = [f"t{number // size}" for number in range(80 * size)]
        found = estimate(np.repeat(tables, size).tolist(), groups, trial)
        held += found.low <= 0.7 <= found.high
    assert 0.90 <= held / 200 <= 0.99


@pytest.mark.parametrize(
    ("better", "worse", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (5, 0, 2 / 32),
        (0, 5, 2 / 32),
        (8, 2, 2 * (1 + 10 + 45) / 1024),
        (6, 6, 1.0),
        (15, 5, 2 * (1 + 20 + 190 + 1140 + 4845 + 15504) / 2**20),
    ],
)
def test_mcnemar_by_hand(better: int, worse: int, p: float) -> None:
    assert exact_mcnemar(better, worse) == pytest.approx(p, abs=1e-15)


def test_mcnemar_of_thousands_of_questions() -> None:
    assert exact_mcnemar(5000, 5000) == 1.0
    assert 0 < exact_mcnemar(5200, 4800) < 0.0001


@pytest.mark.parametrize(
    ("gains", "p"),
    [
        ([], 1.0),
        ([0, 0], 1.0),
        ([1, 1, 1], 2 / 8),
        ([1, -1], 1.0),
        ([0.1, 0.2, 0.3], 2 / 8),
        ([3, -1, 1], 6 / 8),  # of the 8 sums only 3-1-1 and its opposite are nearer to 0 than 3
    ],
)
def test_permutations_by_hand(gains: list[float], p: float) -> None:
    assert permutation_test(gains) == p


def test_permutations_by_chance_come_near_the_exact_value() -> None:
    gains = [1.0] * 14 + [-1.0] * 6
    assert permutation_test(gains) == pytest.approx(exact_mcnemar(14, 6), abs=0.015)


def test_a_difference_of_right_and_wrong() -> None:
    a = [0.0] * 8 + [1.0] * 2 + [1.0] * 10
    b = [1.0] * 8 + [0.0] * 2 + [1.0] * 10
    found = paired_difference(a, b, alone(20))
    assert (found.a, found.b, found.n) == (0.6, 0.9, 20)
    assert found.difference == pytest.approx(0.3)
    assert (found.better, found.worse) == (8, 2)
    assert found.test == "exact McNemar"
    assert found.p == found.mcnemar == pytest.approx(112 / 1024)
    assert found.low < 0.3 < found.high


def test_a_difference_between_groups_is_tested_group_by_group() -> None:
    a, b = [0.0] * 20, [1.0] * 20
    found = paired_difference(a, b, [f"table {number // 10}" for number in range(20)])
    assert found.groups == 2
    assert found.test == "permutation"
    assert found.p == 0.5  # two tables that both improve: as uneven as two coins can be
    assert found.mcnemar is not None
    assert found.mcnemar < 0.001  # what taking the questions for independent would claim


def test_a_difference_of_graded_scores() -> None:
    found = paired_difference([0.5, 0.25, 0.75], [0.75, 0.5, 1.0], alone(3))
    assert found.difference == 0.25
    assert found.mcnemar is None
    assert (found.test, found.p) == ("permutation", 0.25)


def test_no_difference_is_no_certainty() -> None:
    found = paired_difference([1.0, 0.0], [1.0, 0.0], alone(2))
    assert (found.difference, found.p) == (0.0, 1.0)
    assert found.low < 0 < found.high


def test_chance_rarely_looks_like_a_difference() -> None:
    chance = np.random.default_rng(1)
    claims = 0
    for _ in range(200):
        a, b = (chance.random((2, 60)) < 0.5).astype(float).tolist()
        claims += paired_difference(a, b, alone(60)).p < 0.05
    assert claims / 200 <= 0.07
