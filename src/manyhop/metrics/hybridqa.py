"""HybridQA's exact match and F1, which are SQuAD's over a single gold answer.

Both sides are lower-cased, ASCII punctuation is deleted (not replaced by a space: ``"1-0"`` is
``"10"``), then the words a, an and the, then repeated white space. Numbers are not converted and
accents stay. The official script reads one string for each question and averages over all.
Example: ``f1("the Humber Bridge", "Humber")`` is 0.667.
"""

import re
import string
from collections import Counter

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_MARKS = str.maketrans("", "", string.punctuation)


def normalize(text: str) -> str:
    """Drop case, punctuation, articles and spaces too many.

    Example: ``normalize("The U.S. Open")`` is ``"us open"``.
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_MARKS)).split())


def exact_match(prediction: str, gold: str) -> float:
    """Give 1 for the same answer, normalised; nothing at all equals a lone article."""
    return float(normalize(prediction) == normalize(gold))


def f1(prediction: str, gold: str) -> float:
    """Compare the bags of words, repetitions counted; two empty bags agree.

    Example: ``f1("red and white", "white")`` is 0.5.
    """
    ours, theirs = normalize(prediction).split(), normalize(gold).split()
    if not ours or not theirs:
        return float(ours == theirs)
    common = (Counter(ours) & Counter(theirs)).total()
    return 2 * common / (len(ours) + len(theirs))
