"""The lines of a PDF's page, and how they are set."""

import ctypes
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pypdfium2 import PdfTextPage, raw

_BOLD = re.compile(r"bold|black|heavy|[-,]b[di]?$", re.I)
_FIXED = re.compile(r"courier|mono|consol|menlo|typewriter|cmtt", re.I)
_ALIGNED = 4  # points
_BOLD_WEIGHT = 600
_BROKEN = re.compile(r"(\w+)[-\u2010\u00ad\ufffe\x02]$")
_FIRST_WORD = re.compile(r"\w+")
_SPLIT_INSIDE = re.compile(r"(\w+)[\ufffe\x02]\s*(\w+)")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True)
class Line:
    """A line of text, the size of its letters, and its place in points from below."""

    text: str
    size: float
    bold: bool
    fixed: bool
    left: float
    right: float
    top: float
    bottom: float

    def looks_like(self, other: "Line") -> bool:
        """Whether two lines are set in one type."""
        return (self.size, self.bold, self.fixed) == (other.size, other.bold, other.fixed)

    def is_under(self, other: "Line") -> bool:
        """Whether two lines share their left edge or their middle."""
        apart = abs(self.left + self.right - other.left - other.right) / 2
        return abs(self.left - other.left) < _ALIGNED or apart < _ALIGNED


def lines_of(page: PdfTextPage) -> list[Line]:
    """The lines of a page in reading order, with words that a line's end broke made whole."""
    found: list[Line] = []
    for start, end in _runs(page):
        units = (raw.FPDFText_GetUnicode(page, at) for at in range(start, end))
        text = (
            "".join(map(chr, units)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        )
        inner = [
            at for at in range(start, end) if not chr(raw.FPDFText_GetUnicode(page, at)).isspace()
        ]
        if inner:
            found.append(_line(page, text, inner[0], inner[-1]))
    return [line for line in map(_tidied, _mended(found)) if line.text]


def _runs(page: PdfTextPage) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends."""
    start, count = 0, page.count_chars()
    for at in range(count):
        if raw.FPDFText_GetUnicode(page, at) in (10, 13):
            if at > start:
                yield start, at
            start = at + 1
    if count > start:
        yield start, count


def _line(page: PdfTextPage, text: str, first: int, last: int) -> Line:
    box = _box(page, first)
    fonts = [_font(page, first), _font(page, last)]
    weights = [raw.FPDFText_GetFontWeight(page, at) for at in (first, last)]
    return Line(
        text=text,
        size=_size(page, first),
        bold=all(
            weight >= _BOLD_WEIGHT or _BOLD.search(font)
            for weight, font in zip(weights, fonts, strict=True)
        ),
        fixed=all(map(_FIXED.search, fonts)),
        left=box.left,
        right=_box(page, last).right,
        top=box.top,
        bottom=box.bottom,
    )


def _box(page: PdfTextPage, at: int) -> Any:
    box = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(page, at, box)
    return box


def _size(page: PdfTextPage, at: int) -> float:
    """The size of a letter in points, to the half."""
    matrix = raw.FS_MATRIX()
    scale = math.hypot(matrix.c, matrix.d) if raw.FPDFText_GetMatrix(page, at, matrix) else 1.0
    size: float = raw.FPDFText_GetFontSize(page, at)
    return round(2 * size * scale) / 2


def _font(page: PdfTextPage, at: int) -> str:
    name = ctypes.create_string_buffer(200)
    length = raw.FPDFText_GetFontInfo(page, at, name, len(name), None)
    return name.value.decode(errors="replace") if 0 < length <= len(name) else ""


def _tidied(line: Line) -> Line:
    text = _CONTROL.sub("", line.text)
    if line.fixed:
        return replace(line, text=text.rstrip())
    return replace(line, text=" ".join(text.split()))


def _mended(lines: Sequence[Line]) -> Iterator[Line]:
    """Lines in which a word broken at their end is whole; "well-known" keeps its hyphen."""
    said = "\n".join(line.text for line in lines)

    def whole(start: str, end: str) -> str:
        if not end[0].islower() or f"{start}-{end}" in said:
            return f"{start}-{end}"
        return start + end

    waiting: Line | None = None
    for line in lines:
        text = _SPLIT_INSIDE.sub(lambda found: whole(found[1], found[2]), line.text)
        if waiting:
            broken = None if waiting.fixed else _BROKEN.search(waiting.text.rstrip())
            rest = _FIRST_WORD.match(text.lstrip())
            if broken and rest:
                kept = waiting.text[: broken.start()] + whole(broken[1], rest[0])
                tail = text.lstrip()[rest.end() :]
                stop = re.match(r"[.,;:!?)\]]+", tail)  # belongs to the word
                kept += stop[0] if stop else ""
                waiting = replace(waiting, text=kept)
                text = tail[stop.end() :] if stop else tail
            yield waiting
        waiting = replace(line, text=text)
    if waiting:
        yield waiting
