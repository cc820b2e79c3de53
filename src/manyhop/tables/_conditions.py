"""Conditions from the numbers and times of a question: equal, more or less, within, a part."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.sources import table_engine
from manyhop.tables._asked import Asked, Period
from manyhop.tables._opening import OpenColumn, OpenTable
from manyhop.tables._query import Filter, Relation
from manyhop.tables._words import words

Cover = NDArray[np.float32]


class CellLink(NamedTuple):
    """A condition that some words of the question may mean."""

    filter: Filter
    score: float
    exact: bool
    places: frozenset[int]
    cover: Cover
    sort: str  # cell, holds, number, time, flag, empty, meaning, same, range, part


def cover_of(asked: Asked, places: frozenset[int]) -> Cover:
    """Full cover of some words."""
    cover = np.zeros(len(asked.words), np.float32)
    cover[list(places)] = 1.0
    return cover


def number_links(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
    """Numbers of the question in columns of numbers: equal, more or less than that, or within."""
    columns = [column for column in table.columns if column.sort == "number"]
    yield from _number_ranges(asked, columns)
    for named in asked.numbers:
        relation = _relation(asked, named.places)
        within = [
            column
            for column in columns
            if column.lowest <= named.value <= column.highest or relation != "="
        ]
        if not within:
            continue
        counts = ", ".join(f"count_if({column.value} = {named.value!r})" for column in within)
        query = f"SELECT {counts} FROM {table.name}"
        there = table_engine().execute(query).fetchone() or ()
        for column, number in zip(within, there, strict=True):
            share = 0.9 if column.is_key else 0.7
            if number:
                yield _link(asked, Filter(column, "=", named.value), share, named.places, "number")
            if relation != "=" and column.lowest <= named.value <= column.highest:
                places = named.places | _near(asked, named.places)
                yield _link(asked, Filter(column, relation, named.value), 0.75, places, "number")


def _number_ranges(asked: Asked, columns: list[OpenColumn]) -> Iterator[CellLink]:
    values = {named.places: named.value for named in asked.numbers}
    for one, other, whole in asked.ranges:
        if one not in values or other not in values or values[one] >= values[other]:
            continue
        low, high = values[one], values[other]
        for column in columns:
            if column.lowest <= high and low <= column.highest:
                chosen = Filter(column, "within", (low, high))
                yield _link(asked, chosen, 0.85, whole, "range")


def time_links(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
    """Days, months, years and parts of dates of the question in columns of dates."""
    columns = [column for column in table.columns if column.sort == "date"]
    if not columns:
        return
    yield from _time_ranges(asked, columns)
    for period, column in product(asked.periods, columns):
        relation = _relation(asked, period.places)
        low, high = _bounds(period, relation)
        places = period.places | (_near(asked, period.places) if relation != "=" else frozenset())
        yield _link(asked, Filter(column, "when", (low, high)), 0.8, places, "time")
    for part, column in product(asked.parts, columns):
        chosen = Filter(column, "part", (part.piece, part.number))
        yield _link(asked, chosen, 0.75, part.places, "part")


def _time_ranges(asked: Asked, columns: list[OpenColumn]) -> Iterator[CellLink]:
    periods = {period.places: period for period in asked.periods}
    for one, other, whole in asked.ranges:
        if one in periods and other in periods and periods[one].low < periods[other].low:
            for column in columns:
                chosen = Filter(column, "when", (periods[one].low, periods[other].high))
                yield _link(asked, chosen, 0.9, whole, "range")


def _bounds(period: Period, relation: Relation) -> tuple[str, str]:
    match relation:
        case ">":
            return period.high, "9999-01-01"
        case ">=":
            return period.low, "9999-01-01"
        case "<":
            return "0001-01-01", period.low
        case "<=":
            return "0001-01-01", period.high
    return period.low, period.high


def _link(
    asked: Asked, condition: Filter, score: float, places: frozenset[int], sort: str
) -> CellLink:
    return CellLink(condition, score, True, places, cover_of(asked, places), sort)


def _relation(asked: Asked, places: frozenset[int]) -> Relation:
    """What the words around a number say of it."""
    known = words()
    before = [each.text for each in asked.words[: min(places)]][-3:]
    after = [each.text for each in asked.words[max(places) + 1 :]][:2]
    if before[-2:] == ["at", "least"] or (after[:1] == ["or"] and {*after} & known.more):
        return ">="
    if before[-2:] == ["at", "most"] or (after[:1] == ["or"] and {*after} & known.less):
        return "<="
    if before[-1:] == ["than"]:
        return "<" if {*before} & known.less else ">"
    if before[-1:] and before[-1] in ("since", "until"):
        return ">=" if before[-1] == "since" else "<="
    if {*before[-1:]} & known.more:
        return ">"
    return "<" if {*before[-1:]} & known.less else "="


def _near(asked: Asked, places: frozenset[int]) -> frozenset[int]:
    known = words()
    return frozenset(
        place
        for place in range(max(0, min(places) - 3), min(len(asked.words), max(places) + 3))
        if asked.words[place].text in known.more | known.less
    )
