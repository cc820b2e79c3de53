"""Tables from Excel workbooks."""

import re
import warnings
from collections.abc import Iterator
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZipFile

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from manyhop.errors import ManyhopError
from manyhop.sources._grid import table_from_grid
from manyhop.sources._json import AnySource
from manyhop.sources._table import Cell, Link, Table
from manyhop.sources.reading._above import lines_above, said_above
from manyhop.sources.reading._archive import check_archive
from manyhop.sources.reading._number_formats import number_as_shown
from manyhop.sources.reading._rows import check_width, has_header, written
from manyhop.sources.reading._titles import title_from_name

_MOST_ROWS = 1_048_576  # that a workbook can have
_MOST_CELLS = 10_000_000  # of one sheet, with those that fill short rows

_HYPERLINK = re.compile(r"<(?:\w+:)?hyperlink\s[^>]*>")
_RELATION = re.compile(r"<(?:\w+:)?Relationship\s[^>]*>")
_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*[\"']([^\"']*)[\"']")


def read_workbook(path: Path, origin: str) -> Iterator[AnySource]:
    """Each sheet of an XLSX workbook that is not empty, with its hyperlinks, as a table.

    Formulas are read by the value that was last calculated.
    Example: ``[table.title for table in read_workbook(Path("bridges.xlsx"), "bridges.xlsx")]``
    """
    found = False
    try:
        with path.open("rb") as file:
            check_archive(path, "workbook", ".xlsx")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                book = load_workbook(file, read_only=True, data_only=True)
            title = title_from_name(path)
            for sheet in book.worksheets:
                name = f"{title}: {sheet.title}" if len(book.worksheets) > 1 else title
                table = _table(sheet, path, name, origin)
                if table is not None:
                    found = True
                    yield table
    except (ManyhopError, MemoryError):
        raise
    except OSError as error:
        raise ManyhopError(
            f"{path.name}: cannot be opened ({error}); check that it is there and readable"
        ) from error
    except Exception as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise ManyhopError(
            f"{path.name}: cannot be read as a workbook ({reason}); save it again as .xlsx"
        ) from error
    if not found:
        raise ManyhopError(f"{path.name}: has only empty sheets; fill one or leave the file out")


def _table(sheet: Any, path: Path, title: str, origin: str) -> Table | None:
    links = _hyperlinks(path, sheet)
    sheet.reset_dimensions()  # what the file says of its size may be wrong
    rows: list[list[Cell]] = []
    width = 0
    for number, values in enumerate(sheet.iter_rows(), start=1):
        if number > _MOST_ROWS:
            raise ManyhopError(
                f"{path.name}: sheet {sheet.title!r} has over {_MOST_ROWS:,} rows, more than a "
                "workbook can have; save it again"
            )
        row = [_cell(cell, links) for cell in values]
        while row and not row[-1].text:
            row.pop()
        if not row:
            continue
        check_width(len(row), path.name)
        width = max(width, len(row))
        rows.append(row)
        if len(rows) * width > _MOST_CELLS:
            raise ManyhopError(
                f"{path.name}: sheet {sheet.title!r} has over {_MOST_CELLS:,} cells by row "
                f"{number}; save it as CSV or split it"
            )
    if not rows:
        return None
    above = lines_above(rows)
    caption, rows = said_above(rows[:above]), rows[above:]
    header = has_header(rows)
    return table_from_grid(rows, title=title, caption=caption, origin=origin, header=header)


def _cell(cell: Any, links: dict[str, str]) -> Cell:
    if cell.value is None or cell.data_type == "e":
        return Cell("")
    value = cell.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        text = number_as_shown(value, str(cell.number_format))
    else:
        text = written(value).strip()
    url = links.get(f"{get_column_letter(cell.column)}{cell.row}") if links else None
    return Cell(text, (Link(text=text, url=url),) if url and text else ())


def _hyperlinks(path: Path, sheet: Any) -> dict[str, str]:
    """Addresses by cell, which reading row by row leaves out."""
    part = PurePosixPath(str(getattr(sheet, "_worksheet_path", "")).lstrip("/"))
    relations = str(part.parent / "_rels" / f"{part.name}.rels")
    with ZipFile(path) as archive:
        if relations not in archive.namelist():
            return {}
        tags = map(_attributes, _RELATION.findall(archive.read(relations).decode(errors="replace")))
        targets = {tag["Id"]: tag for tag in tags if tag.get("Type", "").endswith("/hyperlink")}
        if not targets:
            return {}
        tail = archive.read(str(part)).rpartition(b"</sheetData>")[2].decode(errors="replace")
    links = map(_attributes, _HYPERLINK.findall(tail))
    return {
        link["ref"].partition(":")[0]: targets[link["id"]]["Target"]
        for link in links
        if "ref" in link and link.get("id") in targets
    }


def _attributes(tag: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(tag)}
