"""Tables as the query engine sees them: typed columns, each row with its number."""

import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import Any, Literal

from arro3.core import Array, DataType
from arro3.core import Table as ArrowTable

from manyhop.sources import (
    Date,
    Number,
    Table,
    column_values,
    row_columns,
    rows_named,
    table_engine,
)

Sort = Literal["text", "number", "date", "truth"]

FEW = 400  # different texts of a column that are looked at one by one

_KEPT = 200  # open tables; the least recently used goes
_TRUE, _FALSE = {"y", "yes", "true", "t", "x"}, {"n", "no", "false", "f"}
_BLANK = "('', 'na', 'n/a', 'n.a.', 'nan', 'null', 'none', 'nil', '-', '–', '—', '?', 'unknown')"
_DURATION = re.compile(
    r"(?:(\d+) ?h(?:ours?|rs?)?\.?)?[ ,]*(?:(\d+) ?m(?:in(?:utes?|s)?)?\.?)?[ ,]*"
    r"(?:(\d+(?:\.\d+)?) ?s(?:ec(?:onds?|s)?)?\.?)?",
    re.I,
)
_CLOCK = re.compile(r"(?:(\d+):)?(\d{1,2}):(\d{2}(?:\.\d+)?)")
_SQL: dict[Sort, str] = {"number": "DOUBLE", "date": "TIMESTAMP", "truth": "BOOLEAN"}
_WORD = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

_open: "OrderedDict[str, OpenTable]" = OrderedDict()
_opening = threading.Lock()
_numbers = count()


class OpenColumn:
    """A column with what is known of it: ``sort`` of values, how many differ, how many are there.

    ``few`` are all its different texts with their frequencies where these are few.
    """

    def __init__(self, table: "OpenTable", number: int, name: str, sort: Sort) -> None:
        self.table = table
        self.number = number
        self.name = name
        self.sort = sort
        self.words = tuple(word.lower() for word in _WORD.findall(_CAMEL.sub(" ", name)))
        self.text = f"t{number}"
        self.value = self.text if sort == "text" else f"v{number}"
        self.different = self.filled = 0
        self.whole_numbers = False
        self.lowest = self.highest = 0.0

    @cached_property
    def few(self) -> tuple[tuple[str, int], ...]:
        """Its different texts, the most frequent first; empty where there are too many."""
        if self.different > FEW:
            return ()
        found = table_engine().execute(
            f"SELECT {self.text}, count(*) FROM {self.table.name} WHERE {self.text} IS NOT NULL "
            f"GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {FEW}"
        )
        return tuple(found.fetchall())

    @property
    def is_key(self) -> bool:
        """Whether no two rows share a value and hardly any lacks one."""
        return self.different == self.filled and self.filled > 0.95 * self.table.count

    @cached_property
    def is_address(self) -> bool:
        """Whether its texts are addresses of the web."""
        if self.sort != "text":
            return False
        found = table_engine().execute(
            f"SELECT avg(({self.text} LIKE 'http%://%')::INT) FROM (SELECT {self.text} "
            f"FROM {self.table.name} WHERE {self.text} IS NOT NULL LIMIT 20)"
        )
        return ((found.fetchone() or (0,))[0] or 0.0) > 0.5

    @property
    def is_year(self) -> bool:
        """Whether its numbers look like years."""
        return (
            self.sort == "number"
            and self.whole_numbers
            and 1000 < self.lowest <= self.highest < 2101
        )

    def __repr__(self) -> str:
        return f"{self.table.source.title}.{self.name}"


