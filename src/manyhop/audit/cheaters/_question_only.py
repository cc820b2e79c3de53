"""The cheater that sees the question and the choices, and no context."""

from collections.abc import Sequence

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Sights
from manyhop.audit.cheaters._form import words
from manyhop.audit.cheaters._vectors import Vectors

_COLUMNS = (
    "likeness to the question",
    "likeness to what stands before the blank",
    "likeness to what stands after the blank",
    "likeness to the nearest part of the question",
    "words shared with the question",
    "length beside that of the question's parts",
)


def question_only() -> LinearCheater:
    """Goes by how a choice fits the question's words, or the titles around a blank.

    It does not look at the context, and at the choices only beside the question.
    """
    return LinearCheater(
        "question-only", "sees the question and the choices, but no context", _look
    )


def _look(items: Sequence[Item]) -> Sights:
    texts = (
        text
        for item in items
        for text in (item.asked, *item.shown, *(one.text for one in item.candidates))
    )
    vectors = Vectors(texts)
    rows: list[tuple[float, ...]] = []
    marked: list[list[str]] = []
    for item in items:
        rows += _figures(item, vectors)
        asked = words(item.question)
        kind = " ".join(asked[:2])
        marked += [
            [f"“{word}” where the question begins “{kind}”" for word in set(words(one.text))]
            if kind and not item.shown
            else []
            for one in item.candidates
        ]
    sizes = [len(item.candidates) for item in items]
    dense = np.array(rows, np.float32).reshape(-1, len(_COLUMNS))
    return Sights(sizes, _COLUMNS, dense, map(sorted, marked))


def _figures(item: Item, vectors: Vectors) -> list[tuple[float, ...]]:
    ours = vectors.of([one.text for one in item.candidates])
    whole = ours @ vectors.of([item.asked])[0]
    shown = [part for part in item.shown if part]
    parts = ours @ vectors.of(shown).T if shown else np.zeros((len(ours), 1), np.float32)
    before, after = np.zeros_like(whole), np.zeros_like(whole)
    if "" in item.shown:
        hole = item.shown.index("")
        if hole > 0:
            before = ours @ vectors.of([item.shown[hole - 1]])[0]
        if hole + 1 < len(item.shown):
            after = ours @ vectors.of([item.shown[hole + 1]])[0]
    asked = set(words(item.asked))
    usual = sum(map(len, shown)) / len(shown) if shown else 0.0
    return [
        (
            float(whole[place]),
            float(before[place]),
            float(after[place]),
            float(parts[place].max()),
            _shared(one.text, asked),
            -abs(len(one.text) - usual) / (usual + 1) if usual else 0.0,
        )
        for place, one in enumerate(item.candidates)
    ]


def _shared(text: str, others: set[str]) -> float:
    found = words(text)
    return sum(word in others for word in found) / max(len(found), 1)
