"""Whether confidence can be believed: of the answers that are 70% sure, 70% should be right."""

from collections.abc import Sequence

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
