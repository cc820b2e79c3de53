"""A table as it is set: which way round, what is bold, and where n is said."""

import msgspec

from manyhop.evaluation import Estimate
from manyhop.report._figures import Column, Figures
from manyhop.report._plots import decimal, hundredths

_WIDEST = 8  # columns; a table with more is turned round


class Label(msgspec.Struct, frozen=True):
    """The name of a row or a column, the n that all its figures share, and its run if it is one."""

    text: str
    n: int | None = None
    run: int | None = None


class Set(msgspec.Struct, frozen=True):
    """A figure as it is set; ``n`` only where neither its row nor its column says it."""

    value: str = "–"
    interval: str = ""
    n: int | None = None
    bold: bool = False
    share: float = 0.0

    @property
    def under(self) -> str:
        """What stands under the figure: its interval, and n where only the figure says it."""
        own = f"n = {self.n:,}" if self.n is not None else ""
        return ", ".join(filter(None, (self.interval, own)))


class Layout(msgspec.Struct, frozen=True):
    """What a page or a Markdown file writes down."""

    corner: str
    heads: tuple[Label, ...]
    rows: tuple[tuple[Label, tuple[Set, ...]], ...]


def lay_out(figures: Figures) -> Layout:
    """Set a table; one that is too wide gets its columns as rows.

    Example: ``lay_out(figures).heads[0].text``
    """
    cells = [list(row.cells) for row in figures.rows]
    across = [list(column) for column in zip(*cells, strict=True)]
    by_column = [_shared(column) for column in across]
    said = all(n is not None for n in by_column)
    by_row = [None if said else _shared(row) for row in cells]
    bold = _bold(figures, across)
    grid = [
        [
            _set(figures, row, column, by_row[row] is None and by_column[column] is None, bold)
            for column in range(len(figures.columns))
        ]
        for row in range(len(figures.rows))
    ]
    tops = [Label(c.name, n or None) for c, n in zip(figures.columns, by_column, strict=True)]
    sides = [Label(r.label, n, r.run) for r, n in zip(figures.rows, by_row, strict=True)]
    corner = figures.corner
    if len(tops) > max(_WIDEST, len(sides)):
        tops, sides, corner = sides, tops, ""
        grid = [list(column) for column in zip(*grid, strict=True)]
    lines = zip(sides, map(tuple, grid), strict=True)
    return Layout(corner, tuple(tops), tuple(lines))


def _shared(cells: list[Estimate | None]) -> int | None:
    counts = {cell.n for cell in cells if cell}
    return counts.pop() if len(counts) == 1 else None


def _bold(figures: Figures, across: list[list[Estimate | None]]) -> list[float | None]:
    """The highest figure of each column, where it is higher than another."""
    found: list[float | None] = []
    for column in across:
        values = [cell.value for cell in column if cell]
        tells = figures.best and len(values) > 1 and max(values) > min(values)
        found.append(max(values) if tells else None)
    return found


def _set(figures: Figures, row: int, column: int, own: bool, bold: list[float | None]) -> Set:
    cell, about = figures.rows[row].cells[column], figures.columns[column]
    if cell is None:
        return Set()
    return Set(
        value=_number(about, cell.value),
        interval=_interval(about, cell),
        n=cell.n if own else None,
        bold=cell.value == bold[column],
        share=min(max(cell.value, 0.0), 1.0),
    )


def _interval(column: Column, found: Estimate) -> str:
    """``[41.2, 46.5]``; nothing where the figure is so by definition."""
    if found.low == found.high == found.value:
        return ""
    low, high = (_number(column, end, 1) for end in (found.low, found.high))
    return f"[{low}, {high}]"


def _number(column: Column, number: float, decimals: int = 2) -> str:
    """``43.80`` for a share, ``0.834`` for a distance, ``+2.57`` for a difference."""
    if column.unit == "#":
        return f"{number:,.0f}"
    text = hundredths(number, decimals) if column.unit == "%" else decimal(number)
    return f"+{text}" if column.signed and number > 0 else text
