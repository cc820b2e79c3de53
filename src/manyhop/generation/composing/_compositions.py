"""Compose: a question about a thing that another question finds."""

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
    takes,
    written,
)
from manyhop.generation.composing._pool import Pool
from manyhop.programs import Compose

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
