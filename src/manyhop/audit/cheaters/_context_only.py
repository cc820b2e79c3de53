"""The cheater that sees the context and the choices, and no question."""

from collections.abc import Sequence

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Sights
from manyhop.audit.cheaters._form import words
from manyhop.audit.cheaters._vectors import Vectors

_COLUMNS = (
    "likeness to the context",
    "likeness to the nearest part of the context",
    "words shared with the context",
    "times that its words stand in the context",
)


def context_only() -> LinearCheater:
    """Goes by how a choice fits the context, whatever was asked."""
    return LinearCheater(
        "context-only", "sees the context and the choices, but no question", _look, shallow=True
    )


def _look(items: Sequence[Item]) -> Sights:
    texts = (
        text for item in items for text in (*item.context, *(one.text for one in item.candidates))
    )
    vectors = Vectors(texts)
    rows: list[tuple[float, ...]] = []
    for item in items:
        rows += _figures(item, vectors)
    sizes = [len(item.candidates) for item in items]
    return Sights(sizes, _COLUMNS, np.array(rows, np.float32).reshape(-1, len(_COLUMNS)))


def _figures(item: Item, vectors: Vectors) -> list[tuple[float, ...]]:
    if not item.context:
        return [(0.0,) * len(_COLUMNS)] * len(item.candidates)
    parts = vectors.of([one.text for one in item.candidates]) @ vectors.of(item.context).T
    said = words(" ".join(item.context))
    times: dict[str, int] = {}
    for word in said:
        times[word] = times.get(word, 0) + 1
    rows: list[tuple[float, ...]] = []
    for place, one in enumerate(item.candidates):
        found = words(one.text)
        number = max(len(found), 1)
        rows.append(
            (
                float(parts[place].mean()),
                float(parts[place].max()),
                sum(word in times for word in found) / number,
                float(np.log1p([times.get(word, 0) for word in found]).sum()) / number,
            )
        )
    return rows
