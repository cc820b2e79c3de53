"""A table as programs see it: tidy texts, and a number for each cell that can be ordered."""

import re
from collections import Counter
from functools import cached_property

from manyhop.sources import ColumnKind, Date, Number, Table, column_values

_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+")
_BLANKS = frozenset(("", "-", "–", "—", "?", "n/a", "none", "tbd", "tba"))


class TableView:
    """Texts by row and column, and by column the keys that order its cells (None: no order).

    Example: ``view_of(table).keys[1]`` → ``[8849.0, 8611.0, None]``
    """

    def __init__(self, table: Table) -> None:
        self.title = table.title
        self.names = [column.name for column in table.columns]
        self.kinds: list[ColumnKind] = [column.kind for column in table.columns]
        self.texts = [[_SPACE.sub(" ", cell.text).strip() for cell in row] for row in table.rows]
        self.keys = [_keys(table, column) for column in range(len(self.names))]

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, row: int, column: int) -> str:
        """What a cell says."""
        return self.texts[row][column]

    def is_filled(self, row: int, column: int) -> bool:
        """Whether a cell says anything."""
        return self.texts[row][column].lower() not in _BLANKS

    def rows_saying(self, column: int, text: str) -> list[int]:
        """The rows whose cell says exactly that, whatever the case of its letters."""
        return self._places[column].get(text.lower(), [])

    def rows_with_words(self, column: int, text: str) -> list[int]:
        """The rows whose cell holds all words of a shorter way to say it."""
        words = words_of(text)
        return [row for row, found in enumerate(self._words[column]) if words <= found]

    def stands_only_in(self, column: int, text: str) -> bool:
        """Whether no other column has a cell that says that, or more than that."""
        words = words_of(text)
        return not any(
            words <= found
            for other, cells in enumerate(self._words)
            if other != column
            for found in cells
        )

    def counts(self, column: int) -> Counter[str]:
        """How often each text stands in a column."""
        return Counter({text: len(rows) for text, rows in self._places[column].items()})

    @cached_property
    def ordered_columns(self) -> list[int]:
        """The columns in which at least two cells can be told apart by size."""
        return [
            column
            for column, keys in enumerate(self.keys)
            if len({key for key in keys if key is not None}) > 1
        ]

    @cached_property
    def _places(self) -> list[dict[str, list[int]]]:
        places: list[dict[str, list[int]]] = [{} for _ in self.names]
        for number, row in enumerate(self.texts):
            for column, text in enumerate(row):
                places[column].setdefault(text.lower(), []).append(number)
        return places

    @cached_property
    def _words(self) -> list[list[frozenset[str]]]:
        return [
            [words_of(row[column]) for row in self.texts] for column, _ in enumerate(self.names)
        ]


def view_of(table: Table) -> TableView:
    """The view of a table."""
    return TableView(table)


def words_of(text: str) -> frozenset[str]:
    """The words of a text in lower case.

    Example: ``words_of("J. K. Rowling")`` → ``{"j", "k", "rowling"}``
    """
    return frozenset(_WORD.findall(text.lower()))


def _keys(table: Table, column: int) -> list[float | None]:
    """Numbers by size and dates by time; nothing in text, mixed units, or days beside years."""
    if table.columns[column].kind == "text":
        return [None] * len(table.rows)
    values = column_values(table, column)
    units = {value.unit for value in values if isinstance(value, Number)}
    exactness = {len(str(value)) for value in values if isinstance(value, Date)}
    if len(units) > 1 or len(exactness) > 1:
        return [None] * len(table.rows)
    return [_key(value) for value in values]


def _key(value: object) -> float | None:
    if isinstance(value, Number):
        return value.value
    if isinstance(value, Date):
        return value.year * 10_000 + (value.month or 0) * 100 + (value.day or 0)
    return None
