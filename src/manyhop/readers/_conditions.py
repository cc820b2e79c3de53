"""Plain conditions in a question that each row of a table meets or does not."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple

from manyhop.programs import Quantity, alike, before, moment, quantity
from manyhop.readers._asked_words import AskedWords, Doubt, NamedColumns, Word, if_several, words_of
from manyhop.sources import Date, Number, Table, column_values, is_rank

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
_NEAR_A_NUMBER = 4  # words around a number that may name its column
LONGEST = 8  # words of a cell that a question quotes
SHORTEST = 3  # letters of such a cell
TELLING = 4  # letters of a word that is only part of a cell
PROSE = 12  # words of a cell that is not searched for parts
REMEMBERED = 32  # tables whose cells are split into words once
_NEAR_A_NAME = 2  # words before and after that may name the column

Found = dict[int, set[int]]  # rows by column


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


# The rows that meet a bound.


class Condition(NamedTuple):
    """The rows that meet one condition, the column that decides, and what is doubtful about it."""

    rows: frozenset[int]
    column: int
    doubts: tuple[Doubt, ...] = ()


def bounded(asked: AskedWords, columns: NamedColumns) -> list[Condition] | None:
    """A condition for each bound; None where a bound's column cannot be told.

    Example: "opened after 1930" → the rows with a later year in the column "Opened"
    """
    found = []
    for bound in bounds(asked.text):
        if not asked.is_free(bound.start, bound.end) or _in_a_name(asked, bound, columns):
            continue
        condition = _bounded(asked, bound, columns)
        if condition is None:
            return None
        asked.take(bound.start, bound.end)
        found.append(condition)
    return found


def _in_a_name(asked: AskedWords, bound: Bound, columns: NamedColumns) -> bool:
    """Whether "in 2010" is part of a column's name and so no bound."""
    words = [word.text for word in asked.words if bound.start <= word.start < bound.end]
    return bound.relation == "is" and any(words[-1] in own for own in columns.own)


def _bounded(asked: AskedWords, bound: Bound, columns: NamedColumns) -> Condition | None:
    if isinstance(bound.amount, Date):
        fit = columns.when([word for word in asked.words if word.end <= bound.start])
    else:
        fit = _numbers_meant(asked, bound, bound.amount, columns)
    if not fit:
        return None
    if is_rank(columns.table.columns[fit[0]].name) and bound.relation != "is":
        return None
    values = amounts(columns, fit[0], bound.amount)
    rows = frozenset(row for row, value in enumerate(values) if value and bound.holds(value))
    if bound.relation == "is" and not rows:
        return None
    return Condition(rows, fit[0], if_several(fit, "column"))


def _numbers_meant(
    asked: AskedWords, bound: Bound, amount: Quantity, columns: NamedColumns
) -> list[int]:
    """The columns of numbers that a bound may be about, by the words around it or its unit."""
    before = [word for word in asked.words if word.end <= bound.start][-_NEAR_A_NUMBER:]
    after = [word for word in asked.words if word.start >= bound.end][:_NEAR_A_NUMBER]
    numbers = [n for n in columns.numbers if _goes_with(columns.units[n], amount)]
    if bound.word and (fit := [n for n in columns.measured_by(bound.word) if n in numbers]):
        return columns.best([*before, *after], fit) or fit
    for words in (after[:2], before[-2:], after, before):
        if fit := columns.best(words, numbers):
            return fit
    return numbers if amount.unit else []


def _goes_with(unit: str, amount: Quantity) -> bool:
    """Whether a column in that unit can be compared with an amount."""
    if not amount.unit:
        return True
    return bool(unit) and alike((amount, Quantity(amount.amount, unit))) is not None


def amounts(columns: NamedColumns, column: int, like: Amount | None = None) -> list[Amount | None]:
    """A column's values as dates, or as numbers in the unit of ``like``, or all in one."""
    values = column_values(columns.table, column)
    like = like or Quantity(Decimal(1), columns.units[column])
    return [
        value
        if isinstance(value, Date)
        else _in_unit(value, columns.units[column], like)
        if isinstance(value, Number) and isinstance(like, Quantity)
        else None
        for value in values
    ]


def _in_unit(value: Number, unit: str, like: Quantity) -> Quantity | None:
    same = alike((like, Quantity(Decimal(repr(value.value)), value.unit or unit)))
    return same[1] if same else None


# Cells that a question quotes, whole or in part: "in Japan", "designed by Ammann".


