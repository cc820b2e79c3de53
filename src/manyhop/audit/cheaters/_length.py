"""The cheater that sees only how long candidates are."""

import math
from collections.abc import Sequence

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Sights
from manyhop.audit.cheaters._marks import length_marks

_COLUMNS = ("number of words", "number of letters", "distance from the mean length")


def length() -> LinearCheater:
    """Goes by letters and words, and by what is the longest or shortest."""
    return LinearCheater("length", "sees only how long each answer is", _look)


def _look(items: Sequence[Item]) -> Sights:
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
    return Sights(sizes, _COLUMNS, np.array(rows, np.float32).reshape(-1, 3), marked)
