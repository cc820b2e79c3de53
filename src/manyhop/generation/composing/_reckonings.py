"""Questions that reckon: how many, the sum or mean over several things, how far apart two are."""

import random
import re
from collections.abc import Sequence

import msgspec

from manyhop.generation._query import Query
from manyhop.generation._single import LeafName, Single
from manyhop.generation.cells import greater
from manyhop.generation.composing._draft import (
    Draft,
    filled,
    leaf_of,
    open_leaf,
    several,
    without_hole,
    written,
)
from manyhop.generation.composing._joining import intersection
from manyhop.generation.composing._pool import Pool
from manyhop.generation.composing._sides import Leaves, Sides, sides
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


# How people ask about the measures of two things: "Was one founded before the other?".

_DONE_BY_TWO = re.compile(
    r"\b(?:year|when|(?:what|which) date) (was|were|did) \[answer\] ([a-z][a-z ]*)", re.IGNORECASE
)
_BIRTH = re.compile(r"\b(?:date|year) of birth of \[answer\]")
_COUNTED_OF_TWO = re.compile(r"\bhow many ([^?]+?) (did|does) \[answer\] ([a-z]+)", re.IGNORECASE)
_SHOWN_OF_TWO = re.compile(
    r"\bhow many ([^?]+?) are there ([io]n) (the \w+ (?:of|for)) \[answer\]", re.I
)
_LIVING = re.compile(r"\bhow many ([a-z]+) ([a-z]+) in \[answer\]", re.IGNORECASE)
_DEGREE = re.compile(r"\bhow (\w+) (is|was) \[answer\]", re.IGNORECASE)
_DEGREES = {
    "long": ("longer", "shorter"),
    "tall": ("taller", "shorter"),
    "high": ("higher", "lower"),
    "deep": ("deeper", "shallower"),
    "wide": ("wider", "narrower"),
    "old": ("older", "younger"),
    "heavy": ("heavier", "lighter"),
}


class TwoMeasured(msgspec.Struct, frozen=True):
    """Questions about two things, ``{a}`` and ``{b}``.

    ``more`` and ``less`` ask whether the first has more (of dates: is later) or less; ``apart`` how
    much lies between them, where the first has more.
    """

    more: tuple[str, ...]
    less: tuple[str, ...]
    apart: tuple[str, ...]

    def with_tail(self, tail: str) -> "TwoMeasured":
        """The same with the words that name the table."""
        more, less, apart = (
            tuple(f"{form[:-1]}{tail}?" for form in forms)
            for forms in (self.more, self.less, self.apart)
        )
        return TwoMeasured(more, less, apart)


def two_dated(lookup: Single) -> TwoMeasured | None:
    """How to ask about the dates of two things; None where only nouns will do.

    Example: "In which year was [answer] founded?" → "Was {a} founded before {b}?"
    """
    question = lookup.question.replace(lookup.tail, "") if lookup.tail else lookup.question
    found = _DONE_BY_TWO.search(question)
    if found:
        verb, done = found[1].lower(), found[2].strip()
    elif _BIRTH.search(question):
        verb, done = "was", "born"
    else:
        return _dated_by_noun(lookup)
    if "for which" in question.lower():
        return None
    whether = verb.capitalize()
    several = "did" if verb == "did" else "were"
    return TwoMeasured(
        more=(f"{whether} {{a}} {done} after {{b}}?", f"{whether} {{a}} {done} later than {{b}}?"),
        less=(
            f"{whether} {{a}} {done} before {{b}}?",
            f"{whether} {{a}} {done} earlier than {{b}}?",
        ),
        apart=(
            f"How many years after {{b}} {verb} {{a}} {done}?",
            f"How many years before {{a}} {verb} {{b}} {done}?",
            f"How many years apart {several} {{a}} and {{b}} {done}?",
        ),
    ).with_tail(lookup.tail)


