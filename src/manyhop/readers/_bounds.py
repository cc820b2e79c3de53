"""Bounds that a question states: "after 1930", "longer than 1,000 m", "in 1937"."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, NamedTuple

from manyhop.programs import Quantity, before, moment, quantity
from manyhop.sources import Date

Relation = Literal["more", "less", "from", "to", "is", "between"]
Amount = Date | Quantity

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = (
    rf"(?:the year )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH},? \d{{4}}"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}|{_MONTH},? (?:of )?\d{{4}}"
    r"|[12]\d{3}(?![\d,.]*\d)(?!-\d|/\d|–\d|'?s\b))"
)
_FIGURE = r"(?:[$€£¥] ?)?\d[\d,]*(?:\.\d+)?(?: (?:million|billion))?"
_SMALL = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty"
_UNIT = r"(?: ?(?:%|square [a-z]+|(?!(?:in|or|and|a|at)\b)[a-z²³/]+))?"
_AMOUNT = rf"(?P<amount>(?P<bare>{_FIGURE}|(?:{_SMALL})\b(?! (?:hundred|thousand))){_UNIT})"
_NOUNS = frozenset(("pts", "votes", "seats", "people", "laps"))  # count things, measure nothing

_DATED: tuple[tuple[Relation, str], ...] = (
    ("more", "after|later than"),
    ("less", "before|earlier than|prior to|until"),
    ("from", "since|in or after|starting in|beginning in"),
    ("to", "up to|no later than|in or before"),
    ("is", "in|on|during|for|of|at|from"),
)
_COUNTED: tuple[tuple[Relation, str], ...] = (
    ("from", "at least|no less than|no fewer than|not less than|a minimum of"),
    ("to", "at most|no more than|not more than|up to|a maximum of"),
    ("more", "(?:more|greater|larger|bigger) than|over|above|exceeding|exceeded|exceeds?"),
    ("less", "(?:less|fewer|smaller) than|under|below"),
    ("is", "exactly|equal to|has|have|had|having|with"),
)
_ORDINALS = {
    "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
    "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20,
    "twenty-first": 21,
}  # fmt: skip
_ORDINAL = "|".join(_ORDINALS)
_LONGER = "longer|taller|higher|heavier|deeper|faster|wider"
_SHORTER = "shorter|lower|lighter|shallower|slower|narrower"


class Bound(NamedTuple):
    """What a value must be more than, less than or equal to, and the words that say so.

    ``word`` is a comparative that tells what is measured: "longer"; ``until`` ends a "between".
    """

    relation: Relation
    amount: Amount
    start: int
    end: int
    word: str = ""
    until: Amount | None = None

    def holds(self, value: Amount) -> bool:
        """Whether a value surely fits; both must be dates, or numbers in the same unit."""
        ours, other = _rank(value), _rank(self.amount)
        match self.relation:
            case "more":
                return before(other, ours)
            case "less":
                return before(ours, other)
            case "from":
                return not before(ours, other)
            case "to":
                return not before(other, ours)
            case "is":
                return not before(ours, other) and not before(other, ours)
            case "between":
                end = _rank(self.until or self.amount)
                return not before(ours, other) and not before(end, ours)


def bounds(text: str) -> list[Bound]:
    """The bounds in a question in lower case; no word belongs to two.

    Example: ``bounds("which opened after 1930?")[0].relation`` → ``"more"``
    """
    found: list[Bound] = []
    for bound in _all(text):
        if not any(each.start < bound.end and bound.start < each.end for each in found):
            found.append(bound)
    return sorted(found, key=lambda bound: bound.start)


def _all(text: str) -> Iterator[Bound]:
    joint = "(?:and|to|until|through)"
    for match in re.finditer(rf"\b(?:between|from) ({_DATE}) {joint} ({_DATE})", text):
        yield from _both(match, moment(match[1]), moment(match[2]))
    for match in re.finditer(rf"\bbetween ({_FIGURE}) {joint} ({_FIGURE})", text):
        yield from _both(match, quantity(match[1]), quantity(match[2]))
    for match in re.finditer(r"\b(?:in|during) the ([12]\d\d)0'?s\b", text):
        decade = 10 * int(match[1])
        yield from _both(match, Date(decade), Date(decade + 9))
    for match in re.finditer(
        rf"\b(?:in|during) the ({_ORDINAL}|[1-9]\d?(?:st|nd|rd|th)) century\b", text
    ):
        century = _ORDINALS.get(match[1]) or int(re.sub(r"\D", "", match[1]))
        yield from _both(match, Date(100 * century - 99), Date(100 * century))
    for relation, words in _DATED:
        for match in re.finditer(rf"\b(?:{words}) ({_DATE})", text):
            if day := moment(match[1].removeprefix("the year ")):
                yield Bound(relation, day, *match.span())
    for match in re.finditer(rf"\b({_LONGER}|{_SHORTER}) than {_AMOUNT}", text):
        longer = re.fullmatch(_LONGER, match[1]) is not None
        yield from _counted("more" if longer else "less", match, match[1])
    for relation, words in _COUNTED:
        for match in re.finditer(rf"\b(?:{words}) {_AMOUNT}", text):
            yield from _counted(relation, match)
    for match in re.finditer(rf"{_AMOUNT} or (?:(more|higher|above|greater)|less|fewer)\b", text):
        if number := quantity(match["bare"]):
            yield Bound("from" if match[3] else "to", number, *match.span())


def _both(match: re.Match[str], low: Amount | None, high: Amount | None) -> Iterator[Bound]:
    if low and high:
        yield Bound("between", low, *match.span(), until=high)


def _counted(relation: Relation, match: re.Match[str], word: str = "") -> Iterator[Bound]:
    """The bound as far as its number and unit reach: "more than 3" of "more than 3 goals"."""
    number = quantity(match["amount"])
    if number and number.unit and number.unit not in _NOUNS:
        yield Bound(relation, number, *match.span(), word)
    elif number := quantity(match["bare"]):
        yield Bound(relation, number, match.start(), match.end("bare"), word)


def _rank(value: Amount) -> Date | Decimal:
    return value if isinstance(value, Date) else value.amount
