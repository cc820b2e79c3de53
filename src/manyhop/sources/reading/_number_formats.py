"""Numbers of a workbook as its formats show them: percentages, decimals of money, currencies."""

import re

from manyhop.sources._units import CURRENCIES

_DECIMALS = re.compile(r"[0#]\.(0+)(?![0#?])")
_QUOTED = re.compile(r"""\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)|([$£€¥])""")


def number_as_shown(value: float, shown_as: str) -> str:
    """A number as text: no digit is lost, and those that a format adds are written.

    Example: ``number_as_shown(2.2, '0.00 "€"')`` → ``"2.20 €"``
    """
    if "%" in shown_as:
        return f"{value * 100:.12g}%"
    text = str(value) if isinstance(value, int) else f"{value:.15g}"  # digits a workbook shows
    first = shown_as.partition(";")[0]
    decimals = _DECIMALS.search(first)
    places = len(decimals[1]) if decimals else 0
    if decimals and "e" not in text and len(text.partition(".")[2]) <= places:
        text = f"{value:.{places}f}"
    for match in _QUOTED.finditer(first):
        sign = next(filter(None, match.groups()), "").strip()
        if sign.lower() in CURRENCIES:
            before = not re.search(r"[0#]", first[: match.start()])
            return f"{sign}{text}" if before and not sign.isalpha() else f"{text} {sign}"
    return text
