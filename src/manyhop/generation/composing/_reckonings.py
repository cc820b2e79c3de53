"""Questions that reckon: how many, the sum or mean over several things, how far apart two are."""

import random

from manyhop.generation._query import Query
from manyhop.generation._single import LeafName, Single
from manyhop.generation.composing._draft import (
    Draft,
    filled,
    leaf_of,
    open_leaf,
    several,
    without_hole,
    written,
)
from manyhop.generation.composing._intersections import intersection
from manyhop.generation.composing._over_several import over_several
from manyhop.generation.composing._pool import Pool
from manyhop.generation.composing._sides import Leaves, Sides, sides
from manyhop.generation.composing._two_measured import two_counted, two_dated
from manyhop.programs import Aggregate, Aggregation, Arithmetic, Calculation, Compose

_PAIRS: tuple[tuple[LeafName, LeafName], ...] = (
    ("TableQ", "TextQ"),
    ("ImageListQ", "TableQ"),
    ("ImageListQ", "TextQ"),
)
_SIDES: tuple[Leaves, ...] = ((None, None), (None, "TextQ"), (None, "TableQ"), (None, "ImageListQ"))
_OPERATIONS: dict[str, tuple[Aggregation, ...]] = {
    "number": ("mean", "sum", "max", "min"),
    "date": ("min", "max"),
}
_MOST_THINGS = 8


def aggregation(pool: Pool, chance: random.Random) -> Draft | None:
    """A count of what two conditions leave, or one number over the things of a list.

    Example: "What is the average length of the bridges that opened in 1937?"
    """
    if chance.random() < 0.4:
        return intersection(pool, *chance.choice(_PAIRS), chance, count=True)
    lists = pool.listing[chance.choice(("TextQ", "ImageListQ", "TextQ"))]
    if not lists or not pool.measures:
        return None
    listing = chance.choice(lists)
    measure = chance.choice(list(pool.measures))
    lookups = [pool.measures[measure].get(thing) for thing in listing.entities]
    if not all(lookups) or len(lookups) > _MOST_THINGS or not listing.relative:
        return None
    operation = chance.choice(_OPERATIONS[measure[1]])
    return _over([each for each in lookups if each], listing, operation, chance)


def _over(
    lookups: list[Single], listing: Single, operation: Aggregation, chance: random.Random
) -> Draft | None:
    asked = lookups[0]
    forms = over_several(asked, operation, several(without_hole(listing)))
    if not forms:
        return None
    queries: dict[str, Query] = {listing.whole: listing.query}
    for answer, lookup in zip(listing.answers, lookups, strict=True):
        queries[filled(asked, [answer])] = lookup.query
    return Draft(
        question=chance.choice(forms),
        pseudo=f"{operation} of {asked.pseudo.replace('[answer]', '{' + written(listing) + '}')}",
        program=Aggregate(operation, Compose(open_leaf(asked), leaf_of(listing))),
        queries=queries,
        singles=(asked, listing),
    )


def arithmetic(pool: Pool, chance: random.Random) -> Draft | None:
    """The years between two dates, or the difference of two numbers.

    Example: "How many years after the Humber Bridge did the bridge designed by Lin open?"
    """
    both = sides(pool, chance.choice(_SIDES), chance, list(pool.measures))
    if both is None:
        return None
    dated = both.measure[1] == "date"
    operation: Calculation = "years" if dated else "difference"
    return Draft(
        question=_apart(both, dated, chance),
        pseudo=f"{operation} between [{both.one.pseudo}] and [{both.other.pseudo}]",
        program=Arithmetic(operation, both.one.program, both.other.program),
        queries=both.queries,
        singles=both.singles,
        named=both.named,
    )


def _apart(both: Sides, dated: bool, chance: random.Random) -> str:
    lookup, rises = both.one.singles[0], both.rises
    found = two_dated(lookup) if dated else two_counted(lookup)
    if found is None or rises is None:
        words = "How many years lie between" if dated else "What is the difference between"
        return f"{words} {both.one.value} and {both.other.value}?"
    return both.put(chance.choice(found.apart), swapped=rises)
