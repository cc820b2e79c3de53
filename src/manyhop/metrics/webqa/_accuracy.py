"""WebQA's accuracy: the words of an answer against the keywords, by category."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from manyhop.metrics.webqa._domains import DOMAINS
from manyhop.metrics.webqa._normalization import Lemmatizer, normalize

CATEGORIES = ("YesNo", "choose", "color", "shape", "number", "Others", "text")
F1_CATEGORIES = frozenset([*DOMAINS, "number"])
EPSILON = 1e-5


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far two bags of words agree; all zero where they share no word."""

    precision: float
    recall: float
    f1: float
    exact: bool


def accuracy(
    category: str, candidate: str, keywords: str, lemmatize: Lemmatizer | None = None
) -> float:
    """Give F1 for colours, shapes, numbers and yes or no, and recall for the rest.

    Example: ``accuracy("choose", "The red tower is taller.", "red tower")`` is 1.0.
    """
    scores = overlap(category, candidate, keywords, lemmatize)
    return scores.f1 if category in F1_CATEGORIES else scores.recall


def approximate_accuracy(
    category: str, candidate: str, reference: str, lemmatize: Lemmatizer | None = None
) -> float:
    """Stand in for accuracy where there are no keywords: a reference sentence takes their place.

    The F1 has no small constant here: ``approximate_accuracy("YesNo", "Yes.", "Yes, it is")``
    is 1.0.
    """
    scores = overlap(category, candidate, reference, lemmatize, epsilon=0.0)
    return scores.f1 if category in F1_CATEGORIES else scores.recall


def overlap(
    category: str,
    candidate: str,
    keywords: str,
    lemmatize: Lemmatizer | None = None,
    *,
    epsilon: float = EPSILON,
) -> Overlap:
    """Compare the words that count for the category.

    Example: ``overlap("number", "Six of the 8.5 cars", "6").precision`` is 1.0.
    """
    ours = _bag(category, normalize(candidate, lemmatize).split())
    theirs = _bag(category, normalize(keywords, lemmatize).split())
    common = len(ours) and len(theirs) and (Counter(ours) & Counter(theirs)).total()
    if not common:
        return Overlap(0.0, 0.0, 0.0, False)
    precision, recall = common / len(ours), common / len(theirs)
    f1 = 2 * precision * recall / (precision + recall + epsilon)
    return Overlap(precision, recall, f1, ours == theirs)


def whole_numbers(words: Iterable[str]) -> list[str]:
    """Keep the words that are whole numbers: ``whole_numbers(["x", "007"])`` is ``["7"]``."""
    return [str(number) for word in words if (number := _whole_number(word)) is not None]


def _bag(category: str, words: list[str]) -> list[str]:
    if category not in CATEGORIES:
        raise ValueError(f"{category!r} is no WebQA category; use one of {', '.join(CATEGORIES)}")
    if category == "number":
        return whole_numbers(words)
    if category in DOMAINS:
        return sorted(DOMAINS[category].intersection(words))
    return words


def _whole_number(word: str) -> int | None:
    try:
        return int(word)
    except ValueError:
        return None
