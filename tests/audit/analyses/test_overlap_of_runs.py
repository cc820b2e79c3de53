"""What runs get right together, counted again by scikit-learn, statsmodels and SciPy."""

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import confusion_matrix
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.proportion import proportion_confint
from tests.audit.analyses.answered import scored_run, tosses

from manyhop.audit.analyses import all_or_none, combinations, graded, pairwise_difference

RIGHTS = {
    name: tosses(300, share, seed)
    for seed, (name, share) in enumerate([("a", 0.3), ("b", 0.5), ("c", 0.7)])
}


def test_the_pairwise_difference_is_a_cell_of_the_confusion_matrix() -> None:
    found = pairwise_difference(graded([scored_run(*each) for each in RIGHTS.items()]))
    for row, mine in RIGHTS.items():
        for column, other in RIGHTS.items():
            counts = confusion_matrix(mine, other, labels=[0.0, 1.0])
            cell = found.cell(row, column)
            assert cell is not None
            assert cell.n == counts[1].sum()
            assert cell.value == pytest.approx(counts[1, 0] / counts[1].sum())
            assert cell.low <= cell.value <= cell.high


def test_a_model_differs_in_nothing_from_itself() -> None:
    cell = pairwise_difference(graded([scored_run("a", [1, 0, 1])])).cell("a", "a")
    assert cell is not None
    assert (cell.value, cell.low, cell.high, cell.n) == (0, 0, 0, 2)


def test_who_gets_nothing_right_has_no_difference() -> None:
    runs = graded([scored_run("a", [0, 0]), scored_run("b", [1, 0])])
    assert pairwise_difference(runs).cell("a", "b") is None


def test_all_right_and_none_right_are_those_of_statsmodels() -> None:
    found = all_or_none(graded([scored_run(*each) for each in RIGHTS.items()]))
    table, _ = aggregate_raters(np.array(list(RIGHTS.values())).T)
    right = table[:, 1]
    for number, label in enumerate(("none right", "1 of 3", "2 of 3", "all right")):
        cell = found.cell(label, "share of questions")
        assert cell is not None
        assert cell.value == pytest.approx(np.mean(right == number))
    assert sum(row.cells[0].value for row in found.rows if row.cells[0]) == pytest.approx(1)


def test_a_share_that_never_occurs_has_the_exact_binomial_bound() -> None:
    found = all_or_none(graded([scored_run("a", [1.0] * 80), scored_run("b", [1.0] * 80)]))
    cell = found.cell("none right", "share of questions")
    assert cell is not None
    _, high = proportion_confint(0, 40, alpha=0.05, method="beta")  # 40 images
    assert cell.high == pytest.approx(high, abs=1e-6)


def test_the_majority_is_scipys_mode_and_the_oracle_the_highest() -> None:
    chance = np.random.default_rng(5)
    gold = chance.integers(3, size=200)
    said = np.where(chance.random((5, 200)) < 0.5, gold, chance.integers(3, size=(5, 200)))
    right = (said == gold).astype(float)
    runs = graded(
        [
            scored_run(f"run {n}", right[n].tolist(), said=[f"answer {each}" for each in said[n]])
            for n in range(5)
        ]
    )
    found = combinations(runs)
    counts = np.array([(said == answer).sum(axis=0) for answer in range(3)])
    clear = (counts == counts.max(axis=0)).sum(axis=0) == 1
    mode = stats.mode(said, axis=0).mode
    majority = found.cell("majority vote of all", "score")
    assert majority is not None
    ties = 200 - clear.sum()
    assert abs(majority.value * 200 - (mode == gold)[clear].sum()) <= ties
    oracle = found.cell("oracle combination", "score")
    assert oracle is not None
    assert oracle.value == pytest.approx(right.max(axis=0).mean())


def test_ties_go_to_the_better_run_and_silence_has_no_vote() -> None:
    good = scored_run("good", [1, 1, 1], said=["cab", "cab", "cab"])
    poor = scored_run("poor", [0, 0, 0], said=["bus", "bus", "bus"])
    mute = scored_run("mute", [0, 0, 0], said=["", "", ""])
    found = combinations(graded([poor, mute, good]))
    majority = found.cell("majority vote of all", "score")
    assert majority is not None
    assert majority.value == 1


def test_the_difference_from_the_best_is_paired() -> None:
    runs = [scored_run(*each, said=["x"] * 300) for each in RIGHTS.items()]
    found = combinations(graded(runs))
    gain = found.cell("oracle combination", "difference")
    assert gain is not None
    rights = np.array(list(RIGHTS.values()))
    assert gain.value == pytest.approx((rights.max(axis=0) - rights[2]).mean())
    assert gain.low > 0