class OpenTable:
    """A table that queries can be run on; ``name`` is its name there.

    Example: ``opened(table).columns[2].sort``
    """

    def __init__(self, source: Table) -> None:
        self.source = source
        self.count = source.length
        self.name = f"x{next(_numbers)}"
        sorts = self._open_long(source) if source.whole else self._open_short(source)
        self.columns = [
            OpenColumn(self, number, column.name, sort)
            for number, (column, sort) in enumerate(zip(source.columns, sorts, strict=True))
        ]
        self._take_facts() if source.whole else self._measure()
        self.joins: dict[str, Any] = {}

    def close(self) -> None:
        """Let the engine forget it."""
        kind = "VIEW" if self.source.whole else "TABLE"
        table_engine().execute(f"DROP {kind} IF EXISTS {self.name}")

    def _open_long(self, source: Table) -> list[Sort]:
        assert source.whole
        types = row_columns(source.whole.digest)
        names = {"DOUBLE": "number", "TIMESTAMP": "date", "BOOLEAN": "truth"}
        sorts: list[Any] = [
            names.get(types.get(f"v{number}", ""), "text") for number in range(len(source.columns))
        ]
        shown = [
            f"CASE WHEN lower(t{number}) IN {_BLANK} THEN NULL ELSE t{number} END AS t{number}"
            if sort == "text"
            else f"t{number}"
            for number, sort in enumerate(sorts)
        ]
        values = [name for name in types if name[0] == "v"]
        table_engine().execute(
            f"CREATE VIEW {self.name} AS SELECT {', '.join(['row', *shown, *values])} "
            f"FROM {rows_named(source.whole.digest)}"
        )
        return sorts

    def _open_short(self, source: Table) -> list[Sort]:
        arrays: dict[str, Any] = {"row": Array(range(len(source.rows)), type=DataType.int32())}
        sorts: list[Sort] = []
        for number in range(len(source.columns)):
            texts = [row[number].text.strip() for row in source.rows]
            sort, values = _typed(source, number, texts)
            sorts.append(sort)
            arrays[f"t{number}"] = Array(texts, type=DataType.string())
            if sort != "text":
                arrays[f"v{number}"] = Array(values, type=DataType.string())
        columns = ", ".join(self._short_columns(sorts))
        cursor = table_engine()
        cursor.register(f"{self.name}_given", ArrowTable.from_pydict(arrays))
        cursor.execute(f"CREATE TABLE {self.name} AS SELECT {columns} FROM {self.name}_given")
        cursor.unregister(f"{self.name}_given")
        return sorts

    def _short_columns(self, sorts: Sequence[Sort]) -> Iterator[str]:
        yield "row"
        for number, sort in enumerate(sorts):
            text = f"t{number}"
            yield f"CASE WHEN lower({text}) IN {_BLANK} THEN NULL ELSE {text} END AS {text}"
            if sort != "text":
                yield f"try_cast(v{number} AS {_SQL[sort]}) AS v{number}"

    def _take_facts(self) -> None:
        assert self.source.whole
        for column, facts in zip(self.columns, self.source.whole.facts, strict=True):
            column.filled, column.different = facts.filled, facts.different
            column.lowest, column.highest = facts.lowest, facts.highest
            column.whole_numbers = facts.whole_numbers

    def _measure(self) -> None:
        wanted = ["count(*)"]
        for column in self.columns:
            wanted += [f"count({column.value})", f"count(DISTINCT {column.text})"]
            if column.sort == "number":
                value = column.value
                wanted += [f"min({value})", f"max({value})", f"bool_and({value} = floor({value}))"]
        query = f"SELECT {', '.join(wanted)} FROM {self.name}"
        found = iter(table_engine().execute(query).fetchone() or ())
        self.count = next(found)
        for column in self.columns:
            column.filled, column.different = next(found), next(found)
            if column.sort == "number":
                column.lowest, column.highest = next(found) or 0.0, next(found) or 0.0
                column.whole_numbers = bool(next(found))


def opened(source: Table) -> OpenTable:
    """The table, open; each is opened once in a process and stays so for a while.

    Example: ``opened(collection.get(id)).count``
    """
    with _opening:
        if source.id in _open:
            _open.move_to_end(source.id)
        else:
            _open[source.id] = OpenTable(source)
            while len(_open) > _KEPT:
                _, old = _open.popitem(last=False)
                old.close()
        return _open[source.id]


def _typed(source: Table, number: int, texts: Sequence[str]) -> tuple[Sort, list[str | None]]:
    """What a column holds, and its values as the engine reads them."""
    kind = source.columns[number].kind
    if kind == "text":
        return _typed_texts(texts)
    values = column_values(source, number)
    if kind == "number":
        return "number", [repr(each.value) if isinstance(each, Number) else None for each in values]
    dates = [each if isinstance(each, Date) else None for each in values]
    filled = [each for each in dates if each]
    if sum(each.month is None for each in filled) > 0.5 * len(filled):
        return "number", [str(each.year) if each else None for each in dates]
    return "date", [_timestamp(each, text) for each, text in zip(dates, texts, strict=True)]


def _timestamp(date: Date | None, text: str) -> str | None:
    if date is None or date.year < 1:
        return None
    clock = re.search(r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?", text)
    day = f"{date.year:04}-{date.month or 1:02}-{date.day or 1:02}"
    return f"{day} {clock[0]}" if clock else day


def _typed_texts(texts: Sequence[str]) -> tuple[Sort, list[str | None]]:
    filled = {text.lower() for text in texts if text}
    if (
        filled
        and filled <= _TRUE | _FALSE | {"na", "n/a", "-"}
        and filled & _TRUE
        and len(texts) > 1
    ):
        return "truth", ["true" if text.lower() in _TRUE else "false" for text in texts]
    minutes = [_minutes(text) for text in texts]
    if filled and sum(each is not None for each in minutes) >= 0.9 * sum(map(bool, texts)):
        return "number", [None if each is None else repr(each) for each in minutes]
    return "text", []


def _minutes(text: str) -> float | None:
    """A duration such as 4h 35m, 12 min or 1:04:30 in minutes."""
    if clock := _CLOCK.fullmatch(text):
        hours, minutes, seconds = (float(part or 0) for part in clock.groups())
        return hours * 60 + minutes + seconds / 60
    match = _DURATION.fullmatch(text)
    if not match or not any(match.groups()):
        return None
    hours, minutes, seconds = (float(part or 0) for part in match.groups())
    return hours * 60 + minutes + seconds / 60
