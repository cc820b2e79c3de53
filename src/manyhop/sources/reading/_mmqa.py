"""The official MultiModalQA context files: rows that are tables or images.

The rows of ``MMQA_texts`` are plain rows with a text and need nothing of their own.
"""

from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from manyhop.sources import Cell, Column, Image, Link, Table
from manyhop.sources.reading._reach import is_referred_picture

PIXEL_FOLDER = "final_dataset_images"
_PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".svg"}


class _Link(msgspec.Struct):
    text: str | None = None
    wiki_title: str | None = None
    url: str | None = None


class _Cell(msgspec.Struct):
    text: str | int | float | None = None
    links: list[_Link] | None = None


class _Heading(msgspec.Struct):
    column_name: str | None = None
    metadata: dict[str, Any] | None = None


class _Grid(msgspec.Struct):
    table_rows: list[list[_Cell]]
    header: list[_Heading] = []
    table_name: str | None = None


class _TableRow(msgspec.Struct):
    table: _Grid
    id: str | int = ""
    title: str | None = None
    url: str | None = None


class _ImageRow(msgspec.Struct):
    path: str
    id: str | int = ""
    title: str | None = None
    url: str | None = None
    caption: str | None = None


def is_table_row(row: dict[str, Any]) -> bool:
    """Whether a JSON object is a row of ``MMQA_tables``."""
    return isinstance(row.get("table"), dict) and "table_rows" in row["table"]


def is_image_row(row: dict[str, Any]) -> bool:
    """Whether a JSON object is a row of ``MMQA_images``, or any that names a picture's file."""
    path = row.get("path")
    return isinstance(path, str) and PurePosixPath(path).suffix.lower() in _PICTURES


def table_from_row(row: dict[str, Any], origin: str) -> Table:
    """The table with every row and column where it stood, so that gold cells keep their place.

    Short rows are filled with empty cells; columns beyond the header have no name. What the
    header says of its columns is in ``meta["header"]``.
    """
    from manyhop.sources._columns import infer_kind

    read = msgspec.convert(row, _TableRow)
    grid = read.table
    width = max([len(grid.header), *map(len, grid.table_rows)])
    names = [heading.column_name or "" for heading in grid.header]
    names += [""] * (width - len(names))
    rows = tuple(
        tuple(_cell(cell) for cell in cells) + (Cell(""),) * (width - len(cells))
        for cells in grid.table_rows
    )
    columns = tuple(
        Column(name, infer_kind([cells[number].text for cells in rows], name))
        for number, name in enumerate(names)
    )
    return Table(
        id=str(read.id),
        title=read.title or "",
        caption=grid.table_name or "",
        columns=columns,
        rows=rows,
        origin=read.url or origin,
        meta=_beyond(row, {"id", "title", "url", "table"})
        | _beyond(row["table"], {"table_rows", "header", "table_name"})
        | {"header": [heading.metadata or {} for heading in grid.header]},
    )


def _cell(cell: _Cell) -> Cell:
    links = tuple(
        Link(link.text or "", link.wiki_title or "", link.url or "") for link in cell.links or ()
    )
    return Cell("" if cell.text is None else str(cell.text), links)


def image_from_row(row: dict[str, Any], folder: Path, origin: str) -> Image:
    """The image, with its pixels where their file is in ``folder`` or its picture folder."""
    read = msgspec.convert(row, _ImageRow)
    places = (folder / PIXEL_FOLDER / read.path, folder / read.path)
    pixels = next((place for place in places if is_referred_picture(place, read.path)), None)
    return Image(
        id=str(read.id),
        title=read.title or "",
        caption=read.caption or "",
        path=str(pixels.absolute()) if pixels else "",
        origin=read.url or origin,
        meta=_beyond(row, {"id", "title", "url", "caption"}),
    )


def _beyond(row: dict[str, Any], known: set[str]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in known}
