"""Which of several values to say: the one that agrees best with all that are likely."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

SENTENCE_WEIGHT = 0.4  # of the reranker's log-odds for a value's sentence, beside its own
SOFTNESS = 0.3  # below 1 the less likely values have more of a say

_WORD = re.compile(r"\w+")


def likeliest_value(
    texts: Sequence[str], log_chances: Sequence[float], sentences: Sequence[float]
) -> int:
    """The place of the value to say, from how likely each is and how its sentence was judged.

    "the river Humber" and "Humber" speak for one another: what is given is not the single most
    likely value but the one that shares most words with all of them, each by its chance.

    Example: ``likeliest_value(["1815", "Emma", "in 1815"], [-1.0, -0.9, -1.5], [0, 0, 0])`` → 0
    """
    scores = np.asarray(log_chances, float) + SENTENCE_WEIGHT * np.asarray(sentences, float)
    chances = np.exp(SOFTNESS * (scores - scores.max()))
    words = [Counter(_WORD.findall(text.casefold())) for text in texts]
    agreement = [sum(chances * [_overlap(one, other) for other in words]) for one in words]
    return int(np.argmax(agreement))


def _overlap(one: Counter[str], other: Counter[str]) -> float:
    """F1 over words."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0
