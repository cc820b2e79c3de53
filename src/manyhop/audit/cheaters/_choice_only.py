"""The cheater that sees only the choices."""

import math
from collections.abc import Sequence

import numpy as np

from manyhop.audit._habits import HABITS, ChoiceHabits
from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._reading_clues import MEANING
from manyhop.audit._sights import Floats, Sights
from manyhop.audit.cheaters._form import form_marks, length_marks, word_marks, words
from manyhop.audit.cheaters._vectors import Vectors, shared_encoder

_COLUMNS = (
    "number of words",
    "number of letters",
    "share of words in capitals",
    "likeness to the other choices",
    "likeness to the nearest choice",
    "likeness to the farthest choice",
    "words shared with the other choices",
)


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
