"""Typed queries over open tables: they print as SQL, run over all rows, and know their cells."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from manyhop.sources import CellAt, Citation, table_engine
from manyhop.tables._opening import OpenColumn, OpenTable

Relation = Literal[
    "=", "!=", "<", "<=", ">", ">=", "holds", "is empty", "is filled", "in",
    "when", "within", "part",
]  # fmt: skip
Fold = Literal["count", "different", "sum", "mean", "min", "max"]
Piece = Literal["", "year", "quarter", "month", "weekday", "day"]
Shape = Literal[
    "cells",  # the cells of a column
    "fold",  # one number from all rows
    "most",  # the row with the greatest or smallest value, or the group
    "compare",  # which of two has more
    "apart",  # how far two values are apart
    "check",  # yes or no: whether there is such a row
    "more",  # yes or no: whether the first of two has more
    "beside",  # the row before or after another
]

_WHOLE_WORDS = r"'(^|\W)' || regexp_escape(?) || '(\W|$)'"
_PIECES = {"weekday": "isodow"}
_SAID_FOLDS: dict[Fold, str] = {
    "count": "number",
    "different": "number of different",
    "sum": "sum",
    "mean": "mean",
    "min": "smallest",
    "max": "greatest",
}
SHOWN = 3  # rows that are cited of many
_MOST_VALUES = 60  # of a list


class Filter(NamedTuple):
    """A condition on one column. ``Filter(column, "=", "Gentoo")``"""

    column: OpenColumn
    relation: Relation
    value: Any = None

    @property
    def words(self) -> str:
        """The condition as one would say it. Example: ``"Species = Gentoo"``"""
        value = self.value
        if isinstance(value, tuple | list):
            value = " to ".join(map(str, value[:4]))
        return f"{self.column.name} {self.relation} {'' if value is None else value}".rstrip()

    def sql(self) -> tuple[str, list[Any]]:
        """The condition, and what stands for its question marks."""
        text, value = _at(self.column, self.column.text), _at(self.column, self.column.value)
        match self.relation:
            case "is empty":
                return f"{value} IS NULL", []
            case "is filled":
                return f"{value} IS NOT NULL", []
            case "holds":
                return f"regexp_matches({text}, {_WHOLE_WORDS}, 'i')", [self.value]
            case "in":
                cell = text if isinstance(self.value[0], str) else value
                return f"{cell} IN ({', '.join('?' * len(self.value))})", [*self.value]
            case "when":
                low, high = self.value
                return f"{value} >= ?::TIMESTAMP AND {value} < ?::TIMESTAMP", [low, high]
            case "within":
                return f"{value} BETWEEN ? AND ?", [*self.value]
            case "part":
                piece, number = self.value
                return f"date_part('{_PIECES.get(piece, piece)}', {value}) = ?", [number]
        if isinstance(self.value, bool):
            return (value if self.value else f"NOT {value}"), []
        if isinstance(self.value, str):
            return f"{text} {self.relation} ?", [self.value]
        return f"{value} {self.relation} ?", [self.value]


class Join(NamedTuple):
    """Each row of ``column``'s table finds the one row whose ``key`` has its value."""

    column: OpenColumn
    key: OpenColumn

    def sql(self) -> str:
        """The clause that brings the key's table in."""
        mine, other = _at(self.column, self.column.text), _at(self.key, self.key.text)
        return f"JOIN {self.key.table.name} ON {mine} = {other}"


