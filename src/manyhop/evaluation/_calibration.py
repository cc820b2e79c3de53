"""Whether confidence can be believed: of the answers that are 70% sure, 70% should be right."""

from collections.abc import Iterable, Sequence

import msgspec

from manyhop.evaluation._samples import Sample

BINS = 10


class Bin(msgspec.Struct, frozen=True):
    """The answers whose confidence lies in an interval: their mean confidence and mean score."""

    low: float
    high: float
    confidence: float
    score: float
    n: int


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """Confidence beside ``metric``, interval by interval; empty intervals are left out.

    ``error`` is the expected calibration error: the mean distance between confidence and score,
    each interval counting by its answers.
    """

    metric: str
    error: float
    n: int
    bins: tuple[Bin, ...]


def calibration(samples: Sequence[Sample], metric: str = "") -> Calibration | None:
    """How confidence and score go together in a run; None where no answer says how sure it is.

    Answers that were held back have nothing to be right or wrong about, and are not counted. The
    metric is the first that the samples have: every benchmark names its strictest first.
    Example: ``calibration(load_run(folder).samples).error``
    """
    metric = metric or next((name for sample in samples for name in sample.metrics), "")
    pairs = [
        (min(max(sample.answer.confidence, 0.0), 1.0), sample.metrics[metric])
        for sample in samples
        if sample.answer.confidence is not None
        and not sample.answer.abstained
        and metric in sample.metrics
    ]
    if not pairs:
        return None
    parts: dict[int, list[tuple[float, float]]] = {}
    for confidence, score in pairs:
        parts.setdefault(min(int(confidence * BINS), BINS - 1), []).append((confidence, score))
    bins = tuple(_bin(number, parts[number]) for number in sorted(parts))
    error = sum(each.n * abs(each.confidence - each.score) for each in bins) / len(pairs)
    return Calibration(metric=metric, error=round(error, 6), n=len(pairs), bins=bins)


def _bin(number: int, pairs: Sequence[tuple[float, float]]) -> Bin:
    confidence, score = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
    return Bin(
        number / BINS, (number + 1) / BINS, round(confidence, 6), round(score, 6), len(pairs)
    )


# Whether an answerer knows when to say nothing.
#
# The same questions are asked twice: with their sources, and without the right ones, so that there
# is nothing to find (the setting ``without-gold``). It should answer the first and abstain from the
# second.


class Abstention(msgspec.Struct, frozen=True, kw_only=True):
    """How well silence is placed.

    ``precision``: of the abstentions, the share that were from questions without an answer;
    ``recall``: of those questions, the share that were abstained from. ``separation``: how often a
    question with an answer is answered with more confidence than one without (0.5 is chance), at
    whatever threshold. Each is None where there is nothing to divide by.
    """

    precision: float | None
    recall: float | None
    separation: float | None
    answerable: int
    unanswerable: int


def abstention(answerable: Sequence[Sample], unanswerable: Sequence[Sample]) -> Abstention:
    """Precision and recall of abstaining over both sets of samples together.

    Example: ``abstention(load_run(restricted).samples, load_run(without_gold).samples).recall``
    """
    wrongly, rightly = _held_back(answerable), _held_back(unanswerable)
    return Abstention(
        precision=rightly / (rightly + wrongly) if rightly + wrongly else None,
        recall=rightly / len(unanswerable) if unanswerable else None,
        separation=_separation(_confidences(answerable), _confidences(unanswerable)),
        answerable=len(answerable),
        unanswerable=len(unanswerable),
    )


def _held_back(samples: Iterable[Sample]) -> int:
    return sum(sample.answer.abstained for sample in samples)


def _confidences(samples: Iterable[Sample]) -> list[float]:
    return [s.answer.confidence for s in samples if s.answer.confidence is not None]


def _separation(above: Sequence[float], below: Sequence[float]) -> float | None:
    """The area under the ROC curve: the share of pairs in the right order, ties counting half."""
    if not above or not below:
        return None
    wins = sum((high > low) + 0.5 * (high == low) for high in above for low in below)
    return wins / (len(above) * len(below))
