"""Queries that somebody wrote: one read-only statement over named tables, run exactly, with limits.

A writer sees each table under a plain name, with its columns' names and kinds and a few of its
values. What it writes is parsed first: one SELECT that reads these tables and nothing else.
"""

import json
import re
import threading
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import count
from typing import Any, NamedTuple

import duckdb

from manyhop.errors import ManyhopError
from manyhop.sources import CellAt, Citation, Table, table_engine
from manyhop.tables._opening import OpenColumn, OpenTable, opened

SECONDS = 5.0  # that a query may take
MOST = 60  # rows of a result that are kept
SHOWN = 3  # rows that are cited of many
_SAMPLES, _SAMPLE_LETTERS = 4, 24  # values of a column that a writer sees
_WORKED_OUT = {"count_star", "count", "sum", "avg", "mean", "median"}
_COLUMNS = 30  # of a table that a writer sees
_KINDS = {"number": "DOUBLE", "date": "TIMESTAMP", "truth": "BOOLEAN", "text": "VARCHAR"}
_NUMBER = "row_number"  # the hidden column that tells a row's place
_numbers = count()


class QueryError(ManyhopError):
    """A query that can't be run: what the engine says of it, for whoever wrote it to mend."""


class Written(NamedTuple):
    """What a query gave: rows of texts, how many there were, and the cells behind them."""

    rows: tuple[tuple[str, ...], ...]
    count: int
    citations: tuple[Citation, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The answer: all of a single row, else the first column."""
        if len(self.rows) == 1:
            return tuple(cell for cell in self.rows[0] if cell)[:3]
        return tuple(dict.fromkeys(row[0] for row in self.rows if row[0]))


class Sheets:
    """Tables under plain names, for queries that a model or a person writes.

    Example::

        with Sheets([flights, airlines]) as sheets:
            sheets.run("SELECT count(*) FROM flights WHERE month = 2").values
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self._schema = f"sheets{next(_numbers)}"
        self._engine = table_engine()
        self.tables: dict[str, OpenTable] = {}
        for table in tables:
            name = _free(_plain(table.title.rsplit("/", 1)[-1].split(".")[0]), self.tables)
            self.tables[name] = opened(table)
        self._columns = {name: _named(table.columns) for name, table in self.tables.items()}

    def __enter__(self) -> "Sheets":
        self._engine.execute(f"CREATE SCHEMA {self._schema}")
        for name, table in self.tables.items():
            shown = [f'{column.value} AS "{told}"' for told, column in self._columns[name].items()]
            self._engine.execute(
                f'CREATE VIEW {self._schema}."{name}" AS SELECT {", ".join(shown)}, '
                f"row AS {_NUMBER} FROM main.{table.name}"
            )
        self._engine.execute(f"SET search_path = '{self._schema}'")
        return self

    def __exit__(self, *error: object) -> None:
        self._engine.execute("RESET search_path")
        self._engine.execute(f"DROP SCHEMA IF EXISTS {self._schema} CASCADE")

    def describe(self) -> str:
        """What a writer needs to know: names, kinds and a few values of every table."""
        return "\n".join(self._described(name) for name in self.tables)

    def run(self, sql: str) -> Written:
        """Run one SELECT over these tables.

        Raises ``QueryError`` where it is none, doesn't parse, fails, or takes too long.
        """
        node = self._checked(sql)
        rows, more = self._fetch(sql)
        texts = tuple(tuple(_told(cell) for cell in row) for row in rows)
        found = Written(texts, len(texts) + more, ())
        return found._replace(citations=tuple(dict.fromkeys(self._cited(node, found))))

    def _described(self, name: str) -> str:
        lines = [f"{name} ({self.tables[name].count} rows):"]
        for told, column in list(self._columns[name].items())[:_COLUMNS]:
            lines.append(f'  "{told}" {_KINDS[column.sort]}{_samples(column)}')
        return "\n".join(lines)

    def _checked(self, sql: str) -> dict[str, Any]:
        """The statement as the parser sees it; refused where it reads anything else."""
        try:
            told = self._engine.execute("SELECT json_serialize_sql(?)", [sql]).fetchone()
        except duckdb.Error as error:
            raise QueryError(_first_line(error)) from None
        parsed = json.loads(told[0]) if told else {"error": True}
        if parsed["error"]:
            raise QueryError(parsed.get("error_message", "this is no query"))
        if len(parsed["statements"]) != 1:
            raise QueryError("write one statement only")
        node: dict[str, Any] = parsed["statements"][0]["node"]
        known = {*self.tables, *_common(node)}
        for kind, name in _read(node):
            if kind == "TABLE_FUNCTION":
                raise QueryError("only the given tables may be read, not functions or files")
            if name.lower() not in {each.lower() for each in known}:
                raise QueryError(f"there is no table {name}; there are {', '.join(self.tables)}")
        return node

    def _fetch(self, sql: str) -> tuple[list[tuple[Any, ...]], int]:
        timer = threading.Timer(SECONDS, self._engine.interrupt)
        timer.start()
        try:
            found = self._engine.execute(sql).fetchmany(MOST + 1)
        except duckdb.InterruptException:
            raise QueryError(f"the query took more than {SECONDS:.0f} seconds") from None
        except duckdb.Error as error:
            raise QueryError(_first_line(error)) from None
        finally:
            timer.cancel()
        return found[:MOST], max(0, len(found) - MOST)

    def _cited(self, node: dict[str, Any], found: Written) -> Iterator[Citation]:
        """Cells that hold the values; else the rows that a single table's conditions leave."""
        rows = self._rows_behind(node)
        for name, table in self.tables.items():
            if not any(kind == "BASE_TABLE" and name == its for kind, its in _read(node)):
                continue
            for cells in () if _counts(node) else found.rows[:SHOWN]:
                yield from _cells(table, cells)
            for row in rows.get(name, ()):
                yield table.source.cite(CellAt(row, _telling(node, self._columns[name])))

    def _rows_behind(self, node: dict[str, Any]) -> dict[str, list[int]]:
        """The first rows that a query over one table reads, in its order."""
        source = node.get("from_table") or {}
        if node.get("type") != "SELECT_NODE" or source.get("type") != "BASE_TABLE":
            return {}
        if source["table_name"] not in self.tables:
            return {}
        grouped = bool(node["group_expressions"])
        bare = node | {
            "select_list": [
                {
                    "class": "COLUMN_REF",
                    "type": "COLUMN_REF",
                    "alias": "",
                    "column_names": [_NUMBER],
                }
            ],
            "group_expressions": [],
            "group_sets": [],
            "having": None,
            "modifiers": [] if grouped else node["modifiers"],
        }
        whole = {"error": False, "statements": [{"node": bare}]}
        try:
            (sql,) = self._engine.execute(
                "SELECT json_deserialize_sql(?)", [json.dumps(whole)]
            ).fetchone() or ("",)
            rows, _ = self._fetch(sql)
        except (duckdb.Error, QueryError):  # an order or a name that only the whole query knows
            return {}
        return {source["table_name"]: [int(row[0]) for row in rows[:SHOWN]]}


def _cells(table: OpenTable, cells: Sequence[str]) -> Iterator[Citation]:
    for text in cells:
        for column in table.columns:
            if not text or len(text) < 2:
                continue
            cell = column.text if column.sort == "text" else f"{column.value}::VARCHAR"
            where = f"{cell} = ? OR {column.text} = ? LIMIT 1"
            query = f"SELECT row FROM main.{table.name} WHERE {where}"
            found = table_engine().execute(query, [text, text]).fetchone()
            if found:
                yield table.source.cite(CellAt(int(found[0]), column.number))
                break


def _counts(node: dict[str, Any]) -> bool:
    """Whether a statement selects what is worked out from many rows and stands in no cell."""
    selected = node.get("select_list") or []
    return any(each.get("function_name", "") in _WORKED_OUT for each in selected)


def _telling(node: dict[str, Any], columns: dict[str, OpenColumn]) -> int:
    """The column that the query speaks of first, else the first there is."""
    named = {name.lower(): column.number for name, column in columns.items()}
    for part in ("select_list", "where_clause"):
        for name in _columns_named(node.get(part)):
            if name.lower() in named:
                return named[name.lower()]
    return 0


def _columns_named(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if node.get("class") == "COLUMN_REF":
            yield node["column_names"][-1]
        for each in node.values():
            yield from _columns_named(each)
    elif isinstance(node, list):
        for each in node:
            yield from _columns_named(each)


def _read(node: Any) -> Iterator[tuple[str, str]]:
    """Everything that a statement reads from: kind and name, however deep."""
    if isinstance(node, dict):
        if node.get("type") == "BASE_TABLE":
            schema = node.get("schema_name") or node.get("catalog_name")
            yield "BASE_TABLE", f"{schema}.{node['table_name']}" if schema else node["table_name"]
        elif node.get("type") == "TABLE_FUNCTION":
            yield "TABLE_FUNCTION", ""
        for each in node.values():
            yield from _read(each)
    elif isinstance(node, list):
        for each in node:
            yield from _read(each)


def _common(node: Any) -> Iterator[str]:
    """Names that the statement itself gives to parts of it (WITH …)."""
    if isinstance(node, dict):
        for entry in (node.get("cte_map") or {}).get("map", []):
            yield entry["key"]
        for each in node.values():
            yield from _common(each)
    elif isinstance(node, list):
        for each in node:
            yield from _common(each)


def _samples(column: OpenColumn) -> str:
    found = [text for text, _ in column.few[:_SAMPLES]] or _first_texts(column)
    found = list(dict.fromkeys(found))
    told = [repr(text[:_SAMPLE_LETTERS]) if column.sort == "text" else text for text in found]
    if column.sort == "number" and column.lowest != column.highest:
        return f" from {_told(column.lowest)} to {_told(column.highest)}"
    return f": {', '.join(told)}" if told else ""


def _first_texts(column: OpenColumn) -> list[str]:
    found = table_engine().execute(
        f"SELECT {column.text} FROM main.{column.table.name} "
        f"WHERE {column.text} IS NOT NULL LIMIT {_SAMPLES}"
    )
    return [text for (text,) in found.fetchall()]


def _named(columns: Sequence[OpenColumn]) -> dict[str, OpenColumn]:
    found: dict[str, OpenColumn] = {}
    for column in columns:
        name = column.name.replace('"', "").strip() or f"column {column.number + 1}"
        found[_free(name, found)] = column
    return found


def _free(name: str, taken: dict[str, Any]) -> str:
    used = {each.lower() for each in taken} | {_NUMBER}
    names = (f"{name}{f'_{number}' if number else ''}" for number in count())
    return next(each for each in names if each.lower() not in used)


def _plain(title: str) -> str:
    name = re.sub(r"\W+", "_", title.lower()).strip("_") or "sheet"
    return f"t_{name}" if name[0].isdigit() else name


def _told(cell: Any) -> str:
    """A value of the engine as a person would write it."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        shown = f"{cell:.2f}" if abs(cell) >= 1 else f"{cell:.4g}"
        return shown.rstrip("0").rstrip(".") if "." in shown else shown
    if isinstance(cell, datetime):
        midnight = (cell.hour, cell.minute, cell.second) == (0, 0, 0)
        return str(cell.date()) if midnight else str(cell)
    return str(cell.isoformat()) if isinstance(cell, date) else str(cell)


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0][:300] if str(error) else type(error).__name__
