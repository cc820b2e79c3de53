"""HybridQA's tables, whose cells link to pages, and the passages of those pages.

They come packed, a table to a line (``tables.jsonl``, ``…passages.jsonl``), or as the official
folder ``WikiTables-WithLinks``, in which each table has a file under ``tables_tok`` and one with
its passages under ``request_tok``.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources import Cell, Column, Link, Snippet, Table, content_id, infer_kind

_PAGE = "/wiki/"
_Linked = tuple[str, list[str]]  # a cell's text, and what it links to


class LinkedTable(msgspec.Struct):
    """A table as the files have it."""

    title: str
    header: list[_Linked]
    data: list[list[_Linked]]
    url: str = ""
    section_title: str = ""
    section_text: str = ""
    intro: str = ""


class PackedPassages(msgspec.Struct):
    """The passages that a table's cells link to, by link."""

    table_id: str
    passages: dict[str, str]


class HybridQARows:
    """The rows of one file: tables, and passages, of which each page comes once.

    Example: ``HybridQARows(path, "tables.jsonl").sources(row)``
    """

    def __init__(self, path: Path, origin: str) -> None:
        self._name = path.name.partition(".json")[0]
        self._origin = origin
        self._seen: set[str] = set()

    def sources(self, row: dict[str, Any]) -> Iterator[Table | Snippet]:
        """The table, or the passages that no row before had."""
        if _is_table(row):
            id = row.get("table_id") or self._name
            table = linked_table(str(id), msgspec.convert(row, LinkedTable))
            yield table if table.origin else table.with_changes(origin=self._origin)
            return
        passages = row if _is_passages(row) else msgspec.convert(row, PackedPassages).passages
        for snippet in linked_snippets(msgspec.convert(passages, dict[str, str])):
            content = content_id(snippet.to_json())
            if content not in self._seen:
                self._seen.add(content)
                yield snippet


def is_row(row: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a table with links, or the passages of one."""
    return _is_table(row) or _is_packed(row) or _is_passages(row)


def _is_table(row: Mapping[str, Any]) -> bool:
    return {"title", "section_title", "header", "data"} <= row.keys()


def _is_packed(row: Mapping[str, Any]) -> bool:
    return {"table_id", "passages"} <= row.keys()


def _is_passages(row: Mapping[str, Any]) -> bool:
    return bool(row) and all(key.startswith(_PAGE) for key in row)


def page_title(link: str) -> str:
    """The title of the page that a link leads to.

    Example: ``page_title("/wiki/Zielona_G%C3%B3ra")`` → ``"Zielona Góra"``
    """
    return unquote(link.removeprefix(_PAGE)).replace("_", " ")


def linked_table(id: str, read: LinkedTable) -> Table:
    """The table under an id; its section's title is the caption, what stood before it in meta."""
    rows = tuple(tuple(_cell(*cell) for cell in row) for row in read.data)
    if any(len(row) != len(read.header) for row in rows):
        raise ManyhopError("field data: a row is not as long as the header")
    columns = tuple(
        Column(name, infer_kind([row[number].text for row in rows], name))
        for number, (name, _) in enumerate(read.header)
    )
    meta = {"section_text": read.section_text, "intro": read.intro}
    return Table(
        id=id,
        title=read.title,
        caption=read.section_title,
        columns=columns,
        rows=rows,
        origin=read.url,
        meta={name: text for name, text in meta.items() if text},
    )


def linked_snippets(passages: Mapping[str, str]) -> Iterator[Snippet]:
    """A snippet for each page that has a text, with the link for its id."""
    for link, text in passages.items():
        if text.strip():
            yield Snippet(id=link, title=page_title(link), text=text, origin=link)


def _cell(text: str, links: list[str]) -> Cell:
    return Cell(text, tuple(Link(text, page_title(link), link) for link in links))
