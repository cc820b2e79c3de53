"""WebQA's fluency (FL): how probable an answer is given a reference, by BARTScore."""

import math
import string
from collections.abc import Callable, Sequence

LogScorer = Callable[[Sequence[str], Sequence[str]], list[float]]
"""Sources and targets in; for each pair the mean log-probability of the target out."""

_MARKS = str.maketrans("", "", string.punctuation)


def fluency(
    candidate: str, references: Sequence[str], scorer: LogScorer, *, normed: bool = True
) -> float:
    """Give FL (0..1): the best of the references, each as fluent as itself at most.

    It is FL only with a scorer that holds the official weights, ``BartScore(base, weights)``.
    ``normed=False`` leaves out the division by a reference's own score.
    Example: ``fluency("It is red.", ["It's red."], BartScore(base, weights))``
    """
    answer = fluency_text(candidate)
    golds = [fluency_text(reference) for reference in references]
    given = scorer(golds, [answer] * len(golds))
    itself = scorer(golds, golds) if normed else [0.0] * len(golds)
    return fluency_from_log_scores(given, itself)


def fluency_from_log_scores(given: Sequence[float], itself: Sequence[float]) -> float:
    """Combine log scores, of the candidate given each reference and of each reference itself.

    Example: ``fluency_from_log_scores([-2.0], [-1.0])`` is exp(-1), 0.3679.
    """
    best = max(c - r for c, r in zip(given, itself, strict=True))
    return math.exp(min(0.0, best))


def fluency_text(text: str) -> str:
    """Strip punctuation and spare spaces, keeping the case: what BARTScore gets to see.

    Example: ``fluency_text("Yes , it's red .")`` is ``"Yes its red"``.
    """
    return " ".join(text.translate(_MARKS).split())