class Query(NamedTuple):
    """What is asked of a table, or of several that are joined.

    Example: ``Query("fold", opened, fold="count", filters=(Filter(species, "=", "Gentoo"),))``
    """

    shape: Shape
    table: OpenTable
    select: OpenColumn | None = None
    filters: tuple[Filter, ...] = ()
    fold: Fold | None = None
    of: OpenColumn | None = None  # what is folded, ordered by or compared
    less: OpenColumn | None = None  # of minus this
    part: Piece = ""  # of a date that is grouped by
    grouped: bool = False
    descending: bool = True
    joins: tuple[Join, ...] = ()
    sides: tuple[tuple[Filter, ...], ...] = ()  # of a comparison
    names: tuple[str, ...] = ()  # of the sides
    offset: int = 0  # of "beside"

    @property
    def tables(self) -> tuple[OpenTable, ...]:
        """All that are read."""
        return (self.table, *(join.key.table for join in self.joins))

    def _from(self, filters: Sequence[Filter], *more: str) -> tuple[str, list[Any]]:
        conditions, values = [*more], []
        for each in filters:
            condition, given = each.sql()
            conditions.append(condition)
            values += given
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        joined = "".join(f" {join.sql()}" for join in self.joins)
        return f"FROM {self.table.name}{joined}{where}", values

    def source(self) -> str:
        """Its tables as they are joined."""
        return self._from(())[0]

    @property
    def _measure(self) -> str:
        assert self.of is not None
        value = _at(self.of, self.of.value)
        if self.less is None:
            return value
        other = _at(self.less, self.less.value)
        if self.of.sort == "date":
            return f"date_diff('day', {other}, {value})"
        return f"{value} - {other}"

    def _folded(self) -> str:
        if self.fold == "count":
            return "count(*)"
        if self.fold == "different":
            assert self.of is not None
            return f"count(DISTINCT {_at(self.of, self.of.text)})"
        return f"{'avg' if self.fold == 'mean' else self.fold}({self._measure})"

    def _group(self) -> str:
        assert self.select is not None
        if self.part in ("year", "quarter"):
            return f"date_part('{self.part}', {_at(self.select, self.select.value)})"
        if self.part in ("month", "weekday"):
            name = "monthname" if self.part == "month" else "dayname"
            return f"{name}({_at(self.select, self.select.value)})"
        if self.part == "day":
            return f"{_at(self.select, self.select.value)}::DATE"
        return _at(self.select, self.select.text)

    def sql(self, filters: Sequence[Filter] | None = None) -> tuple[str, list[Any]]:
        """The query as SQL, and what stands for its question marks."""
        chosen = self.filters if filters is None else (*self.filters, *filters)
        row = f"{self.table.name}.row"
        if self.shape in ("fold", "compare", "apart", "more") and self.fold:
            source, values = self._from(chosen)
            return f"SELECT {self._folded()}, count(*), min({row}) {source}", values
        if self.shape in ("compare", "apart", "more"):
            source, values = self._from(chosen, f"{self._measure} IS NOT NULL")
            return f"SELECT {self._measure}, {row} {source} ORDER BY 2 LIMIT 2", values
        if self.shape == "check":
            source, values = self._from(chosen)
            return f"SELECT count(*), min({row}) {source}", values
        order = "DESC" if self.descending else "ASC"
        if self.shape == "most" and self.grouped:
            assert self.select is not None
            source, values = self._from(
                chosen, f"{_at(self.select, self.select.value)} IS NOT NULL"
            )
            return (
                f"SELECT {self._group()}, {self._folded()}, count(*), min({row}) {source} "
                f"GROUP BY 1 ORDER BY 2 {order} NULLS LAST, 4 LIMIT 3",
                values,
            )
        assert self.select is not None
        text = _at(self.select, self.select.text)
        if self.shape == "most":
            source, values = self._from(chosen, f"{self._measure} IS NOT NULL")
            return (
                f"SELECT {text}, {self._measure}, {row} {source} ORDER BY 2 {order}, 3 LIMIT 4",
                values,
            )
        if self.shape == "beside":
            source, values = self._from(chosen)
            return (
                f"SELECT {text}, {row} FROM {self.table.name} "
                f"WHERE row = (SELECT min({row}) {source}) + {self.offset}",
                values,
            )
        source, values = self._from(chosen, f"{_at(self.select, self.select.value)} IS NOT NULL")
        return (
            f"SELECT {text}, min({row}), count(*) {source} "
            f"GROUP BY 1 ORDER BY 2 LIMIT {_MOST_VALUES + 1}",
            values,
        )

    @property
    def words(self) -> str:
        """What it asks for, in words that stand in the tables.

        Example: ``"mean of Body mass where Species = Gentoo"``
        """
        fold = "" if self.fold is None else f"{_SAID_FOLDS[self.fold]} "
        of = self.of.name if self.of else "rows"
        of += f" minus {self.less.name}" if self.less else ""
        select = self.select.name if self.select else ""
        end = "greatest" if self.descending else "smallest"
        said = {
            "cells": select,
            "fold": f"{fold}of {of}",
            "most": f"{select} {self.part}".strip() + f" with the {end} {fold}{of}",
            "compare": f"which has the {end} {fold}{of}",
            "apart": f"difference of {fold}{of}",
            "check": "whether there are rows",
            "more": f"whether the {'first' if self.descending else 'second'} has more {fold}{of}",
            "beside": f"{select} of the row {'after' if self.offset > 0 else 'before'}",
        }[self.shape]
        sides = f" between {' and '.join(self.names)}" if self.names else ""
        where = " and ".join(each.words for each in self.filters)
        return f"{said}{sides}{' where ' if where else ''}{where}"

    def __str__(self) -> str:
        sql, values = self.sql()
        for value in values:
            sql = sql.replace("?", repr(str(value)) if isinstance(value, str) else str(value), 1)
        return sql


