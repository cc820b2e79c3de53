"""The table reader: a network points at rows and cells, exact code does the rest."""

import hashlib
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import CellReading, TableReading
from manyhop.models.embedded._recent import Recent
from manyhop.models.embedded._row_decision import (
    ADDING,
    Habits,
    RowScores,
    decide,
    likely_cells,
    likely_operation,
)
from manyhop.models.embedded._row_features import Sheet, question_sheets
from manyhop.models.embedded._row_layout import LONGEST_QUESTION, lay_out, question_pieces
from manyhop.models.embedded._table_facts import TableFacts, table_facts
from manyhop.models.embedded._weights import FOLDER, open_session
from manyhop.models.embedded._word_vectors import WordVectors, shared_word_vectors
from manyhop.sources import Table

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
