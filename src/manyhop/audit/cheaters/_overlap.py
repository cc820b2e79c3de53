"""The cheater that only counts shared words."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Sights
from manyhop.audit.cheaters._marks import words

_COLUMNS = (
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
    return LinearCheater("overlap", "only counts shared words", _look, shallow=True)


def _look(items: Sequence[Item]) -> Sights:
    holders = Counter(
        word for item in items for one in item.candidates for word in set(words(one.text))
    )
    total = max(sum(len(item.candidates) for item in items), 1)
    rarity = {word: math.log(total / number) for word, number in holders.items()}
    rows: list[tuple[float, ...]] = []
    for item in items:
        rows += _figures(item, rarity)
    sizes = [len(item.candidates) for item in items]
    return Sights(sizes, _COLUMNS, np.array(rows, np.float32).reshape(-1, len(_COLUMNS)))


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
