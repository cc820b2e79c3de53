"""Algorithm 1 of the M3C paper: wrong choices spread evenly over clusters of titles.

Every cluster has a budget; a wrong choice spends one of its cluster's, and a cluster without
budget gives none. The printed algorithm draws again until a cluster with budget turns up, which
need never happen. Here nothing is drawn that can't be taken: where no neighbour's cluster has
budget left, the setting ``exhausted`` decides (overdraw the cluster that has most left, give every
cluster its budget once more, or leave the question out), so each question takes a bounded number
of draws.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.generation.procedures._blank import Blank, Choices
from manyhop.generation.procedures._pool import Pool

_MOST_DRAWS = 1000  # for one wrong choice, where repeated draws spend budget


def budget_choices(blanks: Sequence[Blank], pool: Pool, wrong: int, seed: int) -> list[Choices]:
    """Each blank with ``wrong`` choices by Algorithm 1, in the order of the blanks.

    Example: ``budget_choices(blanks, pool, 3, seed=0)``
    """
    settings = pool.settings
    k = settings.cluster_neighbours or settings.neighbours
    pool.find((pool.row(blank.answer) for blank in blanks), k)
    assigned = clusters(pool.vectors, settings.clusters, np.random.default_rng(seed))
    purse = _Purse(blanks, pool, [int(one) for one in assigned], wrong)
    made = []
    for blank in blanks:
        row = pool.row(blank.answer)
        named = [
            (other, place if settings.title_index == "as_printed" else other)
            for place, other in enumerate(pool.kept(row, k))
        ]
        kept = [_Draw(*pair) for pair in named if pool.allowed(row, blank.procedure, pair[1])]
        names = purse.draw(kept, wrong, random.Random(f"{seed} wrong {blank.id}"))
        if len(names) == wrong:
            made.append(Choices(blank, names))
    return made


class _Draw(NamedTuple):
    """A neighbour, and the row whose name it stands for: its own, unless as printed."""

    row: int
    named: int


class _Purse:
    """What each cluster may still give."""

    def __init__(
        self, blanks: Sequence[Blank], pool: Pool, assigned: Sequence[int], wrong: int
    ) -> None:
        self.pool = pool
        self.cluster = assigned
        settings = pool.settings
        number = max(assigned, default=0) + 1
        even = settings.budget or -(-wrong * len(blanks) // number)
        self.full = dict.fromkeys(range(number), even)
        if settings.budget_by == "answers":
            answers = Counter(assigned[pool.row(blank.answer)] for blank in blanks)
            self.full = {cluster: wrong * answers[cluster] for cluster in range(number)}
        self.left = dict(self.full)
        self.least = 1 if settings.spent_at == "zero" else 0

    def draw(self, kept: list[_Draw], wrong: int, chance: random.Random) -> tuple[str, ...]:
        """Names of different items; fewer than ``wrong`` where there are no more."""
        names: dict[str, str] = {}
        for _ in range(wrong):
            one = self._one(kept, names, chance)
            if one is None:
                break
            self.left[self.cluster[one.row]] -= 1
            names[self._key(one)] = self.pool.items[one.named].name
        return tuple(names.values())

    def _one(self, kept: list[_Draw], names: dict[str, str], chance: random.Random) -> _Draw | None:
        for _ in range(_MOST_DRAWS):
            able = [one for one in kept if self.left[self.cluster[one.row]] >= self.least]
            fresh = [one for one in able if self._key(one) not in names]
            if not fresh:
                break
            if self.pool.settings.repeated_draw == "free":
                return chance.choice(fresh)
            one = chance.choice(able)
            if self._key(one) not in names:
                return one
            self.left[self.cluster[one.row]] -= 1
        return self._beyond([one for one in kept if self._key(one) not in names], chance)

    def _beyond(self, fresh: list[_Draw], chance: random.Random) -> _Draw | None:
        """What to take where no cluster has budget left."""
        if not fresh or self.pool.settings.exhausted == "drop":
            return None
        if self.pool.settings.exhausted == "refill":
            for cluster, amount in self.full.items():
                self.left[cluster] += max(amount, 1)
            return chance.choice(fresh)
        most = max(self.left[self.cluster[one.row]] for one in fresh)
        return chance.choice([one for one in fresh if self.left[self.cluster[one.row]] == most])

    def _key(self, one: _Draw) -> str:
        pool = self.pool
        if pool.settings.same_words == "exclude":
            return pool.words[one.named]
        return pool.items[one.named].name


_ROUNDS = 50


def clusters(
    vectors: NDArray[np.float32], number: int, chance: np.random.Generator
) -> NDArray[np.int64]:
    """The cluster of each row, by Lloyd's algorithm from k-means++ starts.

    It ends when no row changes its cluster, or after 50 rounds. An empty cluster stays empty.
    Example: ``clusters(vectors, 50, np.random.default_rng(0))``
    """
    number = min(number, len(vectors))
    if number == 0:
        return np.zeros(0, np.int64)
    centres = _starts(vectors, number, chance)
    lengths = np.einsum("ij,ij->i", vectors, vectors)
    assigned = np.full(len(vectors), -1, np.int64)
    for _ in range(_ROUNDS):
        distances = _squares(vectors, lengths, centres)
        nearest = distances.argmin(axis=1)
        if np.array_equal(nearest, assigned):
            break
        assigned = nearest
        counts = np.bincount(assigned, minlength=number)
        sums = np.zeros(centres.shape, np.float64)
        np.add.at(sums, assigned, vectors)
        full = counts > 0
        centres[full] = (sums[full] / counts[full, None]).astype(np.float32)
    return assigned


def _starts(
    vectors: NDArray[np.float32], number: int, chance: np.random.Generator
) -> NDArray[np.float32]:
    """Rows as first centres, each drawn by its squared distance from those before."""
    lengths = np.einsum("ij,ij->i", vectors, vectors)
    chosen = [int(chance.integers(len(vectors)))]
    nearest = _squares(vectors, lengths, vectors[chosen])[:, 0]
    while len(chosen) < number:
        weights = np.cumsum(nearest, dtype=np.float64)
        if weights[-1] <= 0:  # fewer different rows than clusters
            chosen.append(int(chance.integers(len(vectors))))
            continue
        drawn = min(np.searchsorted(weights, chance.random() * weights[-1]), len(vectors) - 1)
        chosen.append(int(drawn))
        nearest = np.minimum(nearest, _squares(vectors, lengths, vectors[chosen[-1:]])[:, 0])
    return vectors[chosen].copy()


def _squares(
    vectors: NDArray[np.float32], lengths: NDArray[np.float32], centres: NDArray[np.float32]
) -> NDArray[np.float32]:
    around = np.einsum("ij,ij->i", centres, centres)
    squares = lengths[:, None] - 2 * vectors @ centres.T + around
    return np.asarray(np.maximum(squares, 0), np.float32)