def _dated_by_noun(lookup: Single) -> TwoMeasured | None:
    found = _NOUN.fullmatch(lookup.phrase.removesuffix(lookup.tail))
    if found is None:
        return None
    noun = found[1]
    return TwoMeasured(
        more=(f"Is the {noun} of {{a}} later than that of {{b}}?",),
        less=(f"Is the {noun} of {{a}} earlier than that of {{b}}?",),
        apart=(f"How many years lie between the {noun} of {{a}} and that of {{b}}?",),
    ).with_tail(lookup.tail)


def two_counted(lookup: Single) -> TwoMeasured | None:
    """How to ask about the numbers of two things; None where only nouns will do.

    Example: "How many goals did [answer] score?" → "Did {a} score more goals than {b}?"
    """
    question = lookup.question
    if found := _COUNTED_OF_TWO.search(question):
        things, does, base = found.groups()
        return _pair(
            f"{does.capitalize()} {{a}} {base} {{more}} {things} than {{b}}?",
            (f"How many more {things} {does} {{a}} {base} than {{b}}?",),
        ).with_tail(lookup.tail)
    if found := _SHOWN_OF_TWO.search(question):
        things, there, picture = found.groups()
        one, other = f"{there} {picture} {{a}}", f"{there} that of {{b}}"
        return _pair(
            f"Are there {{more}} {things} {one} than {other}?",
            (f"How many more {things} are there {one} than {other}?",),
        )
    if found := _LIVING.search(question):
        people, live = found.groups()
        return _pair(
            f"Do {{more}} {people} {live} in {{a}} than in {{b}}?",
            (f"How many more {people} {live} in {{a}} than in {{b}}?",),
        )
    found = _DEGREE.search(question)
    if found and found[1].lower() in _DEGREES:
        longer, shorter = _DEGREES[found[1].lower()]
        verb = found[2].lower()
        forms = tuple(f"{verb.capitalize()} {{a}} {each} than {{b}}?" for each in (longer, shorter))
        return TwoMeasured(
            forms[:1], forms[1:], (f"How much {longer} {verb} {{a}} than {{b}}?",)
        ).with_tail(lookup.tail)
    return _by_noun(lookup)


def _by_noun(lookup: Single) -> TwoMeasured | None:
    found = _NOUN.fullmatch(lookup.phrase.removesuffix(lookup.tail))
    if found is None or found[1].startswith("number of"):
        return None
    noun = found[1].split(" in ")[0]
    past = re.search(r"\bwas\b", lookup.question) is not None
    be, does = ("was", "Did") if past else ("is", "Does")
    more, less = (
        (
            f"{be.capitalize()} the {noun} of {{a}} {word} than that of {{b}}?",
            *([f"{does} {{a}} have a {word} {noun} than {{b}}?"] if _is_one(noun) else ()),
        )
        for word in (greater(noun, True), greater(noun, False))
    )
    return TwoMeasured(
        more,
        less,
        (
            f"What {be} the difference in {noun} between {{a}} and {{b}}?",
            f"How much {greater(noun, True)} {be} the {noun} of {{a}} than that of {{b}}?",
            f"By how much {does.lower()} the {noun} of {{a}} exceed that of {{b}}?",
        ),
    ).with_tail(lookup.tail)


def _is_one(noun: str) -> bool:
    return not noun.endswith("s") or noun.endswith("ss")


def _pair(whether: str, apart: Sequence[str]) -> TwoMeasured:
    more, fewer = (whether.replace("{more}", word) for word in ("more", "fewer"))
    return TwoMeasured((more,), (fewer,), tuple(apart))


