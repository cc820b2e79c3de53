"""Numbers with units and dates, read from the words of a value and reckoned with exactly."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Literal

import msgspec

from manyhop.sources import Date, parse_date, parse_number

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen"""
_TIES = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL, _TENS = _ONES.split(), _TIES.split()
_WORDS = {word: number for number, word in enumerate(_SMALL)}
_WORDS |= {word: 10 * number for number, word in enumerate(_TENS, start=2)}
_WORDS |= {f"{ten}-{one}": _WORDS[ten] + _WORDS[one] for ten in _TENS for one in _SMALL[1:10]}

_LEADING = re.compile(r"(?P<number>[-−+]?[0-9][0-9.,]*|[a-z]+(?:-[a-z]+)?)(?P<rest>[ -].+)?")
_NAMED_YEAR = re.compile(r"(?<![0-9.,])[12][0-9]{3}(?![0-9]|[.,][0-9])")

# How many of the first unit of its line a unit holds: lengths, masses, areas, speeds.
_HOLDS: tuple[dict[str, str], ...] = (
    {"m": "1", "km": "1000", "cm": "0.01", "mm": "0.001", "mi": "1609.344", "ft": "0.3048"}
    | {"yd": "0.9144", "in": "0.0254", "nmi": "1852"},
    {"kg": "1", "g": "0.001", "mg": "0.000001", "t": "1000", "lb": "0.45359237"}
    | {"oz": "0.028349523125"},
    {"m²": "1", "km²": "1000000", "ha": "10000", "acres": "4046.8564224", "ft²": "0.09290304"}
    | {"mi²": "2589988.110336"},
    {"s": "1", "min": "60", "h": "3600", "days": "86400", "weeks": "604800"},
    {"km/h": "1", "mph": "1.609344", "m/s": "3.6", "kn": "1.852"},
)


class Quantity(msgspec.Struct, frozen=True):
    """A number with its unit, exact in decimal digits."""

    amount: Decimal
    unit: str = ""


def quantity(text: str) -> Quantity | None:
    """The number that a value is or begins with, in digits or in words.

    Example: ``quantity("12 players")`` → ``Quantity(Decimal(12))``
    """
    if (whole := whole_quantity(text)) or parse_date(text):
        return whole
    match = _LEADING.fullmatch(text.strip().lower())
    return whole_quantity(match["number"]) if match else None


def whole_quantity(text: str) -> Quantity | None:
    """The number that a value is, with nothing but a unit beside it.

    Example: ``whole_quantity("630-foot")`` → ``Quantity(Decimal(630), "ft")``
    """
    number = parse_number(text)
    if number is None and (match := _LEADING.fullmatch(text.strip().lower())):
        digits = str(_WORDS.get(match["number"], match["number"]))
        number = parse_number(f"{digits} {(match['rest'] or '')[1:]}")
    return Quantity(Decimal(repr(number.value)), number.unit) if number else None


def moment(text: str) -> Date | None:
    """The date that a value is, or the only year that it names.

    Example: ``moment("the summer of 1969")`` → ``Date(1969)``
    """
    if found := parse_date(text, bare_year=True):
        return found
    years = _NAMED_YEAR.findall(text)
    return Date(int(years[0])) if len(years) == 1 else None


def alike(quantities: Sequence[Quantity]) -> list[Quantity] | None:
    """All in the unit of the first that has one; ``None`` where that cannot be done.

    Example: 5 km and 3 mi become 5 km and 4.828 km; 5 km and $3 become ``None``.
    """
    unit = next((each.unit for each in quantities if each.unit), "")
    changed = [_in_unit(each, unit) for each in quantities]
    return None if None in changed else [each for each in changed if each]


def _in_unit(given: Quantity, unit: str) -> Quantity | None:
    if given.unit in {"", unit}:
        return Quantity(given.amount, unit)
    for holds in _HOLDS:
        if given.unit in holds and unit in holds:
            return Quantity(
                rounded(given.amount * Decimal(holds[given.unit]) / Decimal(holds[unit])), unit
            )
    return None


def reckoned(
    operation: Literal["sum", "difference", "product", "ratio"], one: Quantity, other: Quantity
) -> Quantity | None:
    """Two quantities as one; ``None`` where their units do not go together.

    Example: the difference of 5 km and 500 m is 4.5 km.
    """
    if operation == "product":
        several = bool(one.unit and other.unit)
        return None if several else Quantity(one.amount * other.amount, one.unit or other.unit)
    same = alike((one, other))
    if same is None:
        return None
    left, right, unit = same[0].amount, same[1].amount, same[0].unit
    if operation == "ratio":
        return Quantity(rounded(left / right)) if right else None
    return Quantity(left + right if operation == "sum" else abs(left - right), unit)


def rounded(amount: Decimal) -> Decimal:
    """What a division gives, to four decimals; numbers below 1 to four digits.

    Example: ``rounded(Decimal(2) / 3)`` → ``Decimal("0.6667")``
    """
    return Decimal(f"{amount:.4g}" if abs(amount) < 1 else f"{amount:.4f}")


def said(given: Quantity) -> str:
    """The quantity in words, the unit where a reader expects it.

    Example: ``said(Quantity(Decimal("12.50"), "$"))`` → ``"$12.5"``
    """
    exact = (given.amount + 0).normalize()  # adding nothing makes -0 into 0
    amount = f"{exact:f}" if abs(exact.adjusted()) < 18 else str(exact)
    if given.unit.endswith(("$", "€", "£", "¥", "₹")):
        return f"-{given.unit}{amount[1:]}" if amount[0] == "-" else f"{given.unit}{amount}"
    if not given.unit or given.unit[0] in "%‰°":
        return amount + given.unit
    one = amount in {"1", "-1"} and given.unit in {"days", "weeks", "months", "years"}
    return f"{amount} {given.unit.removesuffix('s') if one else given.unit}"


def before(one: Date | Decimal, other: Date | Decimal) -> bool:
    """Whether the one is surely the lower: 2016 comes before July 2017, but 2017 may not.

    Example: ``before(Date(2017), Date(2017, 7))`` → ``False``
    """
    if isinstance(one, Decimal) or isinstance(other, Decimal):
        return isinstance(one, Decimal) and isinstance(other, Decimal) and one < other
    for ours, theirs in zip(
        (one.year, one.month, one.day), (other.year, other.month, other.day), strict=True
    ):
        if ours is None or theirs is None:
            return False
        if ours != theirs:
            return ours < theirs
    return False
