"""How far two dates are apart, in the unit that a question asks for."""

import re
from datetime import date

from manyhop.sources import Date

_DAYS = re.compile(r"\b(?:days?|weeks?)\b", re.IGNORECASE)
_MONTHS = re.compile(r"\bmonths?\b", re.IGNORECASE)


def apart(one: Date, other: Date, question: str) -> str | None:
    """Days, weeks or months if the question names them and both dates are that exact; else years.

    Example: ``apart(Date(1969, 7, 20), Date(1969, 7, 16), "how many days later?")`` → ``"4"``
    """
    early, late = sorted((one, other))
    if unit := _DAYS.search(question):
        days = _days(early, late)
        if days is None or not unit[0].lower().startswith("week"):
            return None if days is None else str(days)
        return str(days // 7)
    if _MONTHS.search(question):
        if early.month is None or late.month is None:
            return None
        return str((late.year - early.year) * 12 + late.month - early.month)
    years = late.year - early.year
    early_day, late_day = (early.month, early.day), (late.month, late.day)
    if None not in (*early_day, *late_day) and late_day < early_day:
        years -= 1
    return str(years)


def _days(early: Date, late: Date) -> int | None:
    if early.year < 1 or None in (early.month, early.day, late.month, late.day):
        return None
    first = date(early.year, early.month or 1, early.day or 1)
    return (date(late.year, late.month or 1, late.day or 1) - first).days
