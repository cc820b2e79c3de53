"""What the operators do with the values of their parts.

Every operation gives nothing where it was given nothing it can work with. Its citations are those
of all values that it used. A side is as sure as the least sure of its values, and where several
sides must be right, their scores multiply.
"""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from math import prod

import msgspec

from manyhop.programs._program import Aggregation, Calculation, Comparison, Relation
from manyhop.programs._quantities import (
    Quantity,
    alike,
    before,
    moment,
    quantity,
    reckoned,
    rounded,
    said,
    whole_quantity,
)
from manyhop.programs._value import Value, gathered
from manyhop.sources import CellAt, Date, parse_date, time_between

Values = tuple[Value, ...]

DATED = frozenset({"earliest", "latest", "earlier", "later", "years", "months", "days"})


def best_first(values: Sequence[Value]) -> Values:
    """By score; equals keep their order."""
    return tuple(sorted(values, key=lambda value: -value.score))


def distinct(values: Sequence[Value]) -> Values:
    """The best of those that say the same, the best first."""
    best: dict[str, Value] = {}
    for value in best_first(values):
        best.setdefault(normal_form(value.text), value)
    return tuple(best.values())


def joined(text: str, *sides: Sequence[Value], about: str = "") -> Value:
    """A value that follows from those of one side or of several."""
    score = prod(min(value.score for value in side) for side in sides)
    return Value(text, score, gathered([value for side in sides for value in side]), about)


def following(value: Value, given: Values) -> Value:
    """A value that was found with others given: it is right only if those are."""
    return joined(value.text, (value,), given, about=value.about)


# ---------------------------------------------------------------- sets


def intersect(left: Values, right: Values) -> Values:
    """What both sides give, as a cell spells it or else in the shorter spelling."""
    return distinct([met for one in left for other in right if (met := _met(one, other))])


def _met(one: Value, other: Value) -> Value | None:
    chance = alikeness(one.text, other.text)
    if not chance:
        return None
    named = min(one, other, key=lambda value: (not _is_cell(value), len(value.text)))
    both = joined(named.text, (one,), (other,), about=one.about or other.about)
    return msgspec.structs.replace(both, score=both.score * chance)


def _is_cell(value: Value) -> bool:
    return bool(value.citations) and isinstance(value.citations[0].place, CellAt)


def choose(values: Values, choices: Sequence[str]) -> Values:
    """The choices that a value shares words with, the closest first."""
    close = [
        Value(choice, value.score * share, value.citations, value.about)
        for choice in choices
        for value in values
        if (share := _overlap(normal_form(value.text), normal_form(choice)))
    ]
    return distinct(close)


def _overlap(one: str, other: str) -> float:
    if one == other:
        return 1.0
    ours, theirs = set(one.split()), set(other.split())
    return 0.99 * 2 * len(ours & theirs) / max(len(ours) + len(theirs), 1)


# ---------------------------------------------------------------- numbers and dates


def readable(values: Values, *, dates: bool) -> Values:
    """Those that can be read as a date, or else as a number."""
    read = moment if dates else quantity
    return tuple(value for value in values if read(value.text) is not None)


def one_of_each(values: Values) -> Values:
    """The best value of each thing that they speak of, and all that speak of nothing."""
    first: dict[object, Value] = {}
    for place, value in enumerate(values):
        first.setdefault(normal_form(value.about) if value.about else place, value)
    return tuple(first.values())


def compare(operation: Comparison, sides: Sequence[Values]) -> Values:
    """The thing with the extreme value; several where they are equal or may be."""
    values = [value for side in sides for value in side]
    ranked = _ranks(values, dates=operation in DATED)
    if not all(sides):
        return ()
    return distinct(
        [
            joined(values[place].about or values[place].text, *sides)
            for place in _extremes(ranked, lowest=operation in {"earliest", "smallest"})
        ]
    )


def _ranks(values: Sequence[Value], *, dates: bool) -> Sequence[Date | Decimal]:
    """Dates or numbers that order the values; none where they cannot be compared."""
    if dates:
        return [day for value in values if (day := moment(value.text))]
    return [each.amount for each in _amounts(values)]


def _amounts(values: Sequence[Value]) -> Sequence[Quantity]:
    """The numbers, all in one unit; none where the units differ in kind."""
    return alike([number for value in values if (number := quantity(value.text))]) or ()


def _extremes(ranked: Sequence[Date | Decimal], *, lowest: bool) -> list[int]:
    """Where those stand that nothing is surely lower than, or higher."""
    return [
        place
        for place, rank in enumerate(ranked)
        if not any(before(*((other, rank) if lowest else (rank, other))) for other in ranked)
    ]


