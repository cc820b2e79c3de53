"""PDF files: headings, paragraphs, lists and tables, page by page."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pypdfium2
from pypdfium2.raw import FPDF_ERR_PASSWORD

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources._table import Cell
from manyhop.sources.reading._blocks import Block, Code, Grid, Heading, Mark
from manyhop.sources.reading._document import document
from manyhop.sources.reading._numbering import Item, item, listings
from manyhop.sources.reading._pdf_page import Line, Ruled, lines_of, ruled_tables
from manyhop.sources.reading._rows import has_header
from manyhop.sources.reading._titles import title_from_name

_EDGE = 2  # lines at the head and foot of a page that may run through the document
_SHORT_LINE = 0.8  # of the usual length: a sentence that ends before it ends its paragraph
_TITLE_WORDS = 15
_LARGER = 1.1  # than the text: the letters of a heading
_SMALLER = 0.9  # still large enough for a heading in bold
_WIDTH = 0.6  # of a letter of fixed width, for its size
_MOST_HEADINGS = 0.5  # of all letters; where there are more, size says nothing
_NO_TITLE = re.compile(
    r"untitled.*|\(?anonymous\)?|microsoft word.*|.*\.(?:docx?|tex|indd|qxd|pdf|dvi)", re.I
)
_BULLET = re.compile(r"(?:[•▪●◦‣–-]|\(?\d{1,2}[.)]|[a-z]\))\s")
_NUMBERED = re.compile(r"^(?:\d+|[ivxlc]+)\b(?![.)])|(?<!step )\b(?:\d+|[ivxlc]+)$", re.I)  # a page
_LEADERS = re.compile(r"(?:\. ?){5,}|(?:\. ?){3,}\d+$")  # in a table of contents
_CONTENTS = re.compile(r"(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire", re.I)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass
class _Page:
    lines: list[Line] = field(default_factory=list)
    tables: list[Ruled] = field(default_factory=list)


def read_pdf(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources of a PDF, each with its page's number in ``meta["page"]``.

    Headings are told by the size and weight of their letters, tables by the lines around cells.
    Example: ``list(read_pdf(Path("report.pdf"), "report.pdf"))``
    """
    pages, title = _read(path, origin)
    pages = _without_running_lines(pages)
    if not any(page.lines or page.tables for page in pages):
        raise ManyhopError(
            f"{origin} holds no text, for scanned pages are not read by OCR; "
            "save it with a text layer or index its pages as pictures"
        )
    type_ = _Type([line for page in pages for line in page.lines])
    title = title or type_.title(pages) or title_from_name(path)
    parts = _joined(
        part for number, page in enumerate(pages, 1) for part in type_.parts(page, number)
    )
    yield from document(listings(parts), title=title, origin=origin)


def _read(path: Path, origin: str) -> tuple[list[_Page], str]:
    """What stands on each page, and the title that the file gives itself."""
    try:
        if path.stat().st_size == 0:
            raise ManyhopError(f"{origin} is empty; export it again or leave it out")
        with closing(pypdfium2.PdfDocument(path)) as document:
            title = " ".join(_CONTROL.sub("", document.get_metadata_value("Title")).split())
            pages = [_page(document, number) for number in range(len(document))]
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == FPDF_ERR_PASSWORD:
            raise ManyhopError(f"{origin} is encrypted; save it without a password") from error
        raise ManyhopError(
            f"{origin} is damaged or not a PDF ({error}); export it again"
        ) from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ManyhopError(
            f"{origin}: cannot be opened ({reason}); check that it is there and readable"
        ) from error
    return pages, "" if _NO_TITLE.fullmatch(title) else title


def _page(document: pypdfium2.PdfDocument, number: int) -> _Page:
    """One page; an empty one if it is damaged."""
    try:
        with closing(document[number]) as page, closing(page.get_textpage()) as text:
            return _Page(lines_of(text), ruled_tables(page, text))
    except pypdfium2.PdfiumError:
        return _Page()


def _without_running_lines(pages: Sequence[_Page]) -> list[_Page]:
    """The pages without the headers, footers and page numbers that most of them share."""
    seen = Counter(
        mark for page in pages for mark in {_mark(page.lines[at].text) for at in _edges(page.lines)}
    )
    enough = max(3, 0.6 * sum(bool(page.lines) for page in pages))

    def runs(line: str) -> bool:
        count = seen[_mark(line)]
        return line.isdecimal() or count >= enough or (count >= 3 and bool(_NUMBERED.search(line)))

    return [
        _Page(
            [
                line
                for at, line in enumerate(page.lines)
                if not (at in _edges(page.lines) and runs(line.text))
                and not _LEADERS.search(line.text)
            ],
            page.tables,
        )
        for page in pages
    ]


def _edges(lines: Sequence[Line]) -> set[int]:
    last = len(lines)
    return {*range(min(_EDGE, last)), *range(max(0, last - _EDGE), last)}


def _mark(line: str) -> str:
    """A line without what changes from page to page."""
    return re.sub(r"\d+|\b[ivxlc]+\b", "#", line.casefold())