class Result(NamedTuple):
    """Values as they are said, and what they rest on.

    ``rows`` is how many rows were counted, ``first`` the first of them in the main table for each
    value, ``measures`` the numbers beside the values, ``tied`` whether another does as well.
    """

    values: tuple[str, ...]
    rows: int
    first: tuple[int, ...] = ()
    measures: tuple[float | str, ...] = ()
    tied: bool = False
    truncated: bool = False


NOTHING = Result((), 0)


def run(query: Query) -> Result:
    """Run a query over all rows.

    Example: ``run(Query("fold", flights, fold="count")).values`` → ``("336,776",)``
    """
    engine = table_engine()
    match query.shape:
        case "compare" | "apart" | "more":
            return _run_sides(query)
        case "fold":
            value, rows, first = engine.execute(*query.sql()).fetchone() or (None, 0, None)
            if value is None or (rows == 0 and query.fold != "count"):
                return NOTHING
            return Result((say(value, query.fold),), rows, _first(first), (value,))
        case "check":
            rows, first = engine.execute(*query.sql()).fetchone() or (0, None)
            return Result(("Yes" if rows else "No",), rows, _first(first))
        case "most":
            return _run_most(query, engine.execute(*query.sql()).fetchall())
    found = engine.execute(*query.sql()).fetchall()
    if query.shape == "beside":
        return Result(tuple(str(each[0]) for each in found), 1, tuple(each[1] for each in found))
    shown = found[:_MOST_VALUES]
    return Result(
        tuple(text for text, _, _ in shown),
        sum(number for _, _, number in found),
        tuple(row for _, row, _ in shown),
        truncated=len(found) > _MOST_VALUES,
    )


def _first(row: int | None) -> tuple[int, ...]:
    return () if row is None else (row,)


def _run_most(query: Query, found: list[Any]) -> Result:
    if not found or found[0][1] is None:
        return NOTHING
    best = [each for each in found if each[1] == found[0][1]]
    if query.grouped:
        texts = tuple(say(each[0], None) for each in best[:1])
        first = tuple(each[3] for each in best[:1])
        return Result(texts, best[0][2], first, (found[0][1],), len(best) > 1)
    texts = tuple(dict.fromkeys(str(each[0]) for each in best if each[0] is not None))
    first = tuple(each[2] for each in best[: len(texts)])
    return Result(
        texts, len(best), first, tuple(each[1] for each in best[: len(texts)]), len(texts) > 1
    )


def _run_sides(query: Query) -> Result:
    engine = table_engine()
    measures, first = [], []
    rows = 0
    for side in query.sides:
        found = engine.execute(*query.sql(side)).fetchall()
        if not found or found[0][0] is None or (query.fold and not found[0][1]):
            return NOTHING
        if not query.fold and len(found) > 1 and found[0][0] != found[1][0]:
            return NOTHING  # which of the rows is meant cannot be told
        measures.append(found[0][0])
        first.append(found[0][2] if query.fold else found[0][1])
        rows += found[0][1] if query.fold else 1
    one, other = measures
    if query.shape == "apart":
        distance = abs(one - other)
        number = distance.days if hasattr(distance, "days") else distance
        return Result((say(number, "sum"),), rows, tuple(first), (one, other))
    if query.shape == "more":
        told = one > other if query.descending else one < other
        return Result(("Yes" if told else "No",), rows, tuple(first), (one, other))
    if one == other:
        return NOTHING
    place = int((other > one) == query.descending)
    order = (place, 1 - place)
    return Result(
        (query.names[place],),
        rows,
        tuple(first[n] for n in order),
        tuple(measures[n] for n in order),
    )


