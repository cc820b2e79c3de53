import numpy as np
import pytest

from manyhop.audit._verdict import sentence_of, verdict_of
from manyhop.evaluation import estimate, paired_difference


def test_both_intervals_are_scipy_s_bootstrap() -> None:
    stats = pytest.importorskip("scipy.stats")
    scores = np.random.default_rng(0).choice([0.0, 1 / 3, 1.0], size=150)
    alone = [str(number) for number in range(150)]
    theirs = stats.bootstrap(
        (scores,), np.mean, n_resamples=4000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    ours = estimate(scores.tolist(), alone)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs), abs=0.01)
    difference = paired_difference([0.25] * 150, scores.tolist(), alone)
    assert (difference.low, difference.high) == pytest.approx(
        (theirs.low - 0.25, theirs.high - 0.25), abs=0.01
    )


def judged(right: int, of: int, p: float, *, shallow: bool = False) -> str:
    scores = [float(number < right) for number in range(of)]
    groups = [str(number) for number in range(of)]
    difference = paired_difference([0.25] * of, scores, groups)
    return verdict_of(estimate(scores, groups), difference, p, shallow=shallow)


@pytest.mark.extras
def test_what_is_surely_above_the_level_is_biased() -> None:
    assert judged(90, 200, 0.001) == "biased"
    assert judged(90, 200, 0.001, shallow=True) == "shortcut"
    assert judged(56, 200, 0.2) == "clean"
    assert judged(2600, 10_000, 0.01) == "clean"  # a point more is no matter
    assert judged(25, 40, 0.2) == "too few questions"
    assert judged(25, 25, 0.0) == "too few questions"


def test_the_verdict_is_said_in_a_sentence() -> None:
    score = estimate([1.0] * 41 + [0.0] * 59, [str(number) for number in range(100)])
    said = sentence_of("sees only the choices", score, 0.25, "chance", 0.001, "biased")
    assert said == "a model that sees only the choices gets 41% where chance is 25%: biased"
    little = sentence_of("counts", score, 0.4, "chance", 0.001, "clean")
    assert little.endswith("40%: clean, for so little more does not matter")
