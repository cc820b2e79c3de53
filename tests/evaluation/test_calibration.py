"""Confidence against score, and silence where there is nothing to find."""

import pytest

from manyhop.answering import Answer
from manyhop.evaluation import Sample, abstention, calibration, summarize


def sample(confidence: float | None, right: float = 0, *, abstained: bool = False) -> Sample:
    return Sample(
        id=f"{confidence} {right} {abstained}",
        question="When?",
        answer=Answer(confidence=confidence, abstained=abstained),
        metrics={"exact": right, "close": 1.0},
    )


def test_believable_confidence_has_no_error() -> None:
    found = calibration([sample(0.75, 1), sample(0.75, 1), sample(0.75, 1), sample(0.75, 0)])
    assert found is not None
    assert (found.error, found.n, found.metric) == (0, 4, "exact")
    assert [(one.low, one.high, one.n) for one in found.bins] == [(0.7, 0.8, 4)]


def test_the_error_is_the_mean_distance_of_the_bins() -> None:
    found = calibration([sample(0.95, 0), sample(0.95, 1), sample(1.0, 1), sample(0.25, 0)])
    assert found is not None
    sure = abs((0.95 + 0.95 + 1) / 3 - 2 / 3)
    assert found.error == pytest.approx((3 * sure + 0.25) / 4, abs=1e-6)
    assert [one.n for one in found.bins] == [1, 3]


def test_what_was_held_back_or_not_said_is_not_counted() -> None:
    found = calibration([sample(0.1, 1, abstained=True), sample(None, 1), sample(0.5, 0.5)])
    assert found is not None
    assert (found.n, found.error) == (1, 0)
    assert calibration([sample(None, 1)]) is None
    assert calibration([]) is None


def test_another_metric_can_be_asked_for() -> None:
    found = calibration([sample(1.0, 0)], "close")
    assert found is not None
    assert found.error == 0


def test_abstaining_rightly_and_wrongly() -> None:
    answerable = [sample(0.9), sample(0.8), sample(0.2, abstained=True)]
    without = [sample(0.1, abstained=True), sample(0.15, abstained=True), sample(0.85)]
    found = abstention(answerable, without)
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == pytest.approx(2 / 3)
    assert found.separation == pytest.approx(7 / 9)
    assert (found.answerable, found.unanswerable) == (3, 3)


def test_nobody_abstained_and_nothing_to_divide_by() -> None:
    found = abstention([sample(None)], [sample(None)])
    assert (found.precision, found.recall, found.separation) == (None, 0, None)
    assert abstention([], []).recall is None


def test_results_hold_both() -> None:
    samples = [sample(0.5, 0.5), sample(0.1, 0, abstained=True)]
    results = summarize(samples, benchmark="made", answerer="somebody")
    assert results.abstained is not None
    assert (results.abstained.value, results.abstained.n) == (0.5, 2)
    assert results.calibration is not None
    assert results.calibration.n == 1
    silent = summarize([sample(None, 1)], benchmark="made", answerer="somebody")
    assert (silent.abstained, silent.calibration) == (None, None)