def say(value: Any, fold: Fold | None) -> str:
    """A value as one says it: whole numbers with commas, others with few digits.

    Example: ``say(54.47215, "mean")`` → ``"54.47"``
    """
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, datetime):
        midnight = (value.hour, value.minute, value.second) == (0, 0, 0)
        return value.date().isoformat() if midnight else value.isoformat(sep=" ")
    if isinstance(value, int | float):
        if fold is None and float(value).is_integer():
            return str(int(value))  # a year or a month
        if float(value).is_integer():
            return f"{int(value):,}"
        return f"{value:,.2f}" if abs(value) >= 1 else f"{value:.3g}"
    return str(value)


def cite(query: Query, result: Result) -> tuple[tuple[Citation, ...], ...]:
    """For each value the cells that it rests on: of many, the first few."""
    if query.shape in ("fold", "check"):
        rows = _some_rows(query, query.filters)
        return (_cells(query, rows),)
    if query.shape in ("compare", "apart", "more"):
        sides = [
            _cells(query, _some_rows(query, (*query.filters, *side))[:1]) for side in query.sides
        ]
        return (tuple(citation for side in sides for citation in side),)
    if query.grouped:
        return tuple(_cells(query, _rows_of_group(query, text)) for text in result.values)
    return tuple(_cells(query, _joined_rows(query, row)) for row in result.first)


def _cells(query: Query, rows: Sequence[Sequence[int]]) -> tuple[Citation, ...]:
    """The telling cells of some rows, of which each table has one."""
    telling = [column for column in (query.select, query.of, query.less) if column]
    if not telling:
        telling = [each.column for each in (*query.filters, *(f for s in query.sides for f in s))]
    if not telling:
        telling = [query.table.columns[0]]
    places = {table.name: place for place, table in enumerate(query.tables)}
    cited = [
        column.table.source.cite(CellAt(row[places[column.table.name]], column.number))
        for row in rows
        for column in dict.fromkeys(telling)
    ]
    return tuple(dict.fromkeys(cited))


def _some_rows(query: Query, filters: Sequence[Filter]) -> list[tuple[int, ...]]:
    more: list[str] = []
    if query.of and query.fold in ("min", "max"):
        sql, values = query.sql()
        best = (table_engine().execute(sql, values).fetchone() or (None,))[0]
        filters = (*filters, Filter(query.of, "=", best)) if not query.less else filters
    elif query.of and query.shape == "fold":
        more = [f"{_at(query.of, query.of.value)} IS NOT NULL"]
    return _rows(query, filters, *more)


def _rows_of_group(query: Query, text: str) -> list[tuple[int, ...]]:
    source, values = query._from(query.filters, f"{query._group()}::VARCHAR = ?")
    return _fetch(query, source, [text, *values])


def _joined_rows(query: Query, row: int) -> list[tuple[int, ...]]:
    source, values = query._from((), f"{query.table.name}.row = {row}")
    return _fetch(query, source, values)


def _rows(query: Query, filters: Sequence[Filter], *more: str) -> list[tuple[int, ...]]:
    source, values = query._from(filters, *more)
    return _fetch(query, source, values)


def _fetch(query: Query, source: str, values: Sequence[Any]) -> list[tuple[int, ...]]:
    numbers = ", ".join(f"{table.name}.row" for table in query.tables)
    order = f" ORDER BY {query.table.name}.row" if query.joins else ""
    sql = f"SELECT {numbers} {source}{order} LIMIT {SHOWN}"
    found: list[tuple[int, ...]] = table_engine().execute(sql, list(values)).fetchall()
    return found


def _at(column: OpenColumn, name: str) -> str:
    return f"{column.table.name}.{name}"