class _Type:
    """How a document is set: which lines are its headings, and where its paragraphs end."""

    def __init__(self, lines: Sequence[Line]) -> None:
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[line.size] += len(line.text)
        self._size = sizes.most_common(1)[0][0] if sizes else 0.0
        body = [line for line in lines if line.size == self._size]
        self._bold_text = sum(line.bold for line in body) * 4 > len(body)
        lengths = sorted(len(line.text) for line in lines)
        self._usual = lengths[len(lengths) * 3 // 4] if lengths else 0
        gaps = sorted(
            above.bottom - line.top
            for above, line in pairwise(lines)
            if above.looks_like(line) and len(above.text) >= self._usual * _SHORT_LINE
        )
        self._gap = gaps[len(gaps) // 2] if gaps else 0.0
        self._levels: list[tuple[float, bool]] = []
        marked = [line for line in lines if self._stands_out(line)]
        if _length(marked) <= _MOST_HEADINGS * _length(lines):
            self._levels = sorted({(line.size, line.bold) for line in marked}, reverse=True)

    def title(self, pages: Sequence[_Page]) -> str:
        """The first heading, if it is one of the largest; else the first line, if it is short."""
        lines = [line for page in pages for line in page.lines]
        first = next((line for line in lines if self._level(line) == 1), None)
        if first is not None and first in lines[: _EDGE * 4]:
            return " ".join(line.text for line in self._together(lines[lines.index(first) :]))
        line = lines[0].text if lines else ""
        return line if len(line.split()) <= _TITLE_WORDS else ""

    def _together(self, lines: Sequence[Line]) -> list[Line]:
        """The first line and those that go on with it."""
        end = 1
        while end < len(lines) and self._continues(lines[:end], lines[end]):
            end += 1
        return list(lines[:end])

    def parts(self, page: _Page, number: int) -> Iterator[Item | Block]:
        """The blocks of a page, after a mark with its number."""
        yield Mark("page", number)
        waiting = list(page.tables)
        block: list[Line] = []
        for line in page.lines:
            middle = (line.top + line.bottom) / 2
            table = next((one for one in page.tables if one.holds(line.left, middle)), None)
            if table is None and (not block or self._continues(block, line)):
                block.append(line)
                continue
            yield from self._block(block)
            block = [] if table else [line]
            if table in waiting and table is not None:
                waiting.remove(table)
                yield _grid(table)
        yield from self._block(block)
        yield from map(_grid, waiting)

    def _stands_out(self, line: Line) -> bool:
        words = len(line.text.split())
        if line.fixed or not 0 < words <= _TITLE_WORDS or not re.search(r"[^\W\d_]", line.text):
            return False
        if line.size >= self._size * _LARGER:
            return True
        return (
            line.bold
            and not self._bold_text
            and line.size >= self._size * _SMALLER
            and line.text[-1] not in ".,;"
            and not _BULLET.match(line.text)
        )

    def _level(self, line: Line) -> int:
        """The level of a heading; 0 for what is none."""
        key = (line.size, line.bold)
        return self._levels.index(key) + 1 if self._stands_out(line) and key in self._levels else 0

    def _continues(self, block: Sequence[Line], line: Line) -> bool:
        """Whether a line goes on with what the lines before it say."""
        last = block[-1]
        if self._level(line) or self._level(last):
            same = self._level(line) == self._level(last) and line.is_under(last)
            return same and self._is_close(last, line)
        if line.fixed or last.fixed:
            return line.fixed and last.fixed
        if _BULLET.match(line.text) or not self._is_close(last, line):
            return False
        return not _ends(last.text, self._usual)

    def _is_close(self, above: Line, line: Line) -> bool:
        gap = above.bottom - line.top
        return gap < self._gap + 0.4 * max(line.size, above.size)

    def _block(self, lines: Sequence[Line]) -> Iterator[Item | Block]:
        if not lines:
            return
        text = " ".join(line.text for line in lines)
        if level := self._level(lines[0]):
            yield Heading(level, "" if _CONTENTS.fullmatch(text) else text)
        elif lines[0].fixed:
            yield Code("\n".join(_indented(lines)))
        else:
            yield item(text, None, starts_chunk=True) or text


def _length(lines: Sequence[Line]) -> int:
    return sum(len(line.text) for line in lines)


def _indented(lines: Sequence[Line]) -> Iterator[str]:
    """Lines of code with the indents that their places on the page show."""
    edge = min(line.left for line in lines)
    for line in lines:
        text = line.text.strip()
        letter = line.size * _WIDTH
        yield " " * round((line.left - edge) / letter if letter else 0) + text


def _grid(table: Ruled) -> Grid:
    rows = [list(map(Cell, row)) for row in table.rows]
    return Grid(rows, header=has_header(rows))


def _joined(parts: Iterator[Item | Block]) -> Iterator[Item | Block]:
    """The parts, with a paragraph or a table that a page's end broke made whole."""
    waiting: list[Item | Block] = []
    for part in parts:
        if isinstance(part, Mark):
            waiting.append(part)
            continue
        whole = _whole(waiting[0], part) if len(waiting) > 1 else None
        if whole is not None:
            waiting[0] = whole
            continue
        yield from waiting
        waiting = [part]
    yield from waiting


def _whole(above: Item | Block, below: Item | Block) -> Block | None:
    """What the last part of a page and the first of the next are together, if they are one."""
    if type(above) is str and type(below) is str:
        goes_on = below[:1].islower() and above[-1] not in ".!?:"
        return f"{above} {below}" if goes_on else None
    if isinstance(above, Grid) and isinstance(below, Grid):
        if len(above.rows[0]) != len(below.rows[0]):
            return None
        again = below.rows[0] == above.rows[0]
        return Grid([*above.rows, *below.rows[again:]], above.caption, above.header)
    return None


def _ends(line: str, usual: int) -> bool:
    if len(line) < usual // 2:
        return True
    return len(line) < usual * _SHORT_LINE and line[-1] in ".!?:”\"'"
