"""Sources as rows of MultiModalQA's context files, and back without loss."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

import msgspec

from manyhop.generation.writing._whole_folder import carried_pixels
from manyhop.sources import (
    AnySource,
    Image,
    Number,
    Procedure,
    Snippet,
    Table,
    column_values,
    content_id,
)
from manyhop.sources.reading.official import (
    PIXEL_FOLDER,
    image_from_row,
    snippet_from_row,
    table_from_row,
)

OURS = "manyhop"
_LONGEST_NAME = 200  # of a file
_OWN_PLACE = {"path", "data"}  # of an image: its pixels are in the folder
_MAGIC = {b"\x89PNG": ".png", b"\xff\xd8": ".jpg", b"GIF8": ".gif", b"RIFF": ".webp"}


def source_row(source: Table | Snippet | Image) -> dict[str, Any]:
    """A row with the official fields, and under ``manyhop`` what those would lose."""
    row = _official_row(source)
    if lost := _differences(source, _read(row, Path())):
        row[OURS] = lost
    return row


def source_from_row(row: Mapping[str, Any], folder: Path) -> AnySource:
    """The source that a row was made of; a picture has its pixels from the folder.

    Example: ``source_from_row(source_row(table), folder) == table``
    """
    official = {name: value for name, value in row.items() if name != OURS}
    source = _read(official, folder)
    fields = {**msgspec.to_builtins(source), **row.get(OURS, {})}
    return msgspec.convert(fields, type(source))


def write_pixels(image: Image, folder: Path) -> None:
    """Copy a picture into the picture folder, where it has pixels."""
    if pixels := carried_pixels(image):
        target = folder / PIXEL_FOLDER / _file_name(image)
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(pixels)


def _read(row: dict[str, Any], folder: Path) -> Table | Snippet | Image:
    if "table" in row:
        return table_from_row(row, "")
    if "path" in row:
        return image_from_row(row, folder, "")
    return snippet_from_row(row, "")


def _official_row(source: Table | Snippet | Image) -> dict[str, Any]:
    row: dict[str, Any] = {"title": source.title, "url": source.origin, "id": source.id}
    match source:
        case Snippet():
            return {**row, "text": source.text}
        case Image():
            caption = {"caption": source.caption} if source.caption else {}
            return {**row, "path": _file_name(source), **caption}
        case Table():
            return {**row, "table": _grid(source)}


def _grid(table: Table) -> dict[str, Any]:
    known = table.meta.get("header")
    header = known if isinstance(known, list) and len(known) == len(table.columns) else None
    return {
        "table_name": table.caption,
        "table_rows": [
            [
                {
                    "text": cell.text,
                    "links": [
                        {"text": link.text, "wiki_title": link.title, "url": link.url}
                        for link in cell.links
                    ],
                }
                for cell in row
            ]
            for row in table.rows
        ],
        "header": [
            {
                "column_name": column.name,
                "metadata": header[number] if header else _about(table, number),
            }
            for number, column in enumerate(table.columns)
        ],
    }


def _about(table: Table, column: int) -> dict[str, Any]:
    """What MultiModalQA's header says of a column, as far as we know it."""
    cells = [row[column] for row in table.rows]
    linked = sum(bool(cell.links) for cell in cells)
    said: dict[str, Any] = {"num_of_links": linked, "ner_appearances_map": {}}
    if table.columns[column].kind == "number":
        values = column_values(table, column)
        if values and all(isinstance(value, Number) for value in values):
            said["parsed_values"] = [value.value for value in values if isinstance(value, Number)]
            said["type"] = "float"
    elif table.columns[column].kind == "date":
        said["type"] = "datetime"
    texts = [cell.text for cell in cells]
    said["is_key_column"] = len(set(texts)) == len(texts) and all(texts)
    said["entities_column"] = 2 * linked > len(cells)
    return said


def _file_name(image: Image) -> str:
    suffix = PurePosixPath(image.path).suffix.lower()
    if not suffix:
        suffix = next(
            (end for magic, end in _MAGIC.items() if image.data.startswith(magic)), ".jpg"
        )
    name = quote(image.id, safe=" ()+,@~")
    if len(name) > _LONGEST_NAME:
        name = content_id(image.id.encode())
    return name if name.lower().endswith(suffix) else name + suffix


def _differences(source: AnySource, other: AnySource) -> dict[str, Any]:
    return {
        name: msgspec.to_builtins(value)
        for name in source.__struct_fields__
        if name not in _OWN_PLACE and (value := getattr(source, name)) != getattr(other, name)
    }


def kinds_of(sources: Mapping[str, AnySource]) -> dict[str, list[AnySource]]:
    """The sources by the file that they belong into."""
    files: dict[str, list[AnySource]] = {"tables": [], "texts": [], "images": [], "procedures": []}
    for source in sources.values():
        match source:
            case Table():
                files["tables"].append(source)
            case Snippet():
                files["texts"].append(source)
            case Image():
                files["images"].append(source)
            case Procedure():
                files["procedures"].append(source)
    return files
