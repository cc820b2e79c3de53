"""Currencies, scales and units that may stand beside a number."""

import math
import re
from decimal import Decimal
from unicodedata import numeric

import msgspec

from manyhop.sources._decimal_comma import with_decimal_point
from manyhop.sources._values import clean_cell

_CURRENCIES = {
    "$": "$ US$ USD U.S.$ US-$",
    "€": "€ EUR",
    "£": "£ GBP UK£ GB£",
    "¥": "¥ JPY 円 JP¥",
    "₹": "₹ INR Rs Rs.",
    "A$": "A$ AU$ AUD",
    "C$": "C$ CA$ CAD CDN$ Can$",
    "NZ$": "NZ$ NZD",
    "HK$": "HK$ HKD",
    "S$": "S$ SGD",
    "NT$": "NT$ TWD",
    "R$": "R$ BRL",
    "CN¥": "CN¥ CNY RMB",
    "CHF": "CHF",
    "SEK": "SEK",
    "NOK": "NOK",
    "DKK": "DKK",
    "₽": "₽ RUB",
    "₩": "₩ KRW",
    "₪": "₪ ILS",
    "₺": "₺ TRY",
    "₫": "₫ VND",
    "₴": "₴ UAH",
    "₦": "₦ NGN",
    "₱": "₱ PHP",
    "zł": "zł PLN",
    "Kč": "Kč CZK",
    "Ft": "HUF",
    "R": "ZAR",
    "MX$": "MX$ MXN",
    "¢": "¢",
}

_UNITS = {
    "%": "% percent pct pct.",
    "‰": "‰",
    "km": "km km. kilometre kilometres kilometer kilometers",
    "m": "m m. metre metres meter meters",
    "cm": "cm centimetre centimetres centimeter centimeters",
    "mm": "mm millimetre millimetres millimeter millimeters",
    "µm": "µm μm",
    "nm": "nm",
    "mi": "mi mi. mile miles",
    "nmi": "nmi",
    "yd": "yd yds yard yards",
    "ft": "ft ft. foot feet ′",
    "in": 'in in. inch inches ″ "',
    "au": "au",
    "ly": "ly",
    "km²": "km² km2 km^2 sqkm",
    "m²": "m² m2 m^2 sqm",
    "mi²": "mi² mi2 sqmi",
    "ft²": "ft² ft2 sqft",
    "ha": "ha hectare hectares",
    "acres": "acre acres",
    "m³": "m³ m3 m^3",
    "km³": "km³ km3",
    "cm³": "cm³ cm3 cc",
    "L": "l litre litres liter liters",
    "ml": "ml",
    "gal": "gal gallon gallons",
    "kg": "kg kgs kilogram kilograms",
    "g": "g gram grams",
    "mg": "mg",
    "t": "t tonne tonnes ton tons",
    "lb": "lb lbs lb. lbs. pound pounds",
    "oz": "oz oz. ounce ounces",
    "s": "s sec sec. secs seconds second",
    "ms": "ms",
    "min": "min min. mins minute minutes ′",
    "h": "h hr hrs hour hours",
    "days": "day days",
    "weeks": "week weeks",
    "months": "month months",
    "years": "year years yr yrs yr. yrs.",
    "km/h": "km/h kmh kph kmph",
    "mph": "mph",
    "m/s": "m/s",
    "m³/s": "m³/s m3/s",
    "kn": "kn knot knots",
    "hp": "hp bhp shp horsepower",
    "PS": "ps",
    "W": "w",
    "kW": "kw",
    "MW": "mw",
    "GW": "gw",
    "kWh": "kwh",
    "MWh": "mwh",
    "GWh": "gwh",
    "TWh": "twh",
    "V": "v",
    "kV": "kv",
    "mAh": "mah",
    "Nm": "n·m n⋅m",
    "Hz": "hz",
    "kHz": "khz",
    "MHz": "mhz",
    "GHz": "ghz",
    "KB": "kb kib",
    "MB": "mb mib",
    "GB": "gb gib",
    "TB": "tb tib",
    "kbit/s": "kbit/s kbps",
    "Mbit/s": "mbit/s mbps",
    "Gbit/s": "gbit/s gbps",
    "°": "° degrees",
    "°C": "°c",
    "°F": "°f",
    "kcal": "kcal",
    "kJ": "kj",
    "dB": "db",
    "/km²": "/km² /km2",
    "/mi²": "/mi² /sqmi",
    "pts": "pts pts. points point",
    "votes": "votes vote",
    "seats": "seats seat",
    "people": "people persons inhabitants",
    "laps": "laps lap",
    "rpm": "rpm",
    "×": "× x",
}

_SCALES = {
    1_000: "k thousand",
    100_000: "lakh lakhs",
    1_000_000: "million millions mn mln mio",
    10_000_000: "crore crores cr",
    1_000_000_000: "billion billions bn bln",
    1_000_000_000_000: "trillion trillions tn",
}

CURRENCIES = {
    spelling.lower(): unit for unit, spelt in _CURRENCIES.items() for spelling in spelt.split()
}
"""Currency signs and codes by their spelling in lower case."""

UNITS = {spelling: unit for unit, spelt in _UNITS.items() for spelling in spelt.split()}
"""Units of measure by their spelling in lower case."""

SCALES = {spelling: factor for factor, spelt in _SCALES.items() for spelling in spelt.split()}
"""What to multiply by, by the word after the number in lower case."""

SPACED = {
    "square km": "km2",
    "sq km": "km2",
    "sq. km": "km2",
    "square kilometres": "km2",
    "square kilometers": "km2",
    "square miles": "mi2",
    "sq mi": "mi2",
    "sq. mi": "mi2",
    "sq. mi.": "mi2",
    "sq ft": "ft2",
    "sq. ft": "ft2",
    "square feet": "ft2",
    "square metres": "m2",
    "square meters": "m2",
    "sq m": "m2",
    "per cent": "%",
    "nautical miles": "nmi",
    "metric tons": "t",
    "metric tonnes": "t",
    "light years": "ly",
    "fl oz": "oz",
}
"""Units of two words."""


# Numbers as people write them in table cells.


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


def parse_number(text: str, decimal_comma: bool = False) -> Number | None:
    """The number that a cell holds, if the whole cell is one; when in doubt, none.

    Read are grouped digits, scales, currencies, units, fractions, ordinals, footnote marks and a
    conversion in parentheses. Scores, spans, dates, times and numbers with leading zeros are not.
    ``decimal_comma`` says that the column writes 3,5 for 3.5, which alone may be a list.
    Example: ``parse_number("$3.5 million[a]")`` → ``Number(3500000.0, "$")``
    """
    text = clean_cell(text)
    if not text or len(text) > _LONGEST:
        return None
    if decimal_comma:
        text = with_decimal_point(text)
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
