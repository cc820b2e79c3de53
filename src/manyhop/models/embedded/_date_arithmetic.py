"""How far two dates are apart, in the unit that a question asks for."""

import re

from manyhop.sources import Date, time_between

_DAYS = re.compile(r"\b(?:days?|weeks?)\b", re.IGNORECASE)
_MONTHS = re.compile(r"\bmonths?\b", re.IGNORECASE)


def apart(one: Date, other: Date, question: str) -> str | None:
    """Days, weeks or months if the question names them and both dates are that exact; else years.

    Example: ``apart(Date(1969, 7, 20), Date(1969, 7, 16), "how many days later?")`` → ``"4"``
    """
    if unit := _DAYS.search(question):
        found = time_between(one, other, "days")
        if found is not None and unit[0].lower().startswith("week"):
            found //= 7
    elif _MONTHS.search(question):
        found = _calendar_months(one, other)
    else:
        found = time_between(one, other, "years")
    return None if found is None else str(found)


def _calendar_months(one: Date, other: Date) -> int | None:
    """As tables are asked about: from 31 January to 1 February it is a month."""
    if one.month is None or other.month is None:
        return None
    return abs(12 * (one.year - other.year) + one.month - other.month)
