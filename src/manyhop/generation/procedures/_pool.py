"""What wrong choices are drawn from, and what is near in it."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.generation.procedures._settings import ClozeSettings
from manyhop.generation.procedures._titles import same_words

_BLOCK = 512  # rows whose distances to all others are held at a time


class Item(msgspec.Struct, frozen=True):
    """A title or a picture that can be a choice, and the procedures that it belongs to."""

    name: str
    owners: frozenset[str]


class Neighbours(msgspec.Struct, frozen=True):
    """The rows nearest to one, nearest first, without itself; their distances and the mean."""

    rows: NDArray[np.int64]
    distances: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """The mean distance, below which a neighbour could be right as well."""
        return float(self.distances.mean()) if len(self.distances) else 0.0


class Pool:
    """Items with their vectors.

    Example: ``pool.kept(pool.row("Whisk the eggs"))``: rows near enough and not too near.
    """

    def __init__(
        self, items: Sequence[Item], vectors: NDArray[np.float32], settings: ClozeSettings
    ) -> None:
        self.items = list(items)
        self.settings = settings
        if settings.distance == "cosine":
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
            vectors = np.asarray(vectors / np.where(lengths > 0, lengths, 1), np.float32)
        self.vectors = np.asarray(vectors, np.float32)
        self._found: dict[tuple[int, int], Neighbours] = {}

    @cached_property
    def _rows(self) -> dict[str, int]:
        rows: dict[str, int] = {}
        for row, item in enumerate(self.items):
            rows.setdefault(item.name, row)
        return rows

    @cached_property
    def words(self) -> list[str]:
        """What decides whether two items say the same."""
        return [same_words(item.name) for item in self.items]

    def row(self, name: str) -> int:
        """Where an item stands; the first of those with one name."""
        return self._rows[name]

    def distances(
        self, rows: Sequence[int], to: Sequence[int] | None = None
    ) -> NDArray[np.float64]:
        """From each of some rows to all others, or those named."""
        ours = self.vectors[list(rows)]
        theirs = self.vectors if to is None else self.vectors[list(to)]
        products = (ours @ theirs.T).astype(np.float64)
        if self.settings.distance == "cosine":
            return np.asarray(1 - products)
        squares = (ours**2).sum(1, np.float64)[:, None] - 2 * products
        squares += (theirs**2).sum(1, np.float64)
        return np.asarray(np.sqrt(np.maximum(squares, 0)))

    def find(self, rows: Iterable[int], k: int) -> None:
        """Look up the ``k`` nearest of many rows at once, which is quicker than one by one."""
        missing = sorted({row for row in rows if (row, k) not in self._found})
        for start in range(0, len(missing), _BLOCK):
            block = missing[start : start + _BLOCK]
            for row, distances in zip(block, self.distances(block), strict=True):
                distances[row] = np.inf
                self._found[row, k] = _nearest(distances, min(k, len(self.items) - 1))

    def neighbours(self, row: int, k: int | None = None) -> Neighbours:
        """The nearest ``k`` rows (by default as many as the settings say)."""
        k = k or self.settings.neighbours
        self.find([row], k)
        return self._found[row, k]

    def kept(self, row: int, k: int | None = None) -> list[int]:
        """The neighbours that are not too near, nor, where the settings say so, too far."""
        near = self.neighbours(row, k)
        settings = self.settings
        bound = settings.too_near * near.mean
        inside = near.distances >= bound - 1e-12
        if settings.at_the_bound == "drop":
            inside = near.distances > bound + 1e-12
        if settings.too_far is not None:
            inside &= near.distances <= settings.too_far * near.mean
        return [int(one) for one in near.rows[inside]]

    def allowed(self, row: int, owner: str, other: int) -> bool:
        """Whether ``other`` may be a wrong choice where ``row`` is right, in a procedure."""
        settings, item = self.settings, self.items[other]
        if other == row or item.name == self.items[row].name:
            return False
        if settings.own_titles == "exclude" and owner in item.owners:
            return False
        return settings.same_words == "allow" or self.words[other] != self.words[row]


def _nearest(distances: NDArray[np.float64], k: int) -> Neighbours:
    if k < 1:
        return Neighbours(np.zeros(0, np.int64), np.zeros(0))
    few = np.argpartition(distances, k - 1)[:k]
    bound = distances[few].max()
    few = np.flatnonzero(distances <= bound)  # so that ties go by row, whatever the partition did
    rows = few[np.argsort(distances[few], kind="stable")][:k]
    return Neighbours(rows.astype(np.int64), distances[rows])
