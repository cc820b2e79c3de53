"""The words of a question, the columns that they name, and what stays in doubt."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import Literal, NamedTuple

from manyhop.programs import quantity
from manyhop.sources import (
    EXTREMES,
    Number,
    Table,
    column_values,
    is_rank,
    other_names,
    parse_number,
    plain_name,
)

_TOKEN = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_]+(?:'s\b)?")
_SILENT = """a an the of in on at to for by with and is was were are be been being did do does done
has have had having what which who whom whose where when how many much that this these those there
their its it his her they them he she from as all list listed lists table chart name named names
give tell me number numbers total times time also during into among each one ones recorded shown can
could would will according show find people any s located based take took taken place occur occurred
happen happened get got held please every"""
_STOP = frozenset(_SILENT.split())
_ENDINGS = {"ings": 4, "ing": 4, "ions": 5, "ion": 5, "ers": 4, "er": 4, "ors": 4, "or": 4} | {
    "ed": 3,
    "es": 3,
    "s": 3,
    "e": 3,
}  # and how many letters must stay
Doubt = Literal[
    "added", "asked", "column", "elsewhere", "order", "part", "repeated", "several", "unnamed",
    "wider", "word",
]  # fmt: skip

# Measured on training questions of WikiTableQuestions; but words that nothing explains cost more
# than there, as much as HybridQA's questions of several hops demand.
_LEAVES: dict[Doubt, float] = {
    "added": 0.5,  # counted, added up, or one of several?
    "asked": 0.55,  # several columns may be asked for
    "column": 0.75,  # several columns may decide
    "elsewhere": 0.7,  # a word names a column that is not in use
    "order": 0.87,  # first by date, or in the table?
    "part": 0.75,  # words are only part of a cell
    "repeated": 0.85,  # what is counted stands in several rows
    "several": 0.85,  # cells of one column: either will do
    "unnamed": 0.8,  # no column bears the name of what is asked for
    "wider": 0.87,  # cells that say more than what is quoted
    "word": 0.65,  # nothing explains it
}


class Word(NamedTuple):
    """A word in lower case without accents, and its place in the question."""

    text: str
    start: int
    end: int

    @property
    def stem(self) -> str:
        return stem(self.text)

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing by itself."""
        return self.text in _STOP


class AskedWords:
    """A question's words; whoever makes use of some takes them, and what is left is in doubt.

    Example: ``AskedWords("How long is it?").left()`` → ``[Word("long", 4, 8)]``
    """

    def __init__(self, question: str) -> None:
        self.text = plain(question)
        self.words = [
            Word(match[0].removesuffix("'s"), match.start(), match.end())
            for match in _TOKEN.finditer(self.text)
        ]
        self._taken: set[Word] = set()

    def take(self, start: int, end: int) -> None:
        """The words between two places are explained."""
        self._taken.update(word for word in self.words if start <= word.start and word.end <= end)

    def is_free(self, start: int, end: int) -> bool:
        """Whether none of the words between two places has been taken."""
        return not any(start <= word.start and word.end <= end for word in self._taken)

    def left(self) -> list[Word]:
        """The words that say something and are not explained."""
        return [word for word in self.words if word not in self._taken and not word.is_empty]


def plain(text: str) -> str:
    """The text in lower case without accents, with every letter where it was.

    Example: ``plain("Pont d’Iéna")`` → ``"pont d'iena"``
    """
    if text.isascii():
        return text.lower()
    folded = (unicodedata.normalize("NFKD", sign)[0].lower()[:1] for sign in text)
    return "".join(folded).replace("’", "'")


def stem(word: str) -> str:
    """A word without its ending, so that "opened" and "opening", "city" and "cities" are alike.

    Example: ``stem("designer")`` → ``"design"``
    """
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    for ending, least in _ENDINGS.items():
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


