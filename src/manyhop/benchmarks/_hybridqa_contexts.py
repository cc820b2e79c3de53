"""HybridQA's tables with the passages that their cells link to.

They are looked for beside the questions: as ``tables.jsonl`` and ``…passages.jsonl`` (one table a
line), or as the official folder ``WikiTables-WithLinks``, which has two small files for each table.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import msgspec

from manyhop.benchmarks._checked_json import convert, decode, read_bytes
from manyhop.benchmarks._json_files import read_records
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Cell, Column, Link, Snippet, Table, infer_kind

OFFICIAL = "WikiTables-WithLinks"
_TABLE = "make it a table as in WikiTables-WithLinks, with title, header and data"
_PASSAGES = "make it an object of link to passage"

_Linked = tuple[str, list[str]]  # a cell's text, and what it links to


class _Table(msgspec.Struct):
    title: str
    header: list[_Linked]
    data: list[list[_Linked]]
    url: str = ""
    section_title: str = ""
    section_text: str = ""
    intro: str = ""


class _PackedPassages(msgspec.Struct):
    table_id: str
    passages: dict[str, str]


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
        if table is None:
            return ()
        read = convert(table.value, _Table, table.where, _TABLE)
        return (_table(table_id, read, table.where), *_passages(passages))

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


def page_title(link: str) -> str:
    """The title of the page that a link leads to.

    Example: ``page_title("/wiki/Zielona_G%C3%B3ra")`` → ``"Zielona Góra"``
    """
    return unquote(link.removeprefix("/wiki/")).replace("_", " ")


def _table(table_id: str, read: _Table, where: str) -> Table:
    rows = tuple(tuple(_cell(*cell) for cell in row) for row in read.data)
    if any(len(row) != len(read.header) for row in rows):
        raise ManyhopError(f"{where}, field data: a row is not as long as the header; {_TABLE}")
    columns = tuple(
        Column(name, infer_kind([row[number].text for row in rows], name))
        for number, (name, _) in enumerate(read.header)
    )
    meta = {"section_text": read.section_text, "intro": read.intro}
    return Table(
        id=table_id,
        title=read.title,
        caption=read.section_title,
        columns=columns,
        rows=rows,
        origin=read.url,
        meta={name: text for name, text in meta.items() if text},
    )


def _cell(text: str, links: list[str]) -> Cell:
    return Cell(text, tuple(Link(text, page_title(link), link) for link in links))


def _passages(row: _Row | None) -> Iterator[Snippet]:
    if row is None:
        return
    texts = convert(row.value, dict[str, str], row.where, _PASSAGES)
    for link, text in texts.items():
        if text.strip():
            yield Snippet(id=link, title=page_title(link), text=text, origin=link)


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
            value = convert(value, _PackedPassages, where, _PASSAGES).passages
        rows[id] = _Row(where, value)
    return rows
