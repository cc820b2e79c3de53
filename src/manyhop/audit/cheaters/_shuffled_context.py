"""The cheater that reads the context in a random order."""

from collections.abc import Sequence
from random import Random

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Sights
from manyhop.audit.cheaters._vectors import Floats, Vectors

_COLUMNS = (
    "likeness to the question",
    "likeness to the nearest part of the context",
    "likeness to the context between the blank's neighbours",
    "likeness to the part where the blank is",
)


def shuffled_context(order: bool = False) -> LinearCheater:
    """Reads question and context, whose parts were shuffled; with ``order``, as they stand.

    What both get right needs no order of steps or passages.
    """
    name, how = ("ordered-context", "in order") if order else ("shuffled-context", "shuffled")

    def look(items: Sequence[Item]) -> Sights:
        return _look(items, order)

    return LinearCheater(name, f"reads everything, but the context {how}", look, shallow=True)


def _look(items: Sequence[Item], order: bool) -> Sights:
    texts = (
        text
        for item in items
        for text in (
            item.asked,
            *item.context,
            *item.shown,
            *(one.text for one in item.candidates),
        )
    )
    vectors = Vectors(texts)
    rows: list[list[float]] = []
    for item in items:
        rows += _figures(item, vectors, order)
    sizes = [len(item.candidates) for item in items]
    return Sights(sizes, _COLUMNS, np.array(rows, np.float32).reshape(-1, len(_COLUMNS)))


def _figures(item: Item, vectors: Vectors, order: bool) -> list[list[float]]:
    ours = vectors.of([one.text for one in item.candidates])
    figures = np.zeros((len(ours), len(_COLUMNS)), np.float32)
    figures[:, 0] = ours @ vectors.of([item.asked])[0]
    context = list(item.context)
    if not order:
        Random(f"shuffled {item.id}").shuffle(context)
    if context:
        parts = vectors.of(context)
        fits = ours @ parts.T
        figures[:, 1] = fits.max(axis=1)
        low, high = _between(item, parts, vectors)
        figures[:, 2] = fits[:, low:high].max(axis=1)
        figures[:, 3] = fits[:, (low + high) // 2 if high - low > 1 else low]
    found: list[list[float]] = figures.tolist()
    return found


def _between(item: Item, parts: Floats, vectors: Vectors) -> tuple[int, int]:
    """The parts after the one that fits what stands before the blank, up to what comes after."""
    number = len(parts)
    if "" not in item.shown:
        return 0, number
    hole = item.shown.index("")
    low, high = 0, number
    if hole > 0:
        low = int((parts @ vectors.of([item.shown[hole - 1]])[0]).argmax()) + 1
    if hole + 1 < len(item.shown):
        high = int((parts @ vectors.of([item.shown[hole + 1]])[0]).argmax())
    return (low, high) if low < high else (0, number)
