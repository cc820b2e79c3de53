"""A figure in words, the same on every page."""

from manyhop.audit.analyses import Column, Figures
from manyhop.evaluation import Estimate
from manyhop.evaluation.pages import decimal, hundredths


def value(column: Column, found: Estimate) -> str:
    """The figure: ``43.80`` for a share, ``0.834`` for a distance, ``+2.57`` for a difference."""
    return _number(column, found.value)


def interval(column: Column, found: Estimate) -> str:
    """Its interval: ``[41.2, 46.5]``."""
    low, high = (_number(column, end, 1) for end in (found.low, found.high))
    return f"[{low}, {high}]"


def common_n(figures: Figures) -> list[int | None]:
    """For each column the n that all its rows share; None where they differ."""
    found: list[int | None] = []
    for place in range(len(figures.columns)):
        counts = {cell.n for row in figures.rows if (cell := row.cells[place])}
        found.append(counts.pop() if len(counts) == 1 else None)
    return found


def bests(figures: Figures) -> list[float | None]:
    """For each column the highest figure, where the highest is to be set in bold."""
    if not figures.best or len(figures.rows) < 2:
        return [None] * len(figures.columns)
    columns = [[row.cells[place] for row in figures.rows] for place in range(len(figures.columns))]
    return [max((cell.value for cell in cells if cell), default=None) for cells in columns]


def _number(column: Column, number: float, decimals: int = 2) -> str:
    text = hundredths(number, decimals) if column.unit == "%" else decimal(number)
    return f"+{text}" if column.signed and number > 0 else text
