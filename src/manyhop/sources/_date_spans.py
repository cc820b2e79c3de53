"""How far two dates are apart."""

from datetime import date
from typing import Literal

from manyhop.sources._dates import Date


def time_between(one: Date, other: Date, unit: Literal["years", "months", "days"]) -> int | None:
    """Whole years, months or days from the earlier date to the later; ``None`` if too inexact.

    Example: ``time_between(Date(1981), Date(1937, 5, 27), "years")`` → ``44``
    """
    early, late = sorted((one, other))
    exact = None not in (early.month, early.day, late.month, late.day)
    if unit == "days":
        return _days(early, late) if exact else None
    months = 12 * (late.year - early.year) + (late.month or 0) - (early.month or 0)
    months -= exact and (late.day or 0) < (early.day or 0)
    if unit == "months":
        return None if None in (early.month, late.month) else months
    return months // 12 if exact else late.year - early.year


def _days(early: Date, late: Date) -> int | None:
    try:
        first = date(early.year, early.month or 1, early.day or 1)
        return (date(late.year, late.month or 1, late.day or 1) - first).days
    except ValueError:  # years BC and days that no calendar has
        return None