def words_of(text: str) -> list[str]:
    """The words of a text in lower case without accents, in order."""
    return [match[0].removesuffix("'s") for match in _TOKEN.finditer(plain(text))]


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order."""
    return [stem(word) for word in words_of(text)]


# What may be wrong with an exact reading, and the chance that is left.


def left_by(doubts: Iterable[Doubt]) -> float:
    """How much of a reading's chance these doubts leave.

    Example: ``left_by(["part", "part"])`` → ``0.5625``
    """
    return prod(_LEAVES[doubt] for doubt in doubts)


def if_several(fit: Sequence[int], doubt: Doubt) -> tuple[Doubt, ...]:
    """The doubt where more than one column fits."""
    return (doubt,) if len(fit) > 1 else ()


# Which column some words of a question mean: by its name, by what it is asked for, by its unit.

_EVENTS = (
    "opened opening inaugurated open",
    "built completed completion constructed construction erected finished build",
    "founded foundation established establishment formed formation created creation incorporated",
    "born birth birthday birthplace",
    "died die death killed",
    "released release published publication premiered premiere aired",
    "closed closure closing demolished abandoned",
    "started start began begin beginning first from launched introduced debut",
    "ended end last until to retired left",
    "listed listing designated added",
)
_EVENT = {stem(word): number for number, words in enumerate(_EVENTS) for word in words.split()}
_MADE = frozenset((0, 1))  # opened and built: either will do where a question names both
_WHENEVER = frozenset(map(stem, ("year", "date", "season", "day")))
_EMPTY = frozenset(("of", "the", "in", "and", "no", "a", "by", "for", "to", "at", "on"))
_UNIT = re.compile(r"[(\[]([^)\]]+)[)\]]")


class NamedColumns:
    """A table's columns by the words that may mean them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        names = [plain_name(column.name) for column in table.columns]
        self.own = [frozenset(stems(name)) - _EMPTY for name in names]
        self.others = [_others(name) for name in names]

    def best(self, words: Sequence[Word], columns: Sequence[int]) -> list[int]:
        """Those of the columns whose names share most with the words; none if they share nothing.

        A word of the name counts for more than one that the column may be called instead.
        """
        asked = {word.stem for word in words}
        shared = {
            column: (
                len(self.own[column] & asked),
                len(self.own[column] & asked) / max(1, len(self.own[column])),
                bool(self.others[column] & asked),
            )
            for column in columns
        }
        most = max(shared.values(), default=(0, 0.0, False))
        return [column for column, share in shared.items() if share == most] if any(most) else []

    def means(self, column: int, word: str) -> bool:
        """Whether a stem may speak of a column."""
        event = _EVENT.get(word)
        return (
            word in self.own[column]
            or word in self.others[column]
            or (event is not None and event in self._events[column])
            or (event in _MADE and bool(self._events[column] & _MADE))
            or (self.table.columns[column].kind == "date" and word in _WHENEVER)
        )

    def when(self, words: Sequence[Word]) -> list[int]:
        """The columns of dates that the words may speak of, the likeliest ones only."""
        dates = [n for n, column in enumerate(self.table.columns) if column.kind == "date"]
        events = {_EVENT[word.stem] for word in words if word.stem in _EVENT}
        asked = [word for word in words if word.stem not in _WHENEVER]
        if named := self.best(asked, dates) or [n for n in dates if events & self._events[n]]:
            return named
        plain = [n for n in dates if self.own[n] & _WHENEVER and not self._events[n]]
        return plain or ([] if events else dates)

    def measured_by(self, word: str) -> list[int]:
        """The columns of numbers that a comparative or superlative speaks of: "longer"."""
        fit = [
            names
            for names, *words in EXTREMES
            if word in {w for each in words for w in each.split("|")}
        ]
        return [n for n in self.numbers if any(p.search(self.table.columns[n].name) for p in fit)]

    @cached_property
    def numbers(self) -> list[int]:
        return [n for n, column in enumerate(self.table.columns) if column.kind == "number"]

    def is_numbering(self, column: int) -> bool:
        """Whether a column only numbers the rows, so that adding it up means nothing."""
        values = column_values(self.table, column)
        numbers = [value.value for value in values if isinstance(value, Number)]
        apart = [abs(one - other) for one, other in pairwise(numbers)]
        return is_rank(self.table.columns[column].name) or all(step <= 1 for step in apart)

    @cached_property
    def units(self) -> list[str]:
        """The unit of each column by its name or its first number, "" where it has none."""
        return [
            _unit(column.name) or (self._first_unit(n) if column.kind == "number" else "")
            for n, column in enumerate(self.table.columns)
        ]

    def _first_unit(self, column: int) -> str:
        found = (parse_number(row[column].text) for row in self.table.rows)
        return next((number.unit for number in found if number), "")

    @cached_property
    def _events(self) -> list[frozenset[int]]:
        return [frozenset(_EVENT[word] for word in own if word in _EVENT) for own in self.own]


def _others(name: str) -> frozenset[str]:
    words = [*other_names(name), *(other_names(name.split()[-1]) if name.split() else ())]
    return frozenset(found for word in words if " " not in word for found in stems(word))


def _unit(name: str) -> str:
    found = (quantity(f"1 {inside}") for inside in _UNIT.findall(name))
    return next((each.unit for each in found if each and each.unit), "")
