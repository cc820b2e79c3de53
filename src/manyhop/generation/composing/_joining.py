"""Compose and Intersect: a question about what another one finds, or about what two agree on."""

import random

from manyhop.generation._single import LeafName, Single
from manyhop.generation.cells import opened
from manyhop.generation.composing._draft import (
    Draft,
    filled,
    leaf_of,
    named_in,
    open_leaf,
    phrase,
    several,
    takes,
    without_hole,
    written,
)
from manyhop.generation.composing._pool import Pool
from manyhop.programs import Aggregate, Compose, Intersect

_LONG = 12  # words of a phrase after which nobody knows what its last ones belong to


def composition(
    pool: Pool, outer: LeafName, inner: LeafName, chance: random.Random
) -> Draft | None:
    """One question of two hops, or None where this throw of the dice finds no pair that fits.

    Example: "Who designed the bridge with the greatest length?" asks a table, then a text.
    """
    found = pool.any_naming(inner, chance)
    if found is None:
        return None
    asking = [each for each in pool.about(outer, found.entities[0]) if takes(each.question, found)]
    return composed(chance.choice(asking), found, chance) if asking else None


def composed(outer: Single, inner: Single, chance: random.Random) -> Draft:
    """The outer question with the inner one's words in place of its subject."""
    answer = inner.values[0].text
    return Draft(
        question=_worded(outer, inner, chance),
        pseudo=nested(outer, inner),
        program=Compose(open_leaf(outer), leaf_of(inner)),
        queries={filled(outer, [answer]): outer.query, inner.whole: inner.query},
        singles=(outer, inner),
        named=named_in(inner),
    )


def _worded(outer: Single, inner: Single, chance: random.Random) -> str:
    """The question; what names the table goes first where it would part subject and verb.

    Example: "In the 2019 season, when was the club with the most points founded?"
    """
    inside = phrase(inner)
    parts = not outer.question.endswith("[answer]?") or len(inside.split()) > _LONG
    if inner.tail and not outer.tail and chance.random() < (0.8 if parts else 0.2):
        question = outer.question.replace("[answer]", inside.removesuffix(inner.tail))
        return opened(inner.tail.strip(), question)
    return outer.question.replace("[answer]", inside)


def nested(outer: Single, inner: Single) -> str:
    """The bracketed language of one question inside that of another.

    What names the table comes first, as in the released data.
    """
    place, inside = _apart(written(inner))
    own, around = _apart(outer.pseudo)
    return (own or place) + around.replace("[answer]", "{" + inside + "}")


def _apart(pseudo: str) -> tuple[str, str]:
    """The words that name the table, and the rest."""
    if pseudo.startswith("In [") and "], " in pseudo:
        place, rest = pseudo.split("], ", 1)
        return place + "], ", rest
    return "", pseudo


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


def _worded_for_both(one: Single, other: Single, count: bool, chance: random.Random) -> str:
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
        question=_worded_for_both(without_hole(one), without_hole(other), count, chance),
        pseudo=f"{counting}{written(one)} and {written(other).split(' ', 1)[-1]}",
        program=Aggregate("count", both) if count else both,
        queries={one.whole: one.query, other.whole: other.query},
        singles=(one, other),
        named=named_in(one) + named_in(other),
    )
