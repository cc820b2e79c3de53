"""Dates as people write them in table cells (month names in English)."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Literal

import msgspec

from manyhop.sources._values import clean_cell


class Date(msgspec.Struct, frozen=True, omit_defaults=True):
    """A day, a month or a year; years BC are negative.

    A date that says less comes before those that say more: 2017 < July 2017 < 1 July 2017.
    Example: ``Date(2017, 7, 30) > Date(2017, 7)``
    """

    year: int
    month: int | None = None
    day: int | None = None

    def _key(self) -> tuple[int, int, int]:
        return self.year, self.month or 0, self.day or 0

    def __lt__(self, other: "Date") -> bool:
        return self._key() < other._key()

    def __le__(self, other: "Date") -> bool:
        return self._key() <= other._key()

    def __gt__(self, other: "Date") -> bool:
        return self._key() > other._key()

    def __ge__(self, other: "Date") -> bool:
        return self._key() >= other._key()

    def __str__(self) -> str:
        """As ISO 8601 writes it: 2017-07-30, 2017-07, 2017."""
        year = f"{self.year:04}"
        return "-".join([year, *(f"{part:02}" for part in (self.month, self.day) if part)])


_LONGEST = 80  # characters; longer cells are prose

_NAMES = "january february march april may june july august september october november december"
_MONTHS = {name: number for number, name in enumerate(_NAMES.split(), start=1)}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}

_MONTH = rf"(?P<name>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_DAY = r"(?P<day>[0-3]?[0-9])"
_NTH = rf"{_DAY}(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>[12][0-9]{3})"
_ERA = r"(?P<era>BCE?|CE|AD)"
_SHORT_YEAR = r"(?P<short>[0-9]{2})"
_OLD_YEAR = rf"(?:{_YEAR}|(?P<old>[1-9][0-9]{{0,3}})\ {_ERA}|(?P<early>[3-9][0-9]{{2}}))"
_CLOCK = r"[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?\ ?(?:[ap]\.?m\.?)?"
_ZONE = r"(?:\ ?(?:Z|UTC|GMT|[-+][01][0-9]:?[0-5][0-9]))?"
_TIME = rf"(?:(?:,?\ (?:at\ )?|T){_CLOCK}{_ZONE})?"

_WHOLE = (
    rf"{_YEAR}(?P<by>\ ?[-/.]\ ?)(?P<month>[01]?[0-9])(?P=by){_DAY}",
    rf"(?P<first>[0-3]?[0-9])(?P<by>\ ?[-/]\ ?)(?P<second>[0-3]?[0-9])(?P=by){_YEAR}",
    rf"(?P<first>[0-3]?[0-9])/(?P<second>[0-3]?[0-9])/{_SHORT_YEAR}",
    rf"{_DAY}\.\ ?(?P<month>[01]?[0-9])\.\ ?{_YEAR}",
    rf"{_MONTH}\ {_NTH}(?:\ ?,\ ?|\ ){_OLD_YEAR}",
    rf"(?:the\ )?{_NTH}\.?\ (?:of\ )?{_MONTH}(?:\ ?,)?\ {_OLD_YEAR}",
    rf"{_DAY}(?P<by>\ ?[-/]\ ?){_MONTH}(?P=by)(?:{_YEAR}|{_SHORT_YEAR})",
    rf"{_YEAR},?\ {_MONTH}\ {_NTH}",
)
_PARTIAL = (
    rf"{_YEAR}-(?P<month>0[1-9]|1[0-2])",
    rf"{_MONTH}(?:(?:\ ?,)?\ (?:of\ )?|-){_YEAR}",
    rf"{_YEAR},?\ {_MONTH}",
    rf"(?P<old>[1-9][0-9]{{0,3}})\ {_ERA}",
    r"(?P<era>AD)\ (?P<old>[1-9][0-9]{0,3})",
    rf"(?P<bare>{_YEAR})",
)
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?(?:\ ?,)?\ )?"
_ABOUT = r"(?:(?:ca?\.|ca|circa|approx\.?|about|around)\ |ca?\.|~\ ?)?"
_AGE = r"(?:\ \(aged?\ ?[0-9]{1,3}\))?"

_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        *(rf"{_ABOUT}{_WEEKDAY}{whole}{_TIME}{_AGE}\.?" for whole in _WHOLE),
        *(_ABOUT + partial for partial in _PARTIAL),
    )
)
_DIGIT = re.compile(r"[0-9]")
_SLASHED = re.compile(r"([0-3]?[0-9])( ?[-/] ?)([0-3]?[0-9])\2(?:[0-9]{4}|[0-9]{2})\b")


def parse_date(text: str, *, bare_year: bool = False, day_first: bool = False) -> Date | None:
    """The date that a cell holds, if the whole cell is one; when in doubt, none.

    ``bare_year`` also takes "1999" (1000 to 2100) for a date. ``day_first`` reads 04/05/2017 as
    4 May; where only one order is possible, that one is taken.
    Example: ``parse_date("Sunday, July 30, 2017[a]")`` → ``Date(2017, 7, 30)``
    """
    text = clean_cell(text)
    if not 4 <= len(text) <= _LONGEST or not _DIGIT.search(text):
        return None
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(text):
            found = match.groupdict()
            if found.get("bare"):
                return Date(int(found["bare"])) if bare_year and found["bare"] <= "2100" else None
            return _date(found, day_first)
    return None


def is_ambiguous(text: str) -> bool:
    """Whether day and month could be either: 04/05/2017, but not 30/05/2017.

    Example: ``is_ambiguous("4/5/2017")`` → ``True``
    """
    match = _SLASHED.match(clean_cell(text))
    return match is not None and max(int(match[1]), int(match[3])) <= 12


def is_day_first(texts: Iterable[str]) -> bool:
    """Whether a column writes the day before the month: 30/07/2017 occurs and 07/30/2017 not.

    Example: ``is_day_first(["04/05/2017", "30/05/2017"])`` → ``True``
    """
    pairs = [(int(m[1]), int(m[3])) for text in texts if (m := _SLASHED.match(clean_cell(text)))]
    return any(a > 12 for a, _ in pairs) and not any(b > 12 for _, b in pairs)


def _date(found: dict[str, str | None], day_first: bool) -> Date | None:
    year = _year(found)
    if found.get("first"):
        month, day = int(found["first"] or 0), int(found["second"] or 0)
        if month > 12 or (day_first and day <= 12):
            month, day = day, month
    else:
        name = found.get("name")
        month = _MONTHS[name.lower()] if name else int(found.get("month") or 0)
        day = int(found.get("day") or 0)
    whole = "day" in found or "first" in found
    if not _exists(year, month, day, whole):
        return None
    return Date(year, month or None, day or None)


def _year(found: dict[str, str | None]) -> int:
    if short := found.get("short"):
        return int(short) + (2000 if int(short) < 69 else 1900)
    year = int(found.get("year") or found.get("early") or found.get("old") or 0)
    return -year if (found.get("era") or "").upper().startswith("B") else year


def _exists(year: int, month: int, day: int, whole: bool) -> bool:
    """Whether the calendar has this date (for years BC: in a leap year)."""
    if not whole:
        return True
    try:
        date(max(year, 4), month, day)
    except ValueError:
        return False
    return True


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
