"""Our own remedy: four questions lend each other their answers.

Four questions of one split, from four procedures, get the same four choices, and each choice is
right in one of them. Whatever a model computes from the choices alone, it picks the same one four
times and is right once: a quarter, by construction and not only on average. Algorithm 1 evens out
how often a title is wrong, but leaves the right one at the centre of the others.
"""

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np

from manyhop.generation.procedures._blank import Blank, Choices
from manyhop.generation.procedures._pool import Pool

_LOOKED_AT = 4096  # free questions among which the nearest partners are sought


def exchange_choices(blanks: Sequence[Blank], pool: Pool, wrong: int, seed: int) -> list[Choices]:
    """Blanks in groups of ``wrong + 1`` that share their choices; who finds no group is left out.

    Partners are the nearest answers that keep the neighbourhood's bound to all in the group: none
    is so near to another that it would be right as well.
    Example: ``exchange_choices(blanks, pool, 3, seed=0)``
    """
    made: dict[str, Choices] = {}
    free = _ordered(blanks, seed)
    exchange = _Exchange(pool, free)
    taken: set[int] = set()
    for first in range(len(free)):
        if first in taken:
            continue
        others = [one for one in range(first + 1, len(free)) if one not in taken]
        group = exchange.group(first, others[:_LOOKED_AT], wrong)
        if len(group) <= wrong:
            continue
        taken.update(group)
        for one in group:
            lent = [free[other].answer for other in group if other != one]
            random.Random(f"{seed} order {free[one].id}").shuffle(lent)
            made[free[one].id] = Choices(free[one], tuple(lent))
    return [made[blank.id] for blank in blanks if blank.id in made]


def _ordered(blanks: Sequence[Blank], seed: int) -> list[Blank]:
    """Frequent answers first, since they have the fewest partners left later; else by chance."""
    counts = Counter(blank.answer for blank in blanks)
    drawn = {blank.id: random.Random(f"{seed} group {blank.id}").random() for blank in blanks}
    return sorted(blanks, key=lambda blank: (-counts[blank.answer], drawn[blank.id]))


class _Exchange:
    def __init__(self, pool: Pool, blanks: Sequence[Blank]) -> None:
        self.pool = pool
        self.blanks = blanks
        self.rows = [pool.row(blank.answer) for blank in blanks]
        pool.find(self.rows, pool.settings.neighbours)
        bound = pool.settings.too_near
        self.bounds = np.array([bound * pool.neighbours(row).mean for row in self.rows])

    def group(self, first: int, others: Sequence[int], wrong: int) -> list[int]:
        """The first blank and its nearest partners, all fit for each other."""
        group = [first]
        if len(others) < wrong:
            return group
        rows = [self.rows[other] for other in others]
        distances = self.pool.distances([self.rows[first]], rows)[0]
        apart = distances >= np.maximum(self.bounds[list(others)], self.bounds[first]) - 1e-12
        for place in np.argsort(distances, kind="stable"):
            other = others[int(place)]
            if not apart[place] or not all(self._fit(one, other) for one in group):
                continue
            if any(self._too_near(one, other) for one in group[1:]):
                continue
            group.append(other)
            if len(group) > wrong:
                break
        return group

    def _fit(self, one: int, other: int) -> bool:
        pool, ours, theirs = self.pool, self.blanks[one], self.blanks[other]
        return (
            ours.procedure != theirs.procedure
            and pool.allowed(self.rows[one], ours.procedure, self.rows[other])
            and pool.allowed(self.rows[other], theirs.procedure, self.rows[one])
        )

    def _too_near(self, one: int, other: int) -> bool:
        distance = self.pool.distances([self.rows[one]], [self.rows[other]])[0, 0]
        return bool(distance < max(self.bounds[one], self.bounds[other]) - 1e-12)
