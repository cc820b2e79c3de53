"""Jupyter notebooks: their text, their code and what it printed."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources.reading._blocks import Block, Code, Grid, Heading, Shown
from manyhop.sources.reading._document import document
from manyhop.sources.reading._html_blocks import Page, blocks
from manyhop.sources.reading._html_text import parsed
from manyhop.sources.reading._markdown import markdown_blocks
from manyhop.sources.reading._packed import all_bytes, decode_json
from manyhop.sources.reading._pictures import picture_at
from manyhop.sources.reading._titles import title_from_name

_LONGEST = 2_000  # characters of what a cell printed


def read_notebook(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in a Jupyter notebook.

    Example: ``list(read_notebook(Path("analysis.ipynb"), "analysis.ipynb"))``
    """
    try:
        notebook = decode_json(all_bytes(path, origin))
    except (ValueError, RecursionError) as error:
        raise ManyhopError(f"{origin} is cut off or no notebook: {error}; save it again") from error
    cells = _cells(notebook)
    if cells is None:
        raise ManyhopError(f"{origin} is no notebook: it has no cells; save it again as .ipynb")
    unnamed = Page(path, title_from_name(path), origin)
    headings = (block for cell in cells for block in _text(cell, unnamed))
    first = next((block.text for block in headings if isinstance(block, Heading)), "")
    page = Page(path, first or unnamed.title, origin)
    found = chain.from_iterable(_blocks(cell, page) for cell in cells)
    yield from document(found, title=page.title, origin=origin)


def _cells(notebook: Any) -> list[dict[str, Any]] | None:
    """The cells, also of the older form that has them on sheets."""
    if not isinstance(notebook, dict):
        return None
    sheets = notebook.get("worksheets")
    holders = [notebook, *(sheets if isinstance(sheets, list) else ())]
    lists = [of["cells"] for of in holders if isinstance(of, dict) and "cells" in of]
    if not lists or not all(isinstance(cells, list) for cells in lists):
        return None
    return [cell for cells in lists for cell in cells if isinstance(cell, dict)]


def _blocks(cell: dict[str, Any], page: Page) -> Iterator[Block]:
    yield from _text(cell, page)
    if cell.get("cell_type") != "code":
        return
    code = _joined(cell.get("source", cell.get("input"))).strip("\n")
    if code:
        yield Code(code)
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else ():
        if isinstance(output, dict):
            yield from _output(output, page)


def _text(cell: dict[str, Any], page: Page) -> Iterator[Block]:
    if cell.get("cell_type") in ("markdown", "raw"):
        yield from markdown_blocks(_joined(cell.get("source")), page)
    elif cell.get("cell_type") == "heading":
        yield Heading(int(cell.get("level") or 1), _joined(cell.get("source")))


def _output(output: dict[str, Any], page: Page) -> Iterator[Block]:
    """What a cell printed or showed: a table, a picture, or text."""
    held = output.get("data")
    data = held if isinstance(held, dict) else output
    if html := _joined(data.get("text/html")):
        body = parsed(html, "the output").body
        grids = [one for one in blocks(body, page) if isinstance(one, Grid)] if body else []
        if grids:
            yield from map(_without_index, grids)
            return
    for kind in ("image/png", "image/jpeg"):
        if encoded := _joined(data.get(kind)):
            address = f"data:{kind};base64,{''.join(encoded.split())}"
            image = picture_at(address, page.path, caption="", title=page.title, origin=page.origin)
            if image:
                yield Shown(image, image.id)
                return
    text = _joined(data.get("text/plain", output.get("text"))).strip("\n")
    if text:
        yield Code(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")


def _without_index(grid: Grid) -> Grid:
    """A frame without the numbers that pandas puts before its rows: 0, 1, 2 and no name."""
    names, *rows = grid.rows
    counted = all(row and row[0].text.strip() == str(n) for n, row in enumerate(rows))
    if not rows or not counted or names[0].text.strip() or len(names) < 2:
        return grid
    return replace(grid, rows=[row[1:] for row in grid.rows])


def _joined(value: Any) -> str:
    """Text, which notebooks keep whole or by lines."""
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""
