"""Intersect: the things of which two questions are both true; and how many they are."""

import random

from manyhop.generation._single import LeafName, Single
from manyhop.generation.cells import opened
from manyhop.generation.composing._draft import (
    Draft,
    leaf_of,
    named_in,
    several,
    without_hole,
    written,
)
from manyhop.generation.composing._pool import Pool
from manyhop.programs import Aggregate, Intersect

_TRIES = 12  # pairs looked at in one throw
_ENOUGH = 3  # things of a list; of two, whoever reads it alone guesses the right one half the time


def intersection(
    pool: Pool, left: LeafName, right: LeafName, chance: random.Random, *, count: bool = False
) -> Draft | None:
    """A question with two conditions, each of which says too little alone.

    Where some lists are long enough that guessing from one does not pay, these are joined.
    Example: "Which of the players whose club was Ajax were born in Rotterdam?"
    """
    if not pool.listing[left] or not pool.listing[right]:
        return None
    guessed: tuple[Single, Single] | None = None
    for _ in range(_TRIES):
        one, other = chance.choice(pool.listing[left]), chance.choice(pool.listing[right])
        if _narrow_each_other(one, other) and one.relative and other.predicate:
            if min(len(one.entities), len(other.entities)) >= _ENOUGH:
                return _joined(one, other, count, chance)
            guessed = guessed or (one, other)
    return _joined(*guessed, count, chance) if guessed else None


def _narrow_each_other(one: Single, other: Single) -> bool:
    ours, theirs = set(one.entities), set(other.entities)
    return bool(ours & theirs) and not ours <= theirs and not theirs <= ours


def _worded(one: Single, other: Single, count: bool, chance: random.Random) -> str:
    which = "How many" if count else "Which"
    things = several(one)
    apart = one.nouns not in other.predicate
    if one.predicate and apart and chance.random() < 0.4:
        return f"{which} {one.nouns} {other.predicate} and {one.predicate}?"
    if one.tail and chance.random() < 0.7:
        things = things.removesuffix(one.tail)
        return opened(one.tail.strip(), f"{which} of the {things} {other.predicate}?")
    ones = "which ones" if one.person and not count else which.lower()
    forms = (
        f"{which} of the {things} {other.predicate}?",
        f"Of the {things}, {ones} {other.predicate}?",
        f"Among the {things}, {ones} {other.predicate}?",
    )
    return chance.choice(forms)


def _joined(one: Single, other: Single, count: bool, chance: random.Random) -> Draft:
    both = Intersect(leaf_of(one), leaf_of(other))
    counting = "how many " if count else ""
    return Draft(
        question=_worded(without_hole(one), without_hole(other), count, chance),
        pseudo=f"{counting}{written(one)} and {written(other).split(' ', 1)[-1]}",
        program=Aggregate("count", both) if count else both,
        queries={one.whole: one.query, other.whole: other.query},
        singles=(one, other),
        named=named_in(one) + named_in(other),
    )