def amounts_or_dates(values: Values) -> Values:
    """Those that can be read as numbers or, where none can, as dates."""
    return readable(values, dates=False) or readable(values, dates=True)


def aggregate(operation: Aggregation, values: Values) -> Values:
    """One number over all values; "min" and "max" keep the words of the value they find."""
    if operation == "count":
        counted = _counted(values)
        return (joined(str(len(counted)), counted),) if counted else ()
    if operation in {"min", "max"}:
        ranked = _ranks(values, dates=not readable(values, dates=False))
        found = [values[place] for place in _extremes(ranked, lowest=operation == "min")[:1]]
        return tuple(joined(one.text, values, about=one.about) for one in found)
    amounts = _amounts(values)
    if not amounts:
        return ()
    total = sum((each.amount for each in amounts), Decimal())
    result = rounded(total / len(amounts)) if operation == "mean" else total
    return (joined(said(Quantity(result, amounts[0].unit)), values),)


def _counted(values: Values) -> Values:
    """What a count counts: every cell, but a thing that several texts name only once."""
    seen: dict[object, Value] = {}
    for value in values:
        seen.setdefault(value.citations[0] if _is_cell(value) else normal_form(value.text), value)
    return tuple(seen.values())


def calculate(operation: Calculation, left: Values, right: Values) -> Values:
    """The first fact of the left and of the right reckoned together."""
    if not left or not right:
        return ()
    result = _calculated(operation, left[0].text, right[0].text)
    return (joined(said(result), left[:1], right[:1]),) if result else ()


def _calculated(operation: Calculation, left: str, right: str) -> Quantity | None:
    if operation == "years" or operation == "months" or operation == "days":
        one, other = moment(left), moment(right)
        apart = time_between(one, other, operation) if one and other else None
        return None if apart is None else Quantity(Decimal(apart), operation)
    first, second = quantity(left), quantity(right)
    return reckoned(operation, first, second) if first and second else None


# ---------------------------------------------------------------- yes or no


def is_yes_or_no(value: Value) -> bool:
    """Whether a value says yes or no and nothing else."""
    return normal_form(value.text) in {"yes", "no"}


def relate(relation: Relation, left: Values, right: Values) -> Values:
    """Yes or no, if both sides say enough to tell."""
    holds = _holds(relation, left, right) if left and right else None
    return () if holds is None else (joined("yes" if holds else "no", left, right),)


def _holds(relation: Relation, left: Values, right: Values) -> bool | None:
    ours, theirs = ({normal_form(value.text) for value in side} for side in (left, right))
    match relation:
        case "same":
            return bool(ours & theirs)
        case "different":
            return not ours & theirs
        case "among":
            return ours <= theirs
        case "both":
            return "yes" in ours and "yes" in theirs
        case "either":
            return "yes" in ours or "yes" in theirs
    ranked = _ranks((left[0], right[0]), dates=relation in DATED)
    if len(ranked) < 2:
        return None
    one, other = ranked if relation in {"earlier", "smaller"} else reversed(ranked)
    if before(one, other):
        return True
    return False if before(other, one) or one == other else None


# When two values say the same.

_ASIDE = re.compile(r"(?<=\S)\s*\([^()]*\)\s*$")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_SIGNS = re.compile(r"[\W_]+")


@lru_cache(maxsize=4096)
def normal_form(text: str) -> str:
    """One spelling for texts that mean the same: dates and numbers by value, words without case,
    accents, punctuation, articles or an aside at the end.

    Example: ``normal_form("The Assailant (2009 film)")`` → ``"assailant"``
    """
    if date := parse_date(text):
        return str(date)
    if number := whole_quantity(text):
        return said(number)
    plain = unicodedata.normalize("NFKD", _ASIDE.sub("", text)).casefold()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = _SIGNS.sub(" ", re.sub(r"['’.]", "", plain)).strip()
    return " ".join(_ARTICLE.sub(" ", words).split()) or words or text.strip()


def alikeness(one: str, other: str) -> float:
    """The chance that two names mean the same: 1 in the same normal form; less than its share of
    the words where one stands inside the other; else 0.

    Example: ``alikeness("Pico", "Pico Island")`` → ``0.45``
    """
    ours, theirs = sorted((normal_form(one).split(), normal_form(other).split()), key=len)
    if ours == theirs:
        return 1.0
    inside = f" {' '.join(ours)} " in f" {' '.join(theirs)} "
    return 0.9 * len(ours) / len(theirs) if inside and not ours[0][:1].isdigit() else 0.0
