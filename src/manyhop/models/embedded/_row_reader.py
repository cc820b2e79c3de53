"""The table reader: a network points at rows and cells, exact code does the rest."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.models._prompted_readers import worked_out
from manyhop.models._protocols import CellReading, TableReading
from manyhop.models.embedded._date_arithmetic import apart
from manyhop.models.embedded._recent import Recent
from manyhop.models.embedded._row_features import Sheet, TableFacts, question_sheets, table_facts
from manyhop.models.embedded._weights import FOLDER, open_session
from manyhop.models.embedded._word_vectors import WordVectors, shared_word_vectors
from manyhop.sources import Date, Table, cell_value

# From the row reader's scores to an answer: which cells, what is done with them, how surely.

OPERATIONS = ("cells", "count", "sum", "average", "difference", "yes", "no")
ADDING = frozenset(("count", "sum", "average"))  # those that every fitting row matters to

_Place = tuple[int, int]


class Habits(NamedTuple):
    """How scores become choices and chances; set on held-out questions.

    Beside the best cell, another of its column answers too if its row's log odds exceed
    ``several`` and its own chance is at least ``share`` of the best one's. ``counted`` and
    ``added`` are the log odds from which a row is likelier to count or to be added than not.
    ``slope`` and ``offset`` make the chances honest.
    """

    several: float = 1.4
    share: float = 0.1
    counted: float = 0.0
    added: float = 0.0
    slope: float = 1.0
    offset: float = 0.0


class RowScores(NamedTuple):
    """For each row that was read: scores of its cells [rows, columns] and of the row itself."""

    rows: tuple[int, ...]
    picked: NDArray[np.float32]
    chosen: NDArray[np.float32]
    operation: NDArray[np.float32]

    def with_rows(self, other: Self) -> Self:
        """These and other rows of the same table; the operation is the one found first."""
        return self._replace(
            rows=self.rows + other.rows,
            picked=np.concatenate([self.picked, other.picked]),
            chosen=np.concatenate([self.chosen, other.chosen]),
        )


class _Finding(NamedTuple):
    """Cells as places in the scores, the value that they make, and how sure that is (0..1)."""

    places: list[_Place]
    value: str
    chance: float


def likely_operation(scores: RowScores) -> str:
    """What is most likely to be done with the cells."""
    return OPERATIONS[int(scores.operation.argmax())]


def likely_cells(scores: RowScores, most: int) -> list[CellReading]:
    """The cells that are most likely pointed at, best first."""
    chances = _softmax(scores.picked)
    order = np.argsort(-chances, axis=None, kind="stable")[:most]
    found = zip(*np.unravel_index(order, chances.shape), strict=True)
    return [
        CellReading(scores.rows[row], int(column), float(chances[row, column]))
        for row, column in found
    ]


def decide(question: str, table: Table, scores: RowScores, habits: Habits) -> TableReading:
    """The reading whose operation is likeliest, of those that can be carried out on the cells."""
    likely = _softmax(scores.operation)
    decision = _Decision(question, table, scores, habits)
    for number in np.argsort(-likely, kind="stable"):
        name = OPERATIONS[number]
        finding = decision.finding(name)
        if finding is not None:
            break
    else:
        return TableReading((), "cells", "", 0.0)
    sure = float(likely[number]) * finding.chance
    return TableReading(
        decision.cells(finding.places),
        "check" if name in {"yes", "no"} else name,
        finding.value,
        _honest(sure, habits),
    )


class _Decision:
    def __init__(self, question: str, table: Table, scores: RowScores, habits: Habits) -> None:
        self._question, self._table, self._scores, self._habits = question, table, scores, habits
        self._chances = _softmax(scores.picked)
        self._belongs = _sigmoid(scores.chosen)
        row, column = np.unravel_index(int(scores.picked.argmax()), scores.picked.shape)
        self._best: _Place = (int(row), int(column))

    def cells(self, places: list[_Place]) -> tuple[CellReading, ...]:
        """Cells of the table, likeliest first, with the chance that each is pointed at."""
        several = len(places) > 1
        found = [
            CellReading(
                self._scores.rows[row],
                column,
                float(self._belongs[row] if several else self._chances[row, column]),
            )
            for row, column in places
        ]
        return tuple(sorted(found, key=lambda cell: -cell.chance))

    def finding(self, operation: str) -> _Finding | None:
        """What an operation gives; None where it cannot be done."""
        match operation:
            case "cells":
                return self._answering()
            case "count":
                return self._counted()
            case "difference":
                return self._difference()
            case "sum" | "average":
                return self._added(operation)
            case _:
                return _Finding([self._best], operation, 1.0)

    def _answering(self) -> _Finding | None:
        (best, column), habits = self._best, self._habits
        chances = self._chances[:, column]
        fit = (self._scores.chosen > habits.several) & (chances >= habits.share * chances[best])
        fit[best] = True
        rows: list[int] = np.flatnonzero(fit).tolist()
        places = [(row, column) for row in rows if self._text((row, column))]
        if not places:
            return None
        places.sort(key=lambda place: (place[0] != best, place[0]))
        texts = [self._text(place) for place in places]
        said = {text.lower() for text in texts}
        everywhere = [
            self._chances[row, column]
            for row in range(len(chances))
            if self._text((row, column)).lower() in said
        ]
        return _Finding(places, " | ".join(dict.fromkeys(texts)), float(sum(everywhere)))

    def _counted(self) -> _Finding | None:
        chances = number_chances(_sigmoid(self._scores.chosen - self._habits.counted))
        number = 1 + int(chances[1:].argmax())
        rows = np.sort(np.argsort(-self._scores.chosen, kind="stable")[:number])
        places = [(int(row), self._best[1]) for row in rows]
        return _Finding(places, str(number), float(chances[number]))

    def _added(self, operation: str) -> _Finding | None:
        column = self._measured()
        rows: list[int] = np.flatnonzero(self._scores.chosen > self._habits.added).tolist()
        filled = [(row, column) for row in rows if self._text((row, column))]
        places = [place for place in filled if worked_out("sum", [self._text(place)])]
        value = worked_out(operation, [self._text(place) for place in places])
        if value is None or len(places) < max(2, 0.7 * len(filled)):
            return None
        doubt = np.minimum(self._belongs, 1 - self._belongs)
        return _Finding(places, value, float(np.prod(1 - doubt)))

    def _difference(self) -> _Finding | None:
        column = self._measured()
        order = np.argsort(-self._scores.picked[:, column], kind="stable")[:2]
        if len(order) < 2:
            return None
        places = [(int(row), column) for row in order]
        value = self._apart(*places)
        sure = float(sum(self._chances[place] for place in places))
        return None if value is None else _Finding(places, value, sure)

    def _measured(self) -> int:
        """The column of numbers or dates that is pointed at most; of any kind if there is none."""
        width = self._chances.shape[1]
        typed = np.array([column.kind != "text" for column in self._table.columns[:width]])
        return int((self._chances.sum(0) * (typed if typed.any() else 1)).argmax())

    def _apart(self, one: _Place, other: _Place) -> str | None:
        values = [cell_value(self._table, self._scores.rows[r], c) for r, c in (one, other)]
        if isinstance(values[0], Date) and isinstance(values[1], Date):
            return apart(values[0], values[1], self._question)
        return worked_out("difference", [self._text(one), self._text(other)])

    def _text(self, place: _Place) -> str:
        row, column = place
        return self._table.rows[self._scores.rows[row]][column].text.strip()


def number_chances(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of each number of rows, 0 first, from the chance of each row.

    Example: ``number_chances(np.array([0.5, 0.5]))`` → [0.25, 0.5, 0.25]
    """
    numbers = np.ones(1)
    for chance in chances:
        numbers = np.convolve(numbers, [1 - chance, chance])
    return numbers


