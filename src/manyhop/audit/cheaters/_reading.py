"""The cheaters that read something: the question alone, the context alone, the context shuffled."""

from collections.abc import Sequence
from random import Random

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Floats, Sights
from manyhop.audit.cheaters._form import Vectors, words

_OF_QUESTIONS = (
    "likeness to the question",
    "likeness to what stands before the blank",
    "likeness to what stands after the blank",
    "likeness to the nearest part of the question",
    "words shared with the question",
    "length beside that of the question's parts",
)
_OF_CONTEXTS = (
    "likeness to the context",
    "likeness to the nearest part of the context",
    "words shared with the context",
    "times that its words stand in the context",
)
_OF_SHUFFLED = (
    "likeness to the question",
    "likeness to the nearest part of the context",
    "likeness to the context between the blank's neighbours",
    "likeness to the part where the blank is",
)


def question_only() -> LinearCheater:
    """Goes by how a choice fits the question's words, or the titles around a blank.

    It does not look at the context, and at the choices only beside the question.
    """
    return LinearCheater(
        "question-only", "sees the question and the choices, but no context", _look_at_questions
    )


def _look_at_questions(items: Sequence[Item]) -> Sights:
    texts = (
        text
        for item in items
        for text in (item.asked, *item.shown, *(one.text for one in item.candidates))
    )
    vectors = Vectors(texts)
    rows: list[tuple[float, ...]] = []
    marked: list[list[str]] = []
    for item in items:
        rows += _question_figures(item, vectors)
        asked = words(item.question)
        kind = " ".join(asked[:2])
        marked += [
            [f"“{word}” where the question begins “{kind}”" for word in set(words(one.text))]
            if kind and not item.shown
            else []
            for one in item.candidates
        ]
    sizes = [len(item.candidates) for item in items]
    dense = np.array(rows, np.float32).reshape(-1, len(_OF_QUESTIONS))
    return Sights(sizes, _OF_QUESTIONS, dense, map(sorted, marked))


def _question_figures(item: Item, vectors: Vectors) -> list[tuple[float, ...]]:
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


# The cheater that sees the context and the choices, and no question.


def context_only() -> LinearCheater:
    """Goes by how a choice fits the context, whatever was asked."""
    return LinearCheater(
        "context-only",
        "sees the context and the choices, but no question",
        _look_at_contexts,
        shallow=True,
    )


def _look_at_contexts(items: Sequence[Item]) -> Sights:
    texts = (
        text for item in items for text in (*item.context, *(one.text for one in item.candidates))
    )
    vectors = Vectors(texts)
    rows: list[tuple[float, ...]] = []
    for item in items:
        rows += _context_figures(item, vectors)
    sizes = [len(item.candidates) for item in items]
    return Sights(sizes, _OF_CONTEXTS, np.array(rows, np.float32).reshape(-1, len(_OF_CONTEXTS)))


def _context_figures(item: Item, vectors: Vectors) -> list[tuple[float, ...]]:
    if not item.context:
        return [(0.0,) * len(_OF_CONTEXTS)] * len(item.candidates)
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


# The cheater that reads the context in a random order.


def shuffled_context(order: bool = False) -> LinearCheater:
    """Reads question and context, whose parts were shuffled; with ``order``, as they stand.

    What both get right needs no order of steps or passages.
    """
    name, how = ("ordered-context", "in order") if order else ("shuffled-context", "shuffled")

    def look(items: Sequence[Item]) -> Sights:
        return _look_at_shuffled(items, order)

    return LinearCheater(name, f"reads everything, but the context {how}", look, shallow=True)


def _look_at_shuffled(items: Sequence[Item], order: bool) -> Sights:
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
        rows += _shuffled_figures(item, vectors, order)
    sizes = [len(item.candidates) for item in items]
    return Sights(sizes, _OF_SHUFFLED, np.array(rows, np.float32).reshape(-1, len(_OF_SHUFFLED)))


def _shuffled_figures(item: Item, vectors: Vectors, order: bool) -> list[list[float]]:
    ours = vectors.of([one.text for one in item.candidates])
    figures = np.zeros((len(ours), len(_OF_SHUFFLED)), np.float32)
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
