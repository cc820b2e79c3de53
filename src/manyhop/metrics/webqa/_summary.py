"""WebQA's means: fluency, accuracy and their product, overall and by category."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

EVERYTHING = "All"


@dataclass(frozen=True, slots=True)
class Scored:
    """One question's scores (0..1); no fluency where it was not computed."""

    category: str
    accuracy: float
    fluency: float | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over ``n`` questions (0..1); ``product`` is the mean of fluency times accuracy."""

    n: int
    accuracy: float
    fluency: float | None
    product: float | None


def summarize(questions: Iterable[Scored]) -> dict[str, Summary]:
    """Give the means over all questions, under "All", and over each category that occurs.

    Example: ``summarize([Scored("YesNo", 1.0, 0.5)])["All"].product`` is 0.5.
    """
    groups: dict[str, list[Scored]] = {}
    for question in questions:
        groups.setdefault(EVERYTHING, []).append(question)
        groups.setdefault(question.category, []).append(question)
    return {name: _mean(group) for name, group in groups.items()}


def _mean(group: list[Scored]) -> Summary:
    accuracy = fmean(one.accuracy for one in group)
    fluent = [(one.fluency, one.accuracy) for one in group if one.fluency is not None]
    if len(fluent) < len(group):
        return Summary(len(group), accuracy, None, None)
    fluency = fmean(fluency for fluency, _ in fluent)
    return Summary(len(group), accuracy, fluency, fmean(one * other for one, other in fluent))
