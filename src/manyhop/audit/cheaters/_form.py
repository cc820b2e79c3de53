"""Cheaters that see only form: lengths, places, shared words; words and vectors for others."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Floats, Sights
from manyhop.models import StaticEncoder

_LENGTHS = ("number of words", "number of letters", "distance from the mean length")


def length() -> LinearCheater:
    """Goes by letters and words, and by what is the longest or shortest."""
    return LinearCheater("length", "sees only how long each answer is", _see_length)


def _see_length(items: Sequence[Item]) -> Sights:
    rows: list[tuple[float, float, float]] = []
    marked: list[list[str]] = []
    for item in items:
        texts = [one.text for one in item.candidates]
        mean = sum(map(len, texts)) / len(texts)
        rows += [
            (
                math.log1p(len(t.split())),
                math.log1p(len(t)),
                abs(math.log((len(t) + 1) / (mean + 1))),
            )
            for t in texts
        ]
        marked += length_marks(texts)
    sizes = [len(item.candidates) for item in items]
    return Sights(sizes, _LENGTHS, np.array(rows, np.float32).reshape(-1, 3), marked)


# What can be said of a candidate's form in a word or two.

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def words(text: str) -> list[str]:
    """The words in small letters: ``words("Don't stir!")`` → ``["don't", "stir"]``."""
    return _WORD.findall(text.casefold())


def word_marks(text: str) -> list[str]:
    """The words that a text has, and those that it begins and ends with."""
    found = words(text)
    if not found:
        return []
    marks = [f"the word “{word}”" for word in dict.fromkeys(found)]
    return [*marks, f"begins with “{found[0]}”", f"ends with “{found[-1]}”"]


def form_marks(text: str) -> list[str]:
    """How a text is written."""
    letters = [word for word in text.split() if word[0].isalpha()]
    signs = {
        "ends in an exclamation mark": text.endswith("!"),
        "ends in a full stop": text.endswith("."),
        "has a comma": "," in text,
        "has a digit": any(sign.isdigit() for sign in text),
        "has brackets": "(" in text,
        "is one word": len(text.split()) == 1,
        "all in capitals": text.isupper(),
        "begins with a small letter": text[:1].islower(),
        "every word begins with a capital": len(letters) > 1
        and all(word[0].isupper() for word in letters),
    }
    return [name for name, has in signs.items() if has]


def length_marks(texts: Sequence[str]) -> list[list[str]]:
    """Which text of some is the longest and which the shortest, if one is."""
    lengths = [len(text) for text in texts]
    marks: list[list[str]] = [[] for _ in texts]
    for name, bound in (("the longest", max(lengths)), ("the shortest", min(lengths))):
        if lengths.count(bound) == 1:
            marks[lengths.index(bound)].append(name)
    return marks


_MOST = 12


def position() -> LinearCheater:
    """Goes by the number of a choice, or by the row or sentence that a candidate stands in."""
    return LinearCheater("position", "sees only where each answer stands", _see_place)


def _see_place(items: Sequence[Item]) -> Sights:
    sizes = [len(item.candidates) for item in items]
    marked = [
        [f"position {one.place + 1}" if one.place < _MOST else f"after position {_MOST}"]
        for item in items
        for one in item.candidates
    ]
    return Sights(sizes, [], np.zeros((sum(sizes), 0), np.float32), marked)


_OVERLAPS = (
    "rare words shared with the question",
    "rare words shared with the context",
    "rare words shared with one part of the context",
    "share of its words in the question",
    "share of its words in the context",
)


def overlap() -> LinearCheater:
    """Takes what has most words in common with the question and the context.

    It sees everything and understands nothing.
    """
    return LinearCheater("overlap", "only counts shared words", _see_overlap, shallow=True)


def _see_overlap(items: Sequence[Item]) -> Sights:
    holders = Counter(
        word for item in items for one in item.candidates for word in set(words(one.text))
    )
    total = max(sum(len(item.candidates) for item in items), 1)
    rarity = {word: math.log(total / number) for word, number in holders.items()}
    rows: list[tuple[float, ...]] = []
    for item in items:
        rows += _figures(item, rarity)
    sizes = [len(item.candidates) for item in items]
    return Sights(sizes, _OVERLAPS, np.array(rows, np.float32).reshape(-1, len(_OVERLAPS)))


def _figures(item: Item, rarity: dict[str, float]) -> list[tuple[float, ...]]:
    asked = set(words(item.asked))
    parts = [set(words(part)) for part in item.context]
    context = set().union(*parts)
    return [_row(words(one.text), asked, context, parts, rarity) for one in item.candidates]


def _row(
    found: list[str],
    asked: set[str],
    context: set[str],
    parts: list[set[str]],
    rarity: dict[str, float],
) -> tuple[float, ...]:
    ours = set(found)
    whole = sum(rarity[word] for word in ours) or 1.0

    def weight(others: set[str]) -> float:
        return sum(rarity[word] for word in sorted(ours & others)) / whole

    number = max(len(ours), 1)
    return (
        weight(asked),
        weight(context),
        max(map(weight, parts), default=0.0),
        len(ours & asked) / number,
        len(ours & context) / number,
    )


# Vectors of many texts, each looked up once.


class Vectors:
    """The vectors of some texts: ``Vectors(["Bake", "Serve"]).of(["Serve"])``."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        self._vectors = shared_encoder().encode(list(self._rows))

    def of(self, texts: Iterable[str]) -> Floats:
        """One row for each text."""
        return self._vectors[[self._rows[text] for text in texts]]


@cache
def shared_encoder() -> StaticEncoder:
    """The shipped encoder, loaded once."""
    return StaticEncoder.load()