_SHOWN = re.compile(r"the number of (.+) (in|on) the (\w+) (?:of|for) \[answer\]")
_NOUN = re.compile(r"the ([a-z][a-z -]*) of \[answer\]")
_NUMBER = re.compile(r"the number of ([^\[\]]+) that \[answer\] ([a-z]+)")
_COUNTED = re.compile(r"\bhow many ([^?]+?) (did|do)(?:es)? \[answer\] ([a-z]+)", re.IGNORECASE)
_DONE = re.compile(r"\b(year|when|date) (was|did) \[answer\] ([a-z][a-z ]*)", re.IGNORECASE)
_MOST = {"larger": "largest", "higher": "highest", "smaller": "smallest", "lower": "lowest"}
_MOST |= {"longer": "longest", "shorter": "shortest"}


def over_several(lookup: Single, operation: Aggregation, things: str) -> tuple[str, ...]:
    """Questions for one value over the things, none where no wording is natural.

    Example: with "How many goals did [answer] score?", "sum" and "clubs that were founded in 1901"
    → "How many goals did the clubs that were founded in 1901 score in total?"
    """
    question = lookup.question.replace(lookup.tail, "") if lookup.tail else lookup.question
    phrase = lookup.phrase.removesuffix(lookup.tail)
    if found := _SHOWN.fullmatch(phrase):
        forms = _shown(found[1], found[2], found[3], operation, things)
    elif (found := _COUNTED.search(question)) and operation in {"sum", "mean"}:
        forms = _counted(found[1], found[2].lower(), found[3], operation, things)
    elif found := _NUMBER.fullmatch(phrase):
        most = "largest" if operation == "max" else "smallest"
        forms = (f"What is the {most} number of {found[1]} that any of the {things} {found[2]}?",)
    elif (found := _DONE.search(question)) and "for which" not in question.lower():
        forms = _dated(found[1].lower(), found[2].lower(), found[3].strip(), operation, things)
    elif found := _NOUN.fullmatch(phrase):
        forms = _figures(found[1], operation, things)
    else:
        return ()
    return tuple(f"{form[:-1]}{lookup.tail}?" for form in forms)


def _shown(
    shown: str, there: str, picture: str, operation: Aggregation, things: str
) -> tuple[str, ...]:
    pictures = f"{there} the {picture}s of the {things}"
    match operation:
        case "sum":
            return (
                f"How many {shown} are there in total {pictures}?",
                f"What is the total number of {shown} {pictures}?",
            )
        case "mean":
            return (
                f"How many {shown} are there on average {pictures}?",
                f"What is the average number of {shown} {pictures}?",
            )
    most = "highest" if operation == "max" else "lowest"
    return (f"What is the {most} number of {shown} {there} any {picture} of the {things}?",)


def _counted(
    counted: str, do: str, base: str, operation: Aggregation, things: str
) -> tuple[str, ...]:
    how_many = f"ow many {counted} {do} the {things} {base}"
    if operation == "sum":
        return (
            f"H{how_many} in total?",
            f"H{how_many} altogether?",
            f"Taken together, h{how_many}?",
        )
    return f"H{how_many} on average?", f"On average, h{how_many}?"


def _dated(
    asked: str, verb: str, done: str, operation: Aggregation, things: str
) -> tuple[str, ...]:
    when = {"year": "In which year", "when": "When", "date": "On which date"}[asked]
    last = "first" if operation == "min" else "last"
    return (
        f"{when} {verb} the {last} of the {things} {done}?",
        f"Among the {things}, {when[0].lower()}{when[1:]} {verb} the {last} {done}?",
    )


def _figures(noun: str, operation: Aggregation, things: str) -> tuple[str, ...]:
    match operation:
        case "sum":
            return (
                f"What is the total {noun} of the {things}?",
                f"What is the combined {noun} of the {things}?",
            )
        case "mean":
            return (
                f"What is the average {noun} of the {things}?",
                f"On average, what is the {noun} of the {things}?",
            )
    most = _MOST[greater(noun.split(" in ")[0], operation == "max")]
    if "date" in noun.split() or "year" in noun.split():
        most = "latest" if operation == "max" else "earliest"
    return (
        f"What is the {most} {noun} among the {things}?",
        f"Among the {things}, what is the {most} {noun}?",
    )