class QuotedCells:
    """Finds the cells that a question's words quote.

    Example: ``QuotedCells(columns).conditions(AskedWords("which are in Japan?"))``
    """

    def __init__(self, columns: NamedColumns) -> None:
        self._columns = columns
        self._texts, self._cells = _cells_of(columns.table)

    def conditions(self, asked: AskedWords) -> list[Condition]:
        """A condition for each column with quoted cells; takes the words that quote them."""
        found: dict[int, Condition] = {}
        for words, places, doubts in [*self._whole(asked), *self._parts(asked)]:
            column, sure = self._column(asked, words, places)
            doubts = doubts if sure else (*doubts, "column")
            rows = frozenset(places[column])
            if before := found.get(column):
                rows, doubts = rows | before.rows, (*before.doubts, *doubts, "several")
            found[column] = Condition(rows, column, doubts)
        return list(found.values())

    def _whole(self, asked: AskedWords) -> Iterator[tuple[list[Word], Found, tuple[Doubt, ...]]]:
        for words in _runs(asked):
            text = " ".join(word.text for word in words)
            places = self._cells.get(text)
            if places and _is_telling(words, SHORTEST):
                if len(words) == 1 and self._names_a_column(words[0]):
                    continue
                asked.take(words[0].start, words[-1].end)
                wider = self._holding(text)
                same = all(len(wider[n]) == len(places[n]) for n in places)
                yield words, {n: wider[n] | places[n] for n in places}, () if same else ("wider",)
            elif places and len(words) == 1 and (numbered := self._numbered(asked, words[0])):
                asked.take(words[0].start, words[-1].end)
                yield words, {n: places[n] for n in numbered if n in places} or places, ()

    def _parts(self, asked: AskedWords) -> Iterator[tuple[list[Word], Found, tuple[Doubt, ...]]]:
        left = set(asked.left())
        for words in _runs(asked):
            if words[0] not in left or words[-1] not in left or not _is_telling(words, TELLING):
                continue
            if any(self._names_a_column(word) for word in words):
                continue
            if places := self._holding(" ".join(word.text for word in words)):
                asked.take(words[0].start, words[-1].end)
                yield words, places, ("part",)

    def _holding(self, text: str) -> Found:
        found: Found = defaultdict(set)
        for row, texts in enumerate(self._texts):
            for column, cell in enumerate(texts):
                if text in cell and f" {text} " in f" {cell} " and cell.count(" ") < PROSE:
                    found[column].add(row)
        return found

    def _names_a_column(self, word: Word) -> bool:
        return any(word.stem in own for own in self._columns.own)

    def _numbered(self, asked: AskedWords, word: Word) -> list[int]:
        """The columns that "week" of "week 3" names."""
        place = asked.words.index(word)
        return [
            column
            for column, own in enumerate(self._columns.own)
            if word.text.isdigit() and place and asked.words[place - 1].stem in own
        ]

    def _column(self, asked: AskedWords, words: Sequence[Word], places: Found) -> tuple[int, bool]:
        if len(places) == 1:
            return next(iter(places)), True
        first, last = asked.words.index(words[0]), asked.words.index(words[-1])
        near = [
            *asked.words[max(0, first - _NEAR_A_NAME) : first],
            *asked.words[last + 1 :][:_NEAR_A_NAME],
        ]
        named = self._columns.best(near, list(places))
        return (named or list(places))[0], len(named) == 1


@lru_cache(maxsize=REMEMBERED)
def _cells_of(table: Table) -> tuple[list[list[str]], dict[str, Found]]:
    """A table's cells in plain words, row by row, and where each such text stands."""
    texts = [[" ".join(words_of(cell.text)) for cell in row] for row in table.rows]
    found: dict[str, Found] = {}
    for row, cells in enumerate(texts):
        for column, text in enumerate(cells):
            found.setdefault(text, {}).setdefault(column, set()).add(row)
    return texts, found


def _runs(asked: AskedWords) -> Iterator[list[Word]]:
    """Words beside each other that none has taken, the longest runs first."""
    for length in range(min(LONGEST, len(asked.words)), 0, -1):
        for start in range(len(asked.words) - length + 1):
            words = asked.words[start : start + length]
            if asked.is_free(words[0].start, words[-1].end):
                yield words


def _is_telling(words: Sequence[Word], shortest: int) -> bool:
    """Whether words can be a name: long enough, no number, and not all of them empty."""
    long = sum(len(word.text) for word in words) >= shortest
    return long and not all(word.is_empty or word.text[0].isdigit() for word in words)
