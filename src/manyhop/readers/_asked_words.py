"""The words of a question, and which of them have been explained so far."""

import re
import unicodedata
from typing import NamedTuple

_TOKEN = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_]+(?:'s\b)?")
_EMPTY = """a an the of in on at to for by with and is was were are be been being did do does done
has have had having what which who whom whose where when how many much that this these those there
their its it his her they them he she from as all list listed lists table chart name named names
give tell me number numbers total times time also during into among each one ones recorded shown can
could would will according show find people any s located based take took taken place occur occurred
happen happened get got held please every"""
_STOP = frozenset(_EMPTY.split())
_ENDINGS = {"ings": 4, "ing": 4, "ions": 5, "ion": 5, "ers": 4, "er": 4, "ors": 4, "or": 4} | {
    "ed": 3,
    "es": 3,
    "s": 3,
    "e": 3,
}  # and how many letters must stay


class Word(NamedTuple):
    """A word in lower case without accents, and its place in the question."""

    text: str
    start: int
    end: int

    @property
    def stem(self) -> str:
        return stem(self.text)

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing by itself."""
        return self.text in _STOP


class AskedWords:
    """A question's words; whoever makes use of some takes them, and what is left is in doubt.

    Example: ``AskedWords("How long is it?").left()`` → ``[Word("long", 4, 8)]``
    """

    def __init__(self, question: str) -> None:
        self.text = plain(question)
        self.words = [
            Word(match[0].removesuffix("'s"), match.start(), match.end())
            for match in _TOKEN.finditer(self.text)
        ]
        self._taken: set[Word] = set()

    def take(self, start: int, end: int) -> None:
        """The words between two places are explained."""
        self._taken.update(word for word in self.words if start <= word.start and word.end <= end)

    def is_free(self, start: int, end: int) -> bool:
        """Whether none of the words between two places has been taken."""
        return not any(start <= word.start and word.end <= end for word in self._taken)

    def left(self) -> list[Word]:
        """The words that say something and are not explained."""
        return [word for word in self.words if word not in self._taken and not word.is_empty]


def plain(text: str) -> str:
    """The text in lower case without accents, with every letter where it was.

    Example: ``plain("Pont d’Iéna")`` → ``"pont d'iena"``
    """
    if text.isascii():
        return text.lower()
    folded = (unicodedata.normalize("NFKD", sign)[0].lower()[:1] for sign in text)
    return "".join(folded).replace("’", "'")


def stem(word: str) -> str:
    """A word without its ending, so that "opened" and "opening", "city" and "cities" are alike.

    Example: ``stem("designer")`` → ``"design"``
    """
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    for ending, least in _ENDINGS.items():
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


def words_of(text: str) -> list[str]:
    """The words of a text in lower case without accents, in order."""
    return [match[0].removesuffix("'s") for match in _TOKEN.finditer(plain(text))]


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order."""
    return [stem(word) for word in words_of(text)]
