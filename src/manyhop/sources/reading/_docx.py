"""Word documents."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
from docx.document import Document

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources._table import Cell
from manyhop.sources.reading._archive import check_archive
from manyhop.sources.reading._blocks import Block, Code, Grid, Heading, Shown
from manyhop.sources.reading._document import document
from manyhop.sources.reading._docx_styles import Styles, W, value
from manyhop.sources.reading._numbering import Item, item, listings
from manyhop.sources.reading._pictures import picture_in
from manyhop.sources.reading._rows import has_header
from manyhop.sources.reading._titles import title_from_name

_DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
_EMBED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_NAMED = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_LEFT_OUT = {f"{W}{name}" for name in ("del", "txbxContent", "instrText", "moveFrom")}
_WRITTEN = {f"{W}tab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
_TITLE, _BOLD_LEVEL = 0, 10  # levels of a title, and of a line in bold that stands for a heading
_SHORT = 12  # words in such a line, at most


def read_docx(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in a Word document: its sections, tables, pictures and numbered steps.

    Example: ``list(read_docx(Path("plan.docx"), "plan.docx"))``
    """
    check_archive(path, "Word document", ".docx")
    try:
        opened = docx.Document(str(path))
    except (KeyError, ValueError) as error:
        raise ManyhopError(
            f"{path.name}: is damaged or no Word document; save it again as .docx"
        ) from error
    body = list(_Body(opened, origin).parts())
    title = _title(body) or opened.core_properties.title.strip() or title_from_name(path)
    yield from document(listings(_titled(body, title)), title=title, origin=origin)


def _title(parts: list[Item | Block]) -> str:
    """The paragraph in the style "Title", or the first heading if nothing stands before it."""
    headings = [part for part in parts if isinstance(part, Heading)]
    for heading in headings:
        if heading.level == _TITLE:
            return heading.text
    return headings[0].text if headings and parts[0] is headings[0] else ""


def _titled(parts: list[Item | Block], title: str) -> Iterator[Item | Block]:
    """Pictures get the document's title, which was not known when they were found."""
    for part in parts:
        if isinstance(part, Shown) and not part.image.title:
            part = Shown(part.image.with_changes(title=title), part.name)
        yield part


class _Body:
    """The paragraphs and tables of a document, in reading order."""

    def __init__(self, opened: Document, origin: str) -> None:
        self._opened = opened
        self._origin = origin
        self._styles = Styles(opened)
        self._caption = ""
        self._code: list[str] = []

    def parts(self) -> Iterator[Item | Block]:
        """Headings, items of lists, paragraphs, tables and pictures."""
        waiting: Item | None = None  # may take in deeper items
        for part in self._parts(self._opened.element.body):
            if isinstance(part, tuple):
                if waiting:
                    waiting.more.append(part[0])
                else:
                    yield Item(0, part[0].removeprefix("- "))
                continue
            if waiting:
                yield waiting
            waiting = part if isinstance(part, Item) else None
            if not waiting:
                yield part
        if waiting:
            yield waiting

    def _parts(self, parent: Any) -> Iterator[Item | Block | tuple[str]]:
        """The same; an item of an inner list comes as a tuple of its words."""
        for element in parent:
            if element.tag == f"{W}p":
                yield from self._paragraph(element)
            elif element.tag == f"{W}tbl":
                yield from self._flushed()
                yield from self._table(element)
            elif element.tag in (f"{W}sdt", f"{W}sdtContent", f"{W}ins"):
                yield from self._parts(element)
        yield from self._flushed()

    def _flushed(self) -> Iterator[Code]:
        """The lines of code gathered so far."""
        code = "\n".join(self._code).strip("\n")
        self._code = []
        if code:
            yield Code(code)

    def _paragraph(self, element: Any) -> Iterator[Item | Block | tuple[str]]:
        text = _text(element)
        role = self._styles.role(element)
        if role.code:
            self._code.append(text.rstrip())
            return
        yield from self._flushed()
        text = "\n".join(line.strip() for line in text.split("\n")).strip()
        pictures = list(self._pictures(element, text if role.caption else ""))
        if role.skipped or not text:
            yield from pictures
            return
        if role.caption:
            self._caption = text
        if role.heading is not None:
            self._styles.restart()
            yield Heading(role.heading, " ".join(text.split()))
        elif role.list_level is not None:
            mark = self._styles.count(element)
            if role.list_level:
                yield (f"{mark}. {text}" if mark else f"- {text}",)
            else:
                yield Item(mark, text)
        elif self._is_bold_line(element, text):
            yield Heading(_BOLD_LEVEL, text)
        else:
            yield item(text, None, starts_chunk=True) or text
        yield from pictures

    def _is_bold_line(self, element: Any, text: str) -> bool:
        if len(text.split()) > _SHORT or text[-1] in ".,;!" or "\n" in text:
            return False
        runs = [run for run in element.iter(f"{W}r") if _text(run).strip()]
        return bool(runs) and all(_is_bold(run) for run in runs)

    def _table(self, element: Any) -> Iterator[Item | Block | tuple[str]]:
        rows = list(_rows(element))
        if max(map(len, rows), default=0) < 2:  # a frame around text
            for cell in element.iter(f"{W}tc"):
                yield from self._parts(cell)
            return
        caption, self._caption = self._caption, ""
        cells = [[Cell(text) for text in row] for row in rows]
        yield Grid(cells, caption, header=has_header(cells))

    def _pictures(self, element: Any, caption: str) -> Iterator[Shown]:
        names = [named.get("descr") or "" for named in element.iter(_NAMED)]
        blips = [blip.get(_EMBED) for blip in element.iter(_DRAWN)]
        for number, key in enumerate(blips):
            part = self._opened.part.related_parts.get(key) if key else None
            if part is None or part.content_type not in _PICTURES:
                continue
            words = caption or (names[number] if number < len(names) else "")
            image = picture_in(
                part.blob, caption=" ".join(words.split()), title="", origin=self._origin
            )
            if image:
                yield Shown(image, image.id)


def _is_bold(run: Any) -> bool:
    properties = run.find(f"{W}rPr")
    bold = properties.find(f"{W}b") if properties is not None else None
    return bold is not None and value(bold) not in ("0", "false")


def _text(element: Any) -> str:
    """The words of a paragraph or run, as they stand when all changes are accepted."""
    if element.tag == f"{W}t":
        return element.text or ""
    if element.tag in _LEFT_OUT:
        return ""
    return _WRITTEN.get(element.tag, "") or "".join(map(_text, element))


def _rows(table: Any) -> Iterator[list[str]]:
    """The rows of a table; what spans several places stands in each of them."""
    above: list[str] = []
    for row in table.iter(f"{W}tr"):
        if next(row.iterancestors(f"{W}tbl")) is not table:
            continue  # of a table in a cell
        line: list[str] = []
        for cell in row.iterchildren(f"{W}tc"):
            properties = cell.find(f"{W}tcPr")
            span = properties.find(f"{W}gridSpan") if properties is not None else None
            merged = properties.find(f"{W}vMerge") if properties is not None else None
            text = "\n".join(filter(None, (_text(p).strip() for p in cell.iter(f"{W}p"))))
            if merged is not None and value(merged) in ("", "continue"):
                text = above[len(line)] if len(line) < len(above) else ""
            width = value(span) if span is not None else "1"
            line += [text] * (min(int(width), 100) if width.isdecimal() else 1)
        above = line
        yield line
