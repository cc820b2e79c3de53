"""Tables that are ruled on a PDF's page."""

from collections.abc import Iterable, Iterator, Sequence
from ctypes import byref, c_float
from dataclasses import dataclass
from itertools import pairwise

from pypdfium2 import PdfObject, PdfPage, PdfTextPage, raw

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
