"""The candidates of HybridQA's questions: a table with the passages that its cells link to.

They are looked for beside the questions: as ``tables.jsonl`` and ``…passages.jsonl`` (one table a
line), or as the official folder ``WikiTables-WithLinks``, which has two small files for each table.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from manyhop.benchmarks._checked_json import convert, decode, read_bytes
from manyhop.benchmarks._json_files import read_records
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Snippet, Table
from manyhop.sources.reading._hybridqa import (
    LinkedTable,
    PackedPassages,
    linked_snippets,
    linked_table,
)

OFFICIAL = "WikiTables-WithLinks"
_TABLE = "make it a table as in WikiTables-WithLinks, with title, header and data"
_PASSAGES = "make it an object of link to passage"


class _Row(NamedTuple):
    where: str
    value: Any


class HybridQAContexts:
    """The candidates of a table's questions: the table itself, then the passages it links to.

    Example: ``HybridQAContexts(Path("hybridqa")).sources("100_metres_hurdles_0")``
    """

    def __init__(self, folder: Path) -> None:
        places = (folder / OFFICIAL, folder.parent / OFFICIAL)
        self._official = next((place for place in places if place.is_dir()), None)
        self._tables_file = _first(folder, "tables.jsonl*")
        self._passages_file = _first(folder, "*passages.jsonl*")
        self._packed: tuple[dict[str, _Row], dict[str, _Row]] | None = None

    @property
    def found(self) -> bool:
        """Whether there are tables at all."""
        return bool(self._official or self._tables_file)

    def sources(self, table_id: str) -> tuple[AnySource, ...]:
        """The table and its passages; nothing where the files don't have it."""
        table, passages = self._rows(table_id)
        return () if table is None else (_table(table_id, table), *_passages(passages))

    def _rows(self, table_id: str) -> tuple[_Row | None, _Row | None]:
        if self._official:
            name = f"{table_id}.json"
            return (
                _small_file(self._official / "tables_tok" / name, _TABLE),
                _small_file(self._official / "request_tok" / name, _PASSAGES),
            )
        if self._packed is None:
            self._packed = _by_table(self._tables_file), _by_table(self._passages_file)
        tables, passages = self._packed
        return tables.get(table_id), passages.get(table_id)


def _table(table_id: str, row: _Row) -> Table:
    read = convert(row.value, LinkedTable, row.where, _TABLE)
    try:
        return linked_table(table_id, read)
    except ManyhopError as error:
        raise ManyhopError(f"{row.where}, {error}; {_TABLE}") from None


def _passages(row: _Row | None) -> Iterator[Snippet]:
    if row is not None:
        yield from linked_snippets(convert(row.value, dict[str, str], row.where, _PASSAGES))


def _first(folder: Path, pattern: str) -> Path | None:
    return min((path for path in folder.glob(pattern) if path.is_file()), default=None)


def _small_file(path: Path, remedy: str) -> _Row | None:
    if not path.is_file():
        return None
    return _Row(str(path), decode(read_bytes(path), dict[str, Any], str(path), remedy))


def _by_table(path: Path | None) -> dict[str, _Row]:
    rows: dict[str, _Row] = {}
    for where, _, value in read_records(path) if path else ():
        id = value.get("table_id") if isinstance(value, dict) else None
        if not isinstance(id, str):
            raise ManyhopError(f"{where}, field table_id: it is missing; fetch the file again")
        if id in rows:
            raise ManyhopError(f"{where} repeats the table_id {id}; remove one")
        if "passages" in value:
            value = convert(value, PackedPassages, where, _PASSAGES).passages
        rows[id] = _Row(where, value)
    return rows
