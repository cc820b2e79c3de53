"""Numbers as people write them in table cells."""

import math
import re
from decimal import Decimal
from unicodedata import numeric

import msgspec

from manyhop.sources._units import CURRENCIES, SCALES, SPACED, UNITS
from manyhop.sources._values import clean_cell


class Number(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number and its unit: "$", "%", "km", or "" where none is written."""

    value: float
    unit: str = ""


_LONGEST = 80  # characters; longer cells are prose

_ABOUT = re.compile(
    r"\A(?:(?:ca?\.|ca|circa|approx\.?|approximately|about|around|est\.|roughly)\ |ca?\.|[~≈]\ ?)",
    re.IGNORECASE,
)
_CODES = "|".join(re.escape(code) for code in sorted(CURRENCIES, key=len, reverse=True))
_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

_NUMBER = re.compile(
    rf"""
    (?:\#\ ?(?=[1-9][0-9]{{0,2}}\Z))?
    (?P<open>\()?
    (?P<sign>[-−–+]\ ?)?
    (?P<currency>(?:{_CODES})\ ?)?
    (?P<inner>[-−–(])?
    (?:
      (?P<comma>[0-9]{{1,3}}(?:,[0-9]{{3}})+(?:\.[0-9]+)?|[1-9][0-9]?(?:,[0-9]{{2}})+,[0-9]{{3}})
    | (?P<space>[1-9][0-9]{{0,2}}(?:\ [0-9]{{3}})+(?:[.,][0-9]+)?)(?![0-9/])
    | (?P<quote>[1-9][0-9]{{0,2}}(?:['’][0-9]{{3}})+(?:\.[0-9]+)?)
    | (?P<dots>[1-9][0-9]{{0,2}}(?:(?:\.[0-9]{{3}})+,[0-9]+|(?:\.[0-9]{{3}}){{2,}}))
    | (?P<power>[0-9](?:\.[0-9]+)?)
      (?:e(?P<e>[-+]?[0-9]{{1,3}})|\ ?[×x]\ ?10(?P<ten>\^[-−]?[0-9]{{1,2}}|[⁻⁰¹²³⁴-⁹]+))
    | (?P<whole>[0-9]{{0,4}})\ ?(?P<vulgar>[{_FRACTIONS}])
    | (?P<ones>[0-9]{{1,4}})[\ -](?P<top>[1-9][0-9]?)/(?P<bottom>[1-9][0-9]?)
    | (?P<european>[0-9]+,[0-9]{{1,2}})
    | (?P<plain>(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+)
    )
    (?P<note>(?<=[0-9]{{3}})[¹²³⁴-⁹]{{1,2}})?
    (?![0-9,:/]|\.[0-9])
    (?P<tail>.*)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_FEET = re.compile(
    r"(?P<feet>[0-9]{1,3})\ ?(?:ft\.?|feet|['’′])\ ?(?P<inches>[1-9]?[0-9](?:\.[0-9]+)?)"
    r"(?:\ ?(?:in\.?|inches|[\"”″]|''))?(?:\ ?\((?P<aside>[^()]*)\))?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[12]?[0-9]{1,2}(?:\.[12][0-9]{2}){3}")
_CLOSED = re.compile(r"(?P<tail>[^()]*)(?P<close>\)?)(?:\ ?\((?P<aside>[^()]*)\))?")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")


def parse_number(text: str) -> Number | None:
    """The number that a cell holds, if the whole cell is one; when in doubt, none.

    Read are grouped digits, scales, currencies, units, fractions, ordinals, footnote marks and a
    conversion in parentheses. Scores, spans, dates, times and numbers with leading zeros are not.
    Example: ``parse_number("$3.5 million[a]")`` → ``Number(3500000.0, "$")``
    """
    text = clean_cell(text)
    if not text or len(text) > _LONGEST:
        return None
    text = _ABOUT.sub("", text).replace("⁄", "/")
    if match := _FEET.fullmatch(text):
        return _feet(match)
    if match := _NUMBER.fullmatch(text):
        return _number(match)
    return None


def _number(match: re.Match[str]) -> Number | None:
    digits = _digits(match)
    closed = _CLOSED.fullmatch(match["tail"])
    if digits is None or closed is None:
        return None
    opened = bool(match["open"]) + (match["inner"] == "(")
    if opened != len(closed["close"]) or (match["inner"] and not match["currency"]):
        return None
    measure = _measure(closed["tail"], match)
    if measure is None or (closed["aside"] is not None and not _is_aside(closed["aside"])):
        return None
    factor, unit = measure
    if opened and not (match["currency"] or match["comma"]):
        return None  # "(4)" is a footnote, "(45%)" a share, "(1,234)" a loss
    if match["european"] and not unit:
        return None  # "3,5" may be a list
    negative = opened or (match["sign"] or "+").strip() != "+" or (match["inner"] or "(") != "("
    value = float((-digits if negative else digits) * factor)
    return Number(value, unit) if math.isfinite(value) else None


def _feet(match: re.Match[str]) -> Number | None:
    """Feet and inches, as feet."""
    inches = float(match["inches"])
    if inches >= 12 or (match["aside"] is not None and not _is_aside(match["aside"])):
        return None
    return Number(int(match["feet"]) + inches / 12, "ft")


def _digits(match: re.Match[str]) -> Decimal | None:
    if match["comma"]:
        return Decimal(match["comma"].replace(",", ""))
    if match["space"]:
        return _spaced(match["space"], signed=bool(match["sign"]) and match["sign"][0] == "+")
    if match["quote"]:
        return Decimal(match["quote"].replace("'", "").replace("’", ""))
    if match["dots"]:
        if _ADDRESS.fullmatch(match["dots"]):
            return None
        return Decimal(match["dots"].replace(".", "").replace(",", "."))
    if match["power"]:
        exponent = (match["e"] or match["ten"]).lstrip("^").translate(_SUPERSCRIPTS)
        return Decimal(match["power"]).scaleb(int(exponent)) if exponent.strip("-") else None
    if match["vulgar"]:
        return Decimal(match["whole"] or 0) + Decimal(str(numeric(match["vulgar"])))
    if match["ones"]:
        top, bottom = int(match["top"]), int(match["bottom"])
        return Decimal(match["ones"]) + Decimal(top) / bottom if top < bottom else None
    return Decimal((match["european"] or match["plain"]).replace(",", "."))


def _spaced(digits: str, signed: bool) -> Decimal | None:
    """Digits grouped by spaces, unless they look like a telephone number."""
    groups = digits.split()
    if signed or (len(groups) > 2 and len(groups[0]) == 3):
        return None
    return Decimal("".join(groups).replace(",", "."))


def _measure(tail: str, match: re.Match[str]) -> tuple[int, str] | None:
    """The factor and the unit written after the digits; ``None`` for any other words."""
    currency = CURRENCIES[match["currency"].strip().lower()] if match["currency"] else ""
    attached, tail = tail[:1] not in {"", " "}, tail.strip()
    if not tail or (tail == "." and attached and match[0].count(".") == 1):
        return 1, currency
    if tail.lower() in {"st", "nd", "rd", "th"}:
        return (1, "") if attached and not currency and match["plain"] else None
    first, _, rest = tail.partition(" ")
    factor = _factor(first, attached, currency, match)
    if factor:
        tail = rest.strip()
    if not tail:
        return factor or 1, currency
    unit = _unit(tail)
    if unit is None or (currency and unit != currency):
        return None
    return factor or 1, unit


def _factor(word: str, attached: bool, currency: str, match: re.Match[str]) -> int | None:
    if currency and word.lower() in {"m", "b", "t"}:
        return {"m": 10**6, "b": 10**9, "t": 10**12}[word.lower()]
    if attached and (word == "M" or (word == "B" and "." in match[0])):
        return 10**6 if word == "M" else 10**9
    if word.lower() == "k" and not attached:
        return None
    return SCALES.get(word.lower().strip("."))


def _unit(words: str) -> str | None:
    lower = words.lower()
    lower = SPACED.get(lower, lower)
    return UNITS.get(lower) or CURRENCIES.get(lower)


def _is_aside(text: str) -> bool:
    """Whether parentheses after a number only say it again: "(7.5 mi)", "(approx.)", "(45%)"."""
    if text.lower().rstrip(".") in {"est", "estimate", "approx", "estimated"}:
        return True
    said_again = parse_number(text)
    return said_again is not None and bool(said_again.unit)
