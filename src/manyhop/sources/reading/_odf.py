"""Texts and spreadsheets of LibreOffice and others, in the OpenDocument format."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZipFile

from lxml import etree

from manyhop.errors import ManyhopError
from manyhop.sources._grid import table_from_grid
from manyhop.sources._json import AnySource
from manyhop.sources._table import Cell, Link
from manyhop.sources.reading._above import lines_above, said_above
from manyhop.sources.reading._archive import check_archive
from manyhop.sources.reading._blocks import Block, Code, Grid, Heading, Shown
from manyhop.sources.reading._document import document
from manyhop.sources.reading._numbering import Item, item, listings
from manyhop.sources.reading._pictures import picture_in
from manyhop.sources.reading._rows import MOST_COLUMNS, has_header
from manyhop.sources.reading._titles import title_from_name

_NAMES = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
TEXT, TABLE, OFFICE, STYLE, DRAW = (
    f"{{{_NAMES.format(name)}}}" for name in ("text", "table", "office", "style", "drawing")
)
_SVG = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_UNSAID = {f"{TEXT}note", f"{TEXT}tracked-changes", f"{OFFICE}annotation", f"{DRAW}frame"}
_CONTENTS = {f"{TEXT}table-of-content", f"{TEXT}alphabetical-index", f"{TEXT}bibliography"}
_PICTURES = {".png", ".jpg", ".jpeg", ".gif", ".webp"}
_MOST_CELLS = 10_000_000
_MOST_SPACES = 80


def read_odt(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in an OpenDocument text.

    Example: ``list(read_odt(Path("plan.odt"), "plan.odt"))``
    """
    with _opened(path, "text document", ".odt") as archive:
        content = _xml(archive, "content.xml", path)
        body = content.find(f".//{OFFICE}text")
        if body is None:
            raise ManyhopError(f"{path.name}: is no text document; save it again as .odt")
        parts = list(_Text(content, archive, origin).parts(body))
        title = _title(parts) or _named(archive, path) or title_from_name(path)
    yield from document(listings(iter(parts)), title=title, origin=origin)


def read_ods(path: Path, origin: str) -> Iterator[AnySource]:
    """Each sheet of an OpenDocument spreadsheet that is not empty, as a table.

    Example: ``[table.title for table in read_ods(Path("bridges.ods"), "bridges.ods")]``
    """
    with _opened(path, "spreadsheet", ".ods") as archive:
        content = _xml(archive, "content.xml", path)
    sheets = content.findall(f".//{OFFICE}spreadsheet/{TABLE}table")
    name = title_from_name(path)
    found = False
    for sheet in sheets:
        rows = list(_sheet_rows(sheet, path.name))
        if rows:
            found = True
            title = f"{name}: {sheet.get(f'{TABLE}name')}" if len(sheets) > 1 else name
            above = lines_above(rows)
            yield table_from_grid(
                rows[above:],
                title=title,
                caption=said_above(rows[:above]),
                origin=origin,
                header=has_header(rows[above:]),
            )
    if not found:
        raise ManyhopError(f"{path.name}: has only empty sheets; fill one or leave the file out")


def _opened(path: Path, what: str, suffix: str) -> ZipFile:
    check_archive(path, what, suffix)
    return ZipFile(path)


def _xml(archive: ZipFile, name: str, path: Path) -> Any:
    """A part of the archive; entities in it are not expanded."""
    try:
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        return etree.fromstring(archive.read(name), parser)
    except (KeyError, RuntimeError, etree.XMLSyntaxError) as error:
        raise ManyhopError(
            f"{path.name}: is damaged, encrypted or no OpenDocument file; save it again"
        ) from error


def _named(archive: ZipFile, path: Path) -> str:
    if "meta.xml" not in archive.namelist():
        return ""
    found = _xml(archive, "meta.xml", path).find(f".//{_TITLE}")
    return (found.text or "").strip() if found is not None else ""


def _title(parts: list[Item | Block]) -> str:
    headings = [part for part in parts if isinstance(part, Heading)]
    for heading in headings:
        if heading.level == 0:
            return heading.text
    return headings[0].text if headings and parts[0] is headings[0] else ""


