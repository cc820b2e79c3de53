"""The cheater that sees only the choices."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.audit._choice_features import words_of
from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._reading_clues import MEANING
from manyhop.audit._sights import Floats, Sights, Whole
from manyhop.audit.cheaters._form import (
    Vectors,
    form_marks,
    length_marks,
    shared_encoder,
    word_marks,
    words,
)

_COLUMNS = (
    "number of words",
    "number of letters",
    "share of words in capitals",
    "likeness to the other choices",
    "likeness to the nearest choice",
    "likeness to the farthest choice",
    "words shared with the other choices",
)
HABITS = ("right rather than wrong before", "right before", "wrong before")


def choice_only() -> LinearCheater:
    """Sees what the choices say, how they are written, how alike they are, and where they stand.

    It remembers how often each was right and wrong in other documents.
    Example: ``audit(benchmark, cheaters=[choice_only()])``
    """
    return LinearCheater(
        "choice-only",
        "sees only the choices",
        _look,
        recalled=HABITS,
        remember=ChoiceHabits,
    )


def _look(items: Sequence[Item]) -> Sights:
    vectors = Vectors(one.text for item in items for one in item.candidates)
    total = sum(len(item.candidates) for item in items)
    dimension = shared_encoder().dimension
    dense = np.empty((total, len(_COLUMNS) + dimension), np.float32)
    marked: list[list[str]] = []
    row = 0
    for item in items:
        texts = [one.text for one in item.candidates]
        here = vectors.of(texts)
        block = dense[row : row + len(texts)]
        block[:, : len(_COLUMNS)] = _figures(texts, here)
        block[:, len(_COLUMNS) :] = here
        for place, (text, extent) in enumerate(zip(texts, length_marks(texts), strict=True)):
            at = f"position {place + 1}"
            marked.append([*word_marks(text), *form_marks(text), *extent, at])
        row += len(texts)
    columns = (*_COLUMNS, *(f"{MEANING}{number}" for number in range(dimension)))
    return Sights([len(item.candidates) for item in items], columns, dense, marked)


def _figures(texts: Sequence[str], vectors: Floats) -> Floats:
    number = len(texts)
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, np.nan)
    sets = [set(words(text)) for text in texts]
    rows = [
        (
            math.log1p(len(text.split())),
            math.log1p(len(text)),
            sum(word[0].isupper() for word in text.split()) / max(len(text.split()), 1),
            0.0,
            0.0,
            0.0,
            sum(len(one & other) / max(len(one | other), 1) for other in sets) - 1,
        )
        for text, one in zip(texts, sets, strict=True)
    ]
    figures = np.array(rows, np.float32)
    others = cosines[~np.eye(number, dtype=bool)].reshape(number, number - 1)
    figures[:, 3], figures[:, 4], figures[:, 5] = others.mean(1), others.max(1), others.min(1)
    return figures


# How often each choice was right and wrong among the questions learnt from.


class ChoiceHabits:
    """Counts by a choice's words; a document's own questions never count for it.

    Example: ``ChoiceHabits(items)(rows)`` has the log odds of being right and the logs of both
    counts, of every candidate of all items.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        keys: dict[str, int] = {}
        pairs: dict[tuple[str, int], int] = {}
        key, pair, question, right = [], [], [], []
        for number, item in enumerate(items):
            for place, one in enumerate(item.candidates):
                key.append(keys.setdefault(words_of(one.text), len(keys)))
                pair.append(pairs.setdefault((item.group, key[-1]), len(pairs)))
                question.append(number)
                right.append(place == item.answer)
        self._key, self._pair = np.array(key, np.int64), np.array(pair, np.int64)
        self._question, self._right = np.array(question, np.int64), np.array(right, bool)
        self._questions = len(items)

    def __call__(self, rows: Whole) -> Floats:
        """The figures when only the questions at ``rows`` were learnt from."""
        learnt = np.zeros(self._questions, bool)
        learnt[rows] = True
        here = learnt[self._question]
        right = self._counts(here & self._right)
        wrong = self._counts(here & ~self._right)
        odds = np.log((right + 0.5) / (wrong + 1.5))
        return np.column_stack([odds, np.log1p(right), np.log1p(wrong)]).astype(np.float32)

    def _counts(self, counted: NDArray[np.bool_]) -> Whole:
        every = np.bincount(self._key[counted], minlength=self._key.max(initial=0) + 1)
        own = np.bincount(self._pair[counted], minlength=self._pair.max(initial=0) + 1)
        return every[self._key] - own[self._pair]
