"""The lines of a PDF's page, and how they are set."""

import ctypes
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from ctypes import byref, c_float
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from pypdfium2 import PdfObject, PdfPage, PdfTextPage, raw

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


# Tables that are ruled on a PDF's page.

_NEAR = 3.0  # points: lines no further apart are one
_INSET = 1.5  # points: letters from beyond a rule may reach over it so far
_SHORTEST = 6.0  # points of a rule
_MOST_RULES = 2_000  # on a page; a drawing has more
_MOST_CELLS = 4_000

Point = tuple[float, float]
Rule = tuple[float, float, float]
"""Where a rule stands, and from where to where it goes."""


@dataclass(frozen=True)
class Ruled:
    """A table on a page: its cells as text, and the box around it."""

    rows: list[list[str]]
    left: float
    bottom: float
    right: float
    top: float
    columns: tuple[float, ...]

    def holds(self, left: float, middle: float) -> bool:
        """Whether a line that starts at ``left`` and stands at height ``middle`` is in it."""
        return (
            self.left - _NEAR <= left <= self.right + _NEAR
            and self.bottom - _NEAR <= middle <= self.top + _NEAR
        )


def ruled_tables(page: PdfPage, text: PdfTextPage) -> list[Ruled]:
    """The tables of at least two rows and two columns whose cells have lines around them."""
    across, down = _rules(page)
    if not across or not down or len(across) + len(down) > _MOST_RULES:
        return []
    found = (_table(*group, text) for group in _groups(across, down))
    return [table for table in found if table and any(map(any, table.rows))]


def _rules(page: PdfPage) -> tuple[list[Rule], list[Rule]]:
    """The rules across and down the page, each once."""
    across: set[Rule] = set()
    down: set[Rule] = set()
    for shape in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=4):
        for (x0, y0), (x1, y1) in _strokes(shape):
            if abs(y0 - y1) < 1 and abs(x0 - x1) > _SHORTEST:
                across.add(((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
            elif abs(x0 - x1) < 1 and abs(y0 - y1) > _SHORTEST:
                down.add(((x0 + x1) / 2, min(y0, y1), max(y0, y1)))
        if len(across) + len(down) > _MOST_RULES:
            break
    return sorted(across), sorted(down)


def _strokes(shape: PdfObject) -> Iterator[tuple[Point, Point]]:
    """The straight lines from point to point of a path."""
    matrix = shape.get_matrix()
    first: Point = (0.0, 0.0)
    last = first
    for at in range(min(raw.FPDFPath_CountSegments(shape), _MOST_RULES)):
        segment = raw.FPDFPath_GetPathSegment(shape, at)
        x, y = c_float(), c_float()
        raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        here = matrix.on_point(x.value, y.value)
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO:
            first = here
        else:
            yield last, here
        if raw.FPDFPathSegment_GetClose(segment):
            yield here, first
        last = here


def _groups(across: list[Rule], down: list[Rule]) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """Rules that touch each other, group by group."""
    left_across, left_down = set(across), set(down)
    while left_down:
        group_down = {left_down.pop()}
        group_across: set[Rule] = set()
        fresh = list(group_down)
        while fresh:
            new_across = {a for a in left_across if any(_touch(a, d) for d in fresh)}
            left_across -= new_across
            group_across |= new_across
            fresh = [d for d in left_down if any(_touch(a, d) for a in new_across)]
            left_down -= set(fresh)
            group_down |= set(fresh)
        yield sorted(group_across), sorted(group_down)


def _touch(across: Rule, down: Rule) -> bool:
    y, x0, x1 = across
    x, y0, y1 = down
    return x0 - _NEAR <= x <= x1 + _NEAR and y0 - _NEAR <= y <= y1 + _NEAR


def _places(rules: Iterable[Rule]) -> list[float]:
    """Where rules stand, those close together as one."""
    places: list[float] = []
    for place, _, _ in sorted(rules):
        if not places or place - places[-1] > _NEAR:
            places.append(place)
    return places


def _table(across: list[Rule], down: list[Rule], text: PdfTextPage) -> Ruled | None:
    heights, sides = _places(across), _places(down)
    if len(heights) < 3 or len(sides) < 3 or len(heights) * len(sides) > _MOST_CELLS:
        return None
    rows = [
        _row(bottom, top, sides, down, text) for bottom, top in reversed(list(pairwise(heights)))
    ]
    return Ruled(rows, sides[0], heights[0], sides[-1], heights[-1], tuple(sides))


def _row(
    bottom: float, top: float, sides: Sequence[float], down: Sequence[Rule], text: PdfTextPage
) -> list[str]:
    """The cells of a row; one that spans several columns stands in each of them."""
    middle = (bottom + top) / 2
    walls = [
        side
        for side in sides
        if any(abs(x - side) <= _NEAR and y0 <= middle <= y1 for x, y0, y1 in down)
    ]
    walls = sorted({sides[0], *walls, sides[-1]})
    row: list[str] = []
    for left, right in pairwise(walls):
        words = text.get_text_bounded(
            left=left + _INSET, bottom=bottom + _INSET, right=right - _INSET, top=top - _INSET
        )
        row += [" ".join(words.split())] * (sides.index(right) - sides.index(left))
    return row
