"""How far the cited sources speak of what the question speaks of."""

import re
from collections.abc import Iterable

_WORD = re.compile(r"\w+")
_SHAPE = frozenset(
    "a an and are as at be been by did do does for from had has have how in is it its many much of "
    "on or that the their there these they this those to was were what when where which who whom "
    "whose why will with would".split()
)


def coverage(question: str, texts: Iterable[str]) -> float:
    """The share of the question's telling words that the texts have, by their first five letters.

    Example: ``coverage("When did the bridge open?", ["The bridge was opened."])`` → ``1.0``
    """
    asked = {_stem(word) for word in _WORD.findall(question.lower()) if word not in _SHAPE}
    found = {_stem(word) for text in texts for word in _WORD.findall(text.lower())}
    return len(asked & found) / len(asked) if asked else 0.0


def _stem(word: str) -> str:
    return word[:5]
