"""Whether an answerer knows when to say nothing.

The same questions are asked twice: with their sources, and without the right ones, so that there is
nothing to find (the setting ``without-gold``). It should answer the first and abstain from the
second.
"""

from collections.abc import Iterable, Sequence

import msgspec

from manyhop.evaluation._samples import Sample


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
