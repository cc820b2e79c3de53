"""PDF files: the text of each page."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pypdfium2
from pypdfium2.raw import FPDF_ERR_PASSWORD

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources.reading._passages import snippets
from manyhop.sources.reading._titles import title_from_name

_EDGE = 2  # lines at the head and foot of a page that may run through the document
_SHORT_LINE = 0.8  # of the usual length: a sentence that ends before it ends its paragraph
_TITLE_WORDS = 15
_NO_TITLE = re.compile(r"untitled.*|microsoft word.*|.*\.(?:docx?|tex|indd|qxd|pdf|dvi)", re.I)
_BULLET = re.compile(r"(?:[•▪●◦‣–-]|\(?\d{1,2}[.)]|[a-z]\))\s")
_BROKEN_WORD = re.compile(r"(\w+)(?:[-\u2010\u00ad]\n|[\ufffe\x02]\s*)(\w+)")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def read_pdf(path: Path, origin: str) -> Iterator[AnySource]:
    """The snippets of a PDF, each with its page's number in ``meta["page"]``.

    Example: ``list(read_pdf(Path("report.pdf"), "report.pdf"))``
    """
    pages, title = _read(path, origin)
    pages = _without_running_lines(pages)
    if not any(pages):
        raise ManyhopError(
            f"{origin} holds no text, for scanned pages are not read by OCR; "
            "save it with a text layer or index its pages as pictures"
        )
    title = title or _first_title(pages) or title_from_name(path)
    usual = _usual_length(pages)
    for number, lines in enumerate(pages, 1):
        yield from snippets(
            _paragraphs(lines, usual), title=title, origin=origin, meta={"page": number}
        )


def _read(path: Path, origin: str) -> tuple[list[list[str]], str]:
    """The lines of each page, and the title that the file gives itself."""
    try:
        if path.stat().st_size == 0:
            raise ManyhopError(f"{origin} is empty; export it again or leave it out")
        with closing(pypdfium2.PdfDocument(path)) as document:
            title = " ".join(_CONTROL.sub("", document.get_metadata_value("Title")).split())
            pages = [_lines(document, number) for number in range(len(document))]
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


def _lines(document: pypdfium2.PdfDocument, number: int) -> list[str]:
    """The lines of one page; none if that page is damaged."""
    try:
        with closing(document[number]) as page, closing(page.get_textpage()) as text_page:
            text = text_page.get_text_bounded()
    except pypdfium2.PdfiumError:
        return []
    text = text.encode("utf-8", errors="replace").decode()
    text = _mended(text.replace("\r\n", "\n"))
    lines = (" ".join(_CONTROL.sub("", line).split()) for line in text.split("\n"))
    return [line for line in lines if line]


def _mended(text: str) -> str:
    """Text in which a word broken at a line's end is whole; "well-known" keeps its hyphen."""

    def whole(broken: re.Match[str]) -> str:
        start, end = broken.groups()
        if not end[0].islower() or f"{start}-{end}" in text:
            return f"{start}-{end}"
        return start + end

    return _BROKEN_WORD.sub(whole, text)


def _without_running_lines(pages: Sequence[list[str]]) -> list[list[str]]:
    """The pages without the headers, footers and page numbers that most of them share."""
    seen = Counter(mark for lines in pages for mark in {_mark(lines[at]) for at in _edges(lines)})
    enough = max(3, 0.6 * sum(map(bool, pages)))
    return [
        [
            line
            for at, line in enumerate(lines)
            if at not in _edges(lines) or not (line.isdecimal() or seen[_mark(line)] >= enough)
        ]
        for lines in pages
    ]


def _edges(lines: Sequence[str]) -> set[int]:
    last = len(lines)
    return {*range(min(_EDGE, last)), *range(max(0, last - _EDGE), last)}


def _mark(line: str) -> str:
    """A line without what changes from page to page."""
    return re.sub(r"\d+|\b[ivxlc]+\b", "#", line.casefold())


def _first_title(pages: Sequence[list[str]]) -> str:
    first = next((line for lines in pages for line in lines), "")
    return first if len(first.split()) <= _TITLE_WORDS else ""


def _usual_length(pages: Sequence[list[str]]) -> int:
    lengths = sorted(len(line) for lines in pages for line in lines)
    return lengths[len(lengths) * 3 // 4]


def _paragraphs(lines: Sequence[str], usual: int) -> Iterator[str]:
    """Lines joined; a paragraph ends with a sentence that does not fill its line."""
    paragraph: list[str] = []
    for line in lines:
        if paragraph and (_ends(paragraph[-1], usual) or _BULLET.match(line)):
            yield " ".join(paragraph)
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield " ".join(paragraph)


def _ends(line: str, usual: int) -> bool:
    if len(line) < usual // 2:
        return True
    return len(line) < usual * _SHORT_LINE and line[-1] in ".!?:”\"'"