def _honest(sure: float, habits: Habits) -> float:
    sure = min(max(sure, 1e-6), 1 - 1e-6)
    drive = habits.slope * math.log(sure / (1 - sure)) + habits.offset
    return 1 / (1 + math.exp(-min(max(drive, -50.0), 50.0)))


def _softmax(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    powers = np.exp(scores.astype(float) - scores.max())
    shares: NDArray[np.float64] = powers / powers.sum()
    return shares


def _sigmoid(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    odds: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(scores.astype(float), -50, 50)))
    return odds


FILE = "table_reader.onnx"
MOST_SHEETS = 25  # of 40 rows, where something is to be counted or added up
TABLES_REMEMBERED, READINGS_REMEMBERED = 200, 5_000

_NOTHING = TableReading((), "cells", "", 0.0)


class RowReader:
    """Reads every row beside the question, then compares rows and columns.

    Of a table with more than 40 rows those are read that share words with the question, and the
    first, last and extreme ones; where rows are counted or added up, all that share a word.
    Several threads may read at once. Example::

        reading = RowReader.load().read("How high is K2?", table)
        reading.value, reading.operation, reading.cells[0].row
    """

    def __init__(self, session: Any, words: WordVectors) -> None:
        self._session = session
        self._words = words
        self.habits = habits_of(session.get_modelmeta().custom_metadata_map)
        self._facts = Recent[TableFacts](TABLES_REMEMBERED)
        self._scores = Recent[RowScores](READINGS_REMEMBERED)

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped reader, or the one in ``folder``."""
        return cls(open_session(FILE, folder), shared_word_vectors())

    def read(self, question: str, table: Table) -> TableReading:
        """The cells, the operation over them and its value."""
        if not table.rows or not table.columns:
            return _NOTHING
        return decide(question, table, self.scores(question, table), self.habits)

    def rank(self, question: str, table: Table, most: int = 5) -> list[CellReading]:
        """The likeliest cells, whatever is to be done with them.

        Example: ``reader.rank("Who won?", table, most=1)[0].column``
        """
        if not table.rows or not table.columns:
            return []
        return likely_cells(self.scores(question, table), most)

    def scores(self, question: str, table: Table) -> RowScores:
        """What the network says of the rows that it read, the same question only once."""
        content = _content(table)
        facts = self._facts.of(content, lambda: table_facts(table))
        return self._scores.of((question, content), lambda: self._read(question, table, facts))

    def _read(self, question: str, table: Table, facts: TableFacts) -> RowScores:
        sheets = question_sheets(question, facts)
        found = self._read_sheet(question, table, next(sheets))
        if likely_operation(found) in ADDING:
            for sheet in islice(sheets, MOST_SHEETS - 1):
                found = found.with_rows(self._read_sheet(question, table, sheet))
        return found

    def _read_sheet(self, question: str, table: Table, sheet: Sheet) -> RowScores:
        inputs = self._pieces(question, table, sheet) | {
            "features": sheet.features.astype(np.int64),
            "places": np.array(sheet.rows, np.int64),
            "height": np.array([len(table.rows)], np.int64),
        }
        picked, chosen, operation = self._session.run(None, inputs)
        return RowScores(tuple(sheet.rows), picked, chosen, operation)

    def _pieces(self, question: str, table: Table, sheet: Sheet) -> dict[str, NDArray[Any]]:
        """Each row as the network takes it, and for each piece the number of its cell."""
        width = sheet.features.shape[1]
        texts = [question, *(column.name for column in table.columns[:width])]
        texts += [cell.text for row in sheet.rows for cell in table.rows[row][:width]]
        asked, *parts = [each.ids[1:-1] for each in self._words.split(texts, LONGEST_QUESTION + 2)]
        start = question_pieces(asked)
        header, cells = parts[:width], parts[width:]
        laid = [
            lay_out(header, cells[first : first + width]) for first in range(0, len(cells), width)
        ]
        length = len(start) + max(len(pieces) for pieces, _ in laid)
        ids = np.zeros((len(laid), length), np.int64)
        kinds, mask, owners = np.zeros_like(ids), np.zeros_like(ids), np.zeros_like(ids)
        ids[:, : len(start)] = start
        for row, (pieces, numbers) in enumerate(laid):
            end = len(start) + len(pieces)
            ids[row, len(start) : end] = pieces
            owners[row, len(start) : end] = numbers
            kinds[row, len(start) : end] = 1
            mask[row, :end] = 1
        return {"words": self._words.vectors(ids), "kinds": kinds, "mask": mask, "cells": owners}


def habits_of(stored: Mapping[str, str]) -> Habits:
    """How scores become choices and chances, as the weight file says."""
    known = {name: float(stored[name]) for name in Habits._fields if name in stored}
    return Habits(**known)


def _content(table: Table) -> bytes:
    text = msgspec.msgpack.encode((table.columns, table.rows))
    return hashlib.blake2b(text, digest_size=16).digest()


# How a question and a table's row are laid out as one text: header is value; header is value.

CLS, SEP, SEMICOLON, IS = 101, 102, 1025, 2003  # pieces of the shared vocabulary
LONGEST_QUESTION = 46
_HEADER_PIECES = 4
_ROW_PIECES = 112  # that a row's cells may take together, roughly
_FEWEST, _MOST = 2, 12  # of a cell


def question_pieces(pieces: Sequence[int]) -> list[int]:
    """The beginning of each text: the question between its marks.

    Example: ``question_pieces([2040])`` → ``[101, 2040, 102]``
    """
    return [CLS, *pieces[:LONGEST_QUESTION], SEP]


def lay_out(
    header: Sequence[Sequence[int]], row: Sequence[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """The rest of a text: its pieces, and for each the number of its cell from 1, 0 for none.

    Long cells are cut so that wide tables stay readable; blank ones are passed over.
    """
    room = (_ROW_PIECES - 4 * len(row)) // max(1, len(row))
    room = max(_FEWEST, min(_MOST, room))
    pieces: list[int] = []
    cells: list[int] = []
    for number, (name, cell) in enumerate(zip(header, row, strict=True), 1):
        if cell:
            opening = [*name[:_HEADER_PIECES], IS]
            pieces += [*opening, *cell[:room], SEMICOLON]
            cells += [*[0] * len(opening), *[number] * len(cell[:room]), 0]
    return [*pieces, SEP], [*cells, 0]
