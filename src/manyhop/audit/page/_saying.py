"""A figure in words, the same on every page."""

from manyhop.audit.analyses import Column
from manyhop.evaluation import Estimate
from manyhop.evaluation.pages import decimal, hundredths


def value(column: Column, found: Estimate) -> str:
    """The figure: ``43.80`` for a share, ``0.834`` for a distance, ``+2.57`` for a difference."""
    return _number(column, found.value)


def interval(column: Column, found: Estimate) -> str:
    """Its interval: ``[41.2, 46.5]``; nothing where the figure is so by definition."""
    if found.low == found.high == found.value:
        return ""
    low, high = (_number(column, end, 1) for end in (found.low, found.high))
    return f"[{low}, {high}]"


def _number(column: Column, number: float, decimals: int = 2) -> str:
    text = hundredths(number, decimals) if column.unit == "%" else decimal(number)
    return f"+{text}" if column.signed and number > 0 else text
