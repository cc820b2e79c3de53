"""Which column some words of a question mean: by its name, by what it is asked for, by its unit."""

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from manyhop.programs import quantity
from manyhop.readers._asked_words import Word, stem, stems
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
