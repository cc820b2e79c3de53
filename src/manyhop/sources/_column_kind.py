"""What a column holds, judged from its cells and its name."""

import re
from collections.abc import Sequence

from manyhop.sources._dates import parse_date
from manyhop.sources._numbers import parse_number
from manyhop.sources._table import ColumnKind
from manyhop.sources._values import clean_cell, is_blank

_ENOUGH = 0.9  # share of the filled cells that must parse
_SAMPLE = 1_000  # cells that are looked at

_CODE_NAME = re.compile(
    r"\b(?:phones?|telephone|tel|mobile|fax|zip|post ?code|postal code"
    r"|isbn|issn|ean|upc|barcode)\b",
    re.IGNORECASE,
)
_YEAR_NAME = re.compile(
    r"\b(?:years?|yr|dates?|seasons?|founded|foundation|established|incorporated|formed|created"
    r"|opened|opening|closed|closure|built|completed|completion|constructed|construction|erected"
    r"|commissioned|decommissioned|launched|introduced|introduction|discovered|invented|born|birth"
    r"|died|death|debut|released?|published|publication|premiered?|first|last|since|from|to|until"
    r"|start|started|end|ended|joined|left|began|begun|ends|took office|elected"
    r"|inducted|retired|edition|term|period)\b",
    re.IGNORECASE,
)
_QUANTITY_NAME = re.compile(
    r"#|\b(?:numbers?|no|nos|total|count|score|points|pts|rating|elo|population|capacity|attendance"
    r"|elevation|altitude|height|depth|length|distance|weight|area|power|price|cost|votes|sales)\b",
    re.IGNORECASE,
)
_NO_RESULT = re.compile(r"dn[fsqpc]|ds?q|ret|wd|w/?o|nc|n/?c|abs|inj", re.IGNORECASE)
_CODE = re.compile(r"0[0-9]+")
_YEAR = re.compile(r"(?:ca?\.|circa)? ?[12][0-9]{3}")
_YEAR_AND_TWO = re.compile(r"[12][0-9]([0-9]{2})-([0-9]{2})")


def infer_kind(texts: Sequence[str], name: str = "") -> ColumnKind:
    """ "number" or "date" where nine in ten filled cells are that, otherwise "text".

    Years alone make dates where the column's name speaks of time ("Year", "Founded"), or where
    three or more differ, all lie between 1800 and 2050 and the name is no quantity's ("Rating").
    Codes (a leading zero, "Phone", "ZIP") and seasons ("2009-10") stay text; "DNF" and the like
    do not count against numbers unless they are the most.
    Example: ``infer_kind(["1,234", "56*", "—"])`` → ``"number"``
    """
    sample = [text for text in texts if text]
    sample = sample[:: len(sample) // _SAMPLE + 1]
    filled = [clean_cell(text) for text in sample if not is_blank(text)]
    if not filled or _CODE_NAME.search(name) or any(map(_CODE.fullmatch, filled)):
        return "text"
    enough = _ENOUGH * len(filled)
    years = [text for text in filled if _YEAR.fullmatch(text)]
    dates = [text for text in filled if parse_date(text)]
    if len(dates) + len(years) >= enough and not _are_seasons(dates):
        if len(dates) >= len(years) or _YEAR_NAME.search(name):
            return "date"
        if (
            len(years) == len(filled)
            and _look_like_years(years)
            and not _QUANTITY_NAME.search(name)
        ):
            return "date"
    numbers = sum(parse_number(text) is not None for text in filled)
    without = sum(_NO_RESULT.fullmatch(text) is not None for text in filled)
    return "number" if numbers >= max(without, _ENOUGH * (len(filled) - without)) else "text"


def _are_seasons(dates: Sequence[str]) -> bool:
    """Whether "2009-10" and its like mean two years, not a month: the second follows the first."""
    pairs = [match for text in dates if (match := _YEAR_AND_TWO.fullmatch(text))]
    return bool(pairs) and all(
        (int(first) + 1) % 100 == int(then) for first, then in (m.groups() for m in pairs)
    )


def _look_like_years(years: Sequence[str]) -> bool:
    numbers = {int(year[-4:]) for year in years}
    return len(numbers) > 2 and min(numbers) >= 1800 and max(numbers) <= 2050
