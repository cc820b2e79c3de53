"""The leaderboard's totals from the batches its server scores."""

from collections.abc import Iterable
from dataclasses import dataclass

TEST_QUESTIONS = 7540


@dataclass(frozen=True, slots=True)
class Batch:
    """The means over ``count`` questions."""

    count: int
    fluency: float
    accuracy: float
    product: float
    retrieval: float


@dataclass(frozen=True, slots=True)
class Totals:
    """The leaderboard's columns Retrieval, QA-FL, QA-Acc and QA, to four decimals."""

    retrieval: float
    fluency: float
    accuracy: float
    product: float


def leaderboard_totals(batches: Iterable[Batch], questions: int = TEST_QUESTIONS) -> Totals:
    """Weigh the batches by their counts; a question that is missing counts as zero.

    Example: ``leaderboard_totals([Batch(3770, 1.0, 0.5, 0.5, 0.8)]).accuracy`` is 0.25.
    """
    batches = list(batches)
    return Totals(
        retrieval=round(sum(batch.count * batch.retrieval for batch in batches) / questions, 4),
        fluency=round(sum(batch.count * batch.fluency for batch in batches) / questions, 4),
        accuracy=round(sum(batch.count * batch.accuracy for batch in batches) / questions, 4),
        product=round(sum(batch.count * batch.product for batch in batches) / questions, 4),
    )
