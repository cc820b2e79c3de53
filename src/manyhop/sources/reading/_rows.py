"""What delimited files, workbooks and Parquet files share: headers, long tables, values as text."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from math import isnan

from manyhop.errors import ManyhopError
from manyhop.sources._columns import infer_kind
from manyhop.sources._dates import parse_date
from manyhop.sources._table import Cell
from manyhop.sources._units import parse_number
from manyhop.sources._values import is_blank

MOST_COLUMNS = 2_000

_HEADER_SAMPLE = 100
_YEAR = re.compile(r"(?:1[89]|20)[0-9]{2}")


def check_width(width: int, name: str) -> None:
    """Refuse a table that is too wide to be read by anybody."""
    if width > MOST_COLUMNS:
        raise ManyhopError(
            f"{name}: has {width:,} columns, more than {MOST_COLUMNS:,}; "
            "leave columns out or turn it on its side"
        )


def has_header(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether the first row names the columns, as it does unless it looks like those below.

    Example: in a column of numbers, "Length" stands as a name and "1,410" as one number more.
    """
    if len(rows) < 2:
        return True
    looks_like_data = False
    for number, cell in enumerate(rows[0]):
        below = [row[number].text for row in rows[1:_HEADER_SAMPLE] if number < len(row)]
        kind = infer_kind(below)
        if kind == "text" or is_blank(cell.text) or _is_name_by_year(cell.text, below):
            continue
        if (parse_date(cell.text, bare_year=True) or parse_number(cell.text)) is None:
            return True
        looks_like_data = True
    return not looks_like_data


def _is_name_by_year(text: str, below: Sequence[str]) -> bool:
    """Whether a year stands over something else than years: figures for that year."""
    return bool(_YEAR.fullmatch(text)) and not all(map(_YEAR.fullmatch, filter(None, below)))


def written(value: object) -> str:
    """A value of a workbook or a Parquet file as text: dates as in ISO 8601, nothing as "".

    Example: ``written(datetime(2017, 7, 30))`` → ``"2017-07-30"``
    """
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, datetime):
        midnight = (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0)
        return value.date().isoformat() if midnight else value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    return str(value)
