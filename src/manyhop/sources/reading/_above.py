"""What stands in a sheet above the names of its columns: a title, who made it, a date."""

from collections.abc import Sequence

from manyhop.sources._columns import infer_kind
from manyhop.sources._table import Cell
from manyhop.sources.reading._rows import has_header

_SAMPLE = 100  # rows from which the usual width is told
_MOST = 10  # rows above the names
_LONGEST = 500  # characters that a caption keeps


def lines_above(rows: Sequence[Sequence[Cell]]) -> int:
    """How many rows stand above the names of the columns: short ones at the left, or alone.

    Spreadsheets are made to be printed, so the first row is often a title. Taken for the names
    of the columns, it would leave them nameless and turn their figures into text.
    Example: of ``[["Members 2024"], ["No", "Name", "Joined"], ["1", "Ann", "2019"], …]`` it is 1.
    """
    filled = [_filled(row) for row in rows[:_SAMPLE]]
    usual = sorted(filled)[len(filled) // 2] if filled else 0
    first = next((n for n, count in enumerate(filled[: _MOST + 1]) if 2 * count > usual), 0)
    names = rows[first:]
    if not first or usual < 2 or len(names) < 2 or not all(map(_is_line, rows[:first])):
        return 0
    if filled[first] < 2 or not has_header(names) or not _is_named(names, usual):
        return 0
    return first


def said_above(rows: Sequence[Sequence[Cell]]) -> str:
    """The words of those rows, as a caption.

    Example: ``said_above([[Cell("Members 2024")], [Cell("Made by:"), Cell("Ann")]])``
    → ``"Members 2024; Made by: Ann"``
    """
    lines = (" ".join(cell.text.strip() for cell in row if cell.text.strip()) for row in rows)
    return "; ".join(filter(None, lines))[:_LONGEST]


def _filled(row: Sequence[Cell]) -> int:
    return sum(bool(cell.text.strip()) for cell in row)


def _is_line(row: Sequence[Cell]) -> bool:
    """Whether a row is a line of text: one cell, or some side by side from the first column on.

    Names that span several columns ("", "2023", "", "2024") leave gaps.
    """
    count = _filled(row)
    return count < 2 or _filled(row[:count]) == count


def _is_named(rows: Sequence[Sequence[Cell]], usual: int) -> bool:
    """Whether two columns are names and figures; more of them need no such proof."""
    if usual > 2:
        return True
    below = rows[1:_SAMPLE]
    columns = range(len(rows[0]))
    return any(
        infer_kind([row[n].text for row in below if n < len(row)]) != "text" for n in columns
    )