class _Text:
    """The paragraphs, lists, tables and pictures of a text."""

    def __init__(self, content: Any, archive: ZipFile, origin: str) -> None:
        self._archive = archive
        self._origin = origin
        self._parents = {
            style.get(f"{STYLE}name"): style.get(f"{STYLE}parent-style-name") or ""
            for style in content.iter(f"{STYLE}style")
        }
        self._numbered = {
            style.get(f"{STYLE}name")
            for style in content.iter(f"{TEXT}list-style")
            if style.find(f"{TEXT}list-level-style-number[@{TEXT}level='1']") is not None
        }

    def parts(self, parent: Any) -> Iterator[Item | Block]:
        """Everything below an element, in order."""
        code: list[str] = []
        for element in parent:
            style = self._style(element)
            if element.tag == f"{TEXT}p" and style.startswith("Preformatted"):
                code.append(_words(element, verbatim=True))
                continue
            if code:
                yield Code("\n".join(code).strip("\n"))
                code = []
            yield from self._part(element, style)
        if code:
            yield Code("\n".join(code).strip("\n"))

    def _part(self, element: Any, style: str) -> Iterator[Item | Block]:
        text = _words(element) if element.tag in (f"{TEXT}p", f"{TEXT}h") else ""
        if element.tag == f"{TEXT}h" and text:
            level = element.get(f"{TEXT}outline-level") or "1"
            yield Heading(int(level) if level.isdecimal() else 1, " ".join(text.split()))
        elif element.tag == f"{TEXT}p" and text:
            yield Heading(0, text) if style == "Title" else item(text, None, True) or text
        elif element.tag == f"{TEXT}list":
            yield from self._items(element)
        elif element.tag == f"{TABLE}table":
            rows = [[Cell(text) for text in row] for row in _rows(element)]
            if rows:
                yield Grid(rows, header=has_header(rows))
        elif element.tag not in _CONTENTS and not text and len(element):
            yield from self.parts(element)
        for frame in element.iter(f"{DRAW}frame") if text else ():
            yield from self._picture(frame)
        if element.tag == f"{DRAW}frame":
            yield from self._picture(element)

    def _style(self, element: Any) -> str:
        name = str(element.get(f"{TEXT}style-name") or "")
        return self._parents.get(name) or name

    def _items(self, listing: Any) -> Iterator[Item]:
        name = listing.get(f"{TEXT}style-name")
        numbered = name in self._numbered or str(name).startswith("Numbering")
        for number, entry in enumerate(listing.iterchildren(f"{TEXT}list-item"), 1):
            lines = list(_item_lines(entry))
            if lines:
                yield Item(number if numbered else 0, lines[0], more=lines[1:])

    def _picture(self, frame: Any) -> Iterator[Shown]:
        for image in frame.iterchildren(f"{DRAW}image"):
            address = str(image.get(_LINK) or "")
            if PurePosixPath(address).suffix.lower() not in _PICTURES:
                continue
            said = frame.find(f"{_SVG}desc"), frame.find(f"{_SVG}title")
            words = next((one.text for one in said if one is not None and one.text), "")
            pixels = self._archive.read(address) if address in self._archive.namelist() else b""
            found = picture_in(
                pixels, caption=" ".join(words.split()), title="", origin=self._origin
            )
            if found:
                yield Shown(found, found.id)


def _item_lines(entry: Any, mark: str = "") -> Iterator[str]:
    for element in entry:
        if element.tag in (f"{TEXT}p", f"{TEXT}h"):
            if text := _words(element):
                yield mark + text
        elif element.tag == f"{TEXT}list":
            for inner in element.iterchildren(f"{TEXT}list-item"):
                yield from _item_lines(inner, "- ")


def _words(element: Any, verbatim: bool = False) -> str:
    """The text of an element with the spaces, tabs and breaks that have elements of their own."""
    parts = [element.text or ""]
    for child in element:
        if child.tag == f"{TEXT}s":
            count = child.get(f"{TEXT}c") or "1"
            parts.append(" " * (min(int(count), _MOST_SPACES) if count.isdecimal() else 1))
        elif child.tag == f"{TEXT}tab":
            parts.append("\t")
        elif child.tag == f"{TEXT}line-break":
            parts.append("\n")
        elif child.tag not in _UNSAID and isinstance(child.tag, str):
            parts.append(_words(child, verbatim=True))
        parts.append(child.tail or "")
    text = "".join(parts)
    return (
        text if verbatim else "\n".join(" ".join(line.split()) for line in text.split("\n")).strip()
    )


def _rows(table: Any) -> Iterator[list[str]]:
    """The rows of a table in a text; what spans several columns stands in each of them."""
    for row in table.iter(f"{TABLE}table-row"):
        line: list[str] = []
        for cell in row:
            if cell.tag == f"{TABLE}table-cell":
                line.append("\n".join(map(_words, cell.iterchildren(f"{TEXT}p", f"{TEXT}h"))))
            elif cell.tag == f"{TABLE}covered-table-cell":
                line.append(line[-1] if line else "")
        if any(line):
            yield line


def _sheet_rows(sheet: Any, name: str) -> Iterator[list[Cell]]:
    count = 0
    for row in sheet.iter(f"{TABLE}table-row"):
        line = _sheet_row(row)
        if not line:
            continue
        for _ in range(_times(row, "rows")):
            count += len(line)
            if count > _MOST_CELLS:
                raise ManyhopError(
                    f"{name}: sheet {sheet.get(f'{TABLE}name')!r} has over {_MOST_CELLS:,} cells; "
                    "save it as CSV or split it"
                )
            yield line


def _sheet_row(row: Any) -> list[Cell]:
    line: list[Cell] = []
    blank = 0
    for element in row:
        cell = _sheet_cell(element)
        times = _times(element, "columns")
        if not cell.text:
            blank += times
            continue
        if len(line) + blank + times > MOST_COLUMNS:
            break
        line += [Cell("")] * blank + [cell] * times
        blank = 0
    return line


def _times(element: Any, what: str) -> int:
    times = element.get(f"{TABLE}number-{what}-repeated") or "1"
    return int(times) if times.isdecimal() and len(times) < 9 else 1


def _sheet_cell(element: Any) -> Cell:
    """A cell by its value, as exactly as the file has it, or else by its text."""
    kind = element.get(f"{OFFICE}value-type")
    text = "\n".join(map(_words, element.iterchildren(f"{TEXT}p")))
    if kind == "float":
        text = element.get(f"{OFFICE}value") or text
    elif kind == "date":
        text = (
            (element.get(f"{OFFICE}date-value") or text).removesuffix("T00:00:00").replace("T", " ")
        )
    links = (
        Link(text=_words(link), url=str(link.get(_LINK) or "")) for link in element.iter(f"{TEXT}a")
    )
    return Cell(text, tuple(link for link in links if link.text and link.url))
