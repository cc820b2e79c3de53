"""The standard VQA accuracy: agreement with ten people, each left out in turn.

Example: ``accuracy("cat", ["cat"] * 2 + ["dog"] * 8)`` is 0.6.
"""

import re
from collections.abc import Sequence
from statistics import fmean

from manyhop.metrics._contractions import CONTRACTIONS

_MARKS = ';/[]"{}()=+\\_-><@`,?!'
_COMMA_IN_NUMBER = re.compile(r"\d,\d", re.ASCII)
_PERIOD = re.compile(r"\.(?!\d)", re.ASCII)
_MOST_PERIODS = 32
_ARTICLES = frozenset(["a", "an", "the"])
_DIGITS = {
    word: str(value)
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    )
} | {"none": "0"}


def accuracy(prediction: str, answers: Sequence[str]) -> float:
    """Average min(1, agreeing others / 3) over the people (0..1).

    Where all the people agree, the official script compares the raw strings, so that "Cat" is
    wrong against ten times "cat".
    """
    ours, theirs = _one_line(prediction), [_one_line(answer) for answer in answers]
    if len(set(theirs)) > 1:
        ours, theirs = normalize(ours), [normalize(answer) for answer in theirs]
    agreeing = theirs.count(ours)
    return fmean(min(1.0, (agreeing - (answer == ours)) / 3) for answer in theirs)


def normalize(text: str) -> str:
    """Strip punctuation, write small numbers as digits, drop articles, mend contractions.

    Example: ``normalize("The two dogs dont run.")`` is ``"2 dogs don't run"``.
    """
    return digits_and_articles(punctuation(text))


def punctuation(text: str) -> str:
    """Delete or blank out punctuation; the choice depends on the whole text.

    A mark next to a space is deleted, any other becomes a space, and a comma between digits
    has every mark deleted: ``punctuation("t-shirt")`` is ``"t shirt"``.
    """
    numeric = _COMMA_IN_NUMBER.search(text) is not None
    cleaned = text
    for mark in _MARKS:
        if mark in text:
            delete = numeric or f"{mark} " in text or f" {mark}" in text
            cleaned = cleaned.replace(mark, "" if delete else " ")
    return _PERIOD.sub("", cleaned, count=_MOST_PERIODS)


def digits_and_articles(text: str) -> str:
    """Lower-case, write zero to ten as digits, drop articles, put apostrophes back.

    Example: ``digits_and_articles("The Ten cats")`` is ``"10 cats"``.
    """
    words = (_DIGITS.get(word, word) for word in text.lower().split())
    return " ".join(CONTRACTIONS.get(word, word) for word in words if word not in _ARTICLES)


def _one_line(text: str) -> str:
    return text.replace("\n", " ").replace("\t", " ").strip()
