"""The cheater that sees only where candidates stand."""

from collections.abc import Sequence

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Sights

_MOST = 12


def position() -> LinearCheater:
    """Goes by the number of a choice, or by the row or sentence that a candidate stands in."""
    return LinearCheater("position", "sees only where each answer stands", _look)


def _look(items: Sequence[Item]) -> Sights:
    sizes = [len(item.candidates) for item in items]
    marked = [
        [f"position {one.place + 1}" if one.place < _MOST else f"after position {_MOST}"]
        for item in items
        for one in item.candidates
    ]
    return Sights(sizes, [], np.zeros((sum(sizes), 0), np.float32), marked)
