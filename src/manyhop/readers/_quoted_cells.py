"""Cells that a question quotes, whole or in part: "in Japan", "designed by Ammann"."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from manyhop.readers._asked_words import AskedWords, Word, words_of
from manyhop.readers._doubts import Doubt
from manyhop.readers._named_columns import NamedColumns
from manyhop.readers._row_conditions import Condition
from manyhop.sources import Table

LONGEST = 8  # words of a cell that a question quotes
SHORTEST = 3  # letters of such a cell
TELLING = 4  # letters of a word that is only part of a cell
PROSE = 12  # words of a cell that is not searched for parts
REMEMBERED = 32  # tables whose cells are split into words once
NEAR = 2  # words before and after that may name the column

Found = dict[int, set[int]]  # rows by column


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
        near = [*asked.words[max(0, first - NEAR) : first], *asked.words[last + 1 :][:NEAR]]
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
