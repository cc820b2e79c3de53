"""Free answers from what stands in the context, with or without a look at the question."""

import math
from collections.abc import Sequence
from random import Random

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Sights
from manyhop.audit.cheaters._marks import form_marks, words

_OWN = ("number of words", "number of letters", "times in the context", "how early it stands")
_BESIDE = (
    "words around it that are asked for",
    "question's words around it",
    "its own words asked",
)


def context_guess() -> LinearCheater:
    """Takes what looks most like an answer: a name, a number, what is repeated or first."""
    return LinearCheater("context-only", "sees only the context", _look)


def shared_words_guess() -> LinearCheater:
    """Takes what stands in the row or sentence that shares most words with the question."""
    return LinearCheater("overlap", "only counts shared words", _beside, shallow=True)


def shuffled_guess() -> LinearCheater:
    """The same where rows and sentences were dealt out anew among the candidates."""
    return LinearCheater(
        "shuffled-context", "reads everything, but the context shuffled", _shuffled, shallow=True
    )


def _look(items: Sequence[Item]) -> Sights:
    figures = [_own(item) for item in items]
    return _sights(items, _OWN, figures)


def _beside(items: Sequence[Item]) -> Sights:
    figures = [
        [(*own, *near) for own, near in zip(_own(item), _near(item, arounds(item)), strict=True)]
        for item in items
    ]
    return _sights(items, (*_OWN, *_BESIDE), figures)


def _shuffled(items: Sequence[Item]) -> Sights:
    figures = []
    for item in items:
        dealt = arounds(item)
        Random(f"shuffled {item.id}").shuffle(dealt)
        near = _near(item, dealt)
        figures.append([(*own, *by) for own, by in zip(_own(item), near, strict=True)])
    return _sights(items, (*_OWN, *_BESIDE), figures)


def _sights(
    items: Sequence[Item], columns: Sequence[str], figures: list[list[tuple[float, ...]]]
) -> Sights:
    sizes = [len(item.candidates) for item in items]
    marked = [
        [f"{one.kind} of the context", *form_marks(one.text)]
        for item in items
        for one in item.candidates
    ]
    dense = np.array([row for rows in figures for row in rows], np.float32)
    return Sights(sizes, columns, dense.reshape(-1, len(columns)), marked)


def _own(item: Item) -> list[tuple[float, ...]]:
    return [
        (
            math.log1p(len(one.text.split())),
            math.log1p(len(one.text)),
            math.log(one.times),
            -math.log1p(one.place),
        )
        for one in item.candidates
    ]


def arounds(item: Item) -> list[str]:
    """What stands around each candidate."""
    return [one.around for one in item.candidates]


def _near(item: Item, around: Sequence[str]) -> list[tuple[float, ...]]:
    asked = set(words(item.question))
    sets: dict[str, set[str]] = {text: set(words(text)) for text in dict.fromkeys(around)}
    rows: list[tuple[float, ...]] = []
    for one, text in zip(item.candidates, around, strict=True):
        own, near = set(words(one.text)), sets[text]
        shared = len(asked & near)
        rows.append(
            (
                shared / max(len(near), 1),
                shared / max(len(asked), 1),
                len(own & asked) / max(len(own), 1),
            )
        )
    return rows
