"""Columns that write 412,50 for 412.5, as most of Europe does."""

import re
from collections.abc import Iterable

from manyhop.sources._values import clean_cell, is_blank

_COMMA = re.compile(r"[-−–+]?([0-9]+|[1-9][0-9]{0,2}(?:\.[0-9]{3})+),([0-9]{1,6})")
_WHOLE = re.compile(r"[-−–+]?(?:[0-9]+|[1-9][0-9]{0,2}(?:\.[0-9]{3})+)")


def has_decimal_commas(texts: Iterable[str]) -> bool:
    """Whether all cells of a column are numbers and some have a decimal comma.

    Groups of three digits may be thousands, and numbers that rise may be a list ("3,5"), so some
    cell must be neither, unless all have two decimals, as money has.
    Example: ``has_decimal_commas(["412,50", "1260,00", "7"])`` → ``True``
    """
    filled = [clean_cell(text) for text in texts if text and not is_blank(text)]
    found = [match for text in filled if (match := _COMMA.fullmatch(text))]
    whole = sum(_WHOLE.fullmatch(text) is not None for text in filled)
    if len(found) < 2 or len(found) + whole < len(filled):
        return False
    parts = [(match[1].replace(".", ""), match[2]) for match in found]
    lengths = {len(after) for _, after in parts}
    falls = any(int(after) <= int(before) for before, after in parts)
    return lengths == {2} or (falls and lengths != {3})


def with_decimal_point(text: str) -> str:
    """A number from such a column as it is written elsewhere.

    Example: ``with_decimal_point("1.412,50")`` → ``"1412.50"``
    """
    if _COMMA.fullmatch(text) or _WHOLE.fullmatch(text):
        return text.replace(".", "").replace(",", ".")
    return text
