"""How likely an answer is to be right."""

from collections.abc import Sequence

from manyhop.answering._attempt import Attempt

LEAST = 0.2  # an answer that is less likely to be right is not given


def features() -> None: ...


def confidence_of(best: Attempt, tried: Sequence[Attempt]) -> float:
    """The chance that an answer is right, 0..1."""
    values = best.outcome.values
    return values[0].score if values else 0.0
