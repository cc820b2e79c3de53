"""Two things and one measure of both: what comparisons, differences and verdicts start from."""

import random
from collections.abc import Sequence

import msgspec

from manyhop.generation._query import Query
from manyhop.generation._single import LeafName, Single
from manyhop.generation._topic import Topic
from manyhop.generation.cells import comparison
from manyhop.generation.composing._draft import (
    Draft,
    filled,
    known,
    leaf_of,
    named_in,
    open_leaf,
    phrase,
    takes,
    written,
)
from manyhop.generation.composing._joining import nested
from manyhop.generation.composing._pool import Measure, Pool
from manyhop.programs import Compare, Compose, Program, moment, quantity

Leaves = tuple[LeafName | None, LeafName | None]
_TRIES = 8  # measures looked at in one throw


class Side(msgspec.Struct, frozen=True):
    """The measure of one thing, which the question names or describes by another question.

    ``thing`` are the words for the thing, ``value`` those for its measure; ``written`` and
    ``pseudo`` are the same in the bracketed language.
    """

    program: Program
    thing: str
    value: str
    written: str
    pseudo: str
    queries: dict[str, Query]
    singles: tuple[Single, ...]
    named: tuple[str, ...]
    answer: str


class Sides(msgspec.Struct, frozen=True):
    """Two sides and what is measured of both."""

    measure: Measure
    one: Side
    other: Side

    def put(self, form: str, swapped: bool = False) -> str:
        """A question with both things in place of ``{a}`` and ``{b}``; names the table once."""
        one, other = (self.other, self.one) if swapped else (self.one, self.other)
        question = form.replace("{a}", one.thing).replace("{b}", other.thing)
        tail = one.singles[0].tail
        return question.replace(tail, "", 1) if tail and question.count(tail) > 1 else question

    @property
    def rises(self) -> bool | None:
        """Whether the second thing has the greater measure; None where that cannot be told."""
        first, second = (side.singles[0].answers[0] for side in (self.one, self.other))
        if self.measure[1] == "date":
            earlier, later = moment(first), moment(second)
            return earlier < later if earlier and later else None
        both = [quantity(text) for text in (first, second)]
        same = [each for each in both if each]
        if len(same) < 2 or same[0].unit != same[1].unit:
            return None
        return same[0].amount < same[1].amount

    @property
    def queries(self) -> dict[str, Query]:
        """The queries of both."""
        return self.one.queries | self.other.queries

    @property
    def singles(self) -> tuple[Single, ...]:
        """The questions that both are made of."""
        return self.one.singles + self.other.singles

    @property
    def named(self) -> tuple[str, ...]:
        """The things that the question names."""
        return self.one.named + self.other.named


def sides(
    pool: Pool, leaves: Leaves, chance: random.Random, measures: Sequence[Measure]
) -> Sides | None:
    """Two things that differ in a measure; None where this throw of the dice finds none.

    A leaf says by which kind of question a side is described, None that it is named.
    """
    for _ in range(_TRIES if measures else 0):
        measure = chance.choice(measures)
        found = pool.measures[measure]
        things = chance.sample(list(found), min(2, len(found)))
        inner = [_describing(pool, leaf, found, chance) for leaf in leaves]
        if len(things) < 2 or any(
            leaf and not single for leaf, single in zip(leaves, inner, strict=True)
        ):
            continue
        lookups = [
            found[single.entities[0] if single else thing]
            for thing, single in zip(things, inner, strict=True)
        ]
        if any(
            single and not takes(lookup.phrase, single)
            for lookup, single in zip(lookups, inner, strict=True)
        ):
            continue
        one, other = map(_side, lookups, inner)
        if _differ(one, other):
            return Sides(measure, one, other)
    return None


def _describing(
    pool: Pool, leaf: LeafName | None, found: dict[str, Single], chance: random.Random
) -> Single | None:
    if leaf is None:
        return None
    single = pool.any_naming(leaf, chance)
    return single if single and single.entities[0] in found else None


def _side(lookup: Single, inner: Single | None) -> Side:
    if inner is None:
        said = lookup.subject_said or lookup.subject
        return Side(
            program=Compose(open_leaf(lookup), known(lookup)),
            thing=said,
            value=lookup.phrase.replace("[answer]", said),
            written=f"[{lookup.subject}]",
            pseudo=written(lookup),
            queries={filled(lookup, [lookup.subject]): lookup.query},
            singles=(lookup,),
            named=named_in(lookup),
            answer=lookup.subject,
        )
    answer = inner.values[0].text
    return Side(
        program=Compose(open_leaf(lookup), leaf_of(inner)),
        thing=phrase(inner),
        value=lookup.phrase.replace("[answer]", phrase(inner)),
        written="{" + written(inner) + "}",
        pseudo=nested(lookup, inner),
        queries={filled(lookup, [answer]): lookup.query, inner.whole: inner.query},
        singles=(lookup, inner),
        named=named_in(inner),
        answer=answer,
    )


def _differ(one: Side, other: Side) -> bool:
    first, second = one.singles[0], other.singles[0]
    return (
        first.subject_entity != second.subject_entity
        and one.answer != other.answer
        and first.answers != second.answers
    )


def comparison_of(topic: Topic, pool: Pool, leaves: Leaves, chance: random.Random) -> Draft | None:
    """A comparison of two rows of the topic's table; None where no two rows fit.

    Example: "Which is longer, the Humber Bridge or the bridge that opened in 1937?"
    """
    cells = [measure for measure in pool.measures if measure[0][0] == "cells"]
    both = sides(pool, leaves, chance, cells)
    if both is None:
        return None
    words = comparison(topic, int(both.measure[0][2]), chance)
    if words is None:
        return None
    one, other = (both.one, both.other) if chance.random() < 0.5 else (both.other, both.one)
    return Draft(
        question=words.question(one.thing, other.thing),
        pseudo=words.pseudo(one.written, other.written),
        program=Compare(words.operation, (both.one.program, both.other.program)),
        queries=both.queries,
        singles=both.singles,
        named=both.named,
        told=tuple(side.answer for side in (both.one, both.other) if len(side.singles) == 1),
    )
