"""What a table reader that ranks cells can say beyond its one reading."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from manyhop.models import CellReading, TableReader, TableReading
from manyhop.readers._rows_about import Part
from manyhop.sources import Table

SUREST = 0.95  # chance of cells that the ranking alone points at
AS_LIKELY = 0.3  # of the best cell's share: from there on a cell of its column answers too
LISTED = 100  # cells of a list at most
FURTHER = 5  # cells that come into question beside the answer
LEAST = 0.01  # chance of such a cell
AT_MOST = 0.8  # of the answer's chance for these


@runtime_checkable
class RanksCells(Protocol):
    """A table reader that can name the next likely cells too."""

    def rank(self, question: str, table: Table, most: int = 5) -> Sequence[CellReading]:
        """The likeliest cells, whatever is to be done with them."""
        ...


def best_cell(question: str, part: Part, reader: TableReader) -> TableReading | None:
    """The likeliest cell, for of a single row there is nothing to count."""
    cells = reader.rank(question, part.table, 1) if isinstance(reader, RanksCells) else ()
    return _reading(part, cells) if cells else None


def with_the_like(
    question: str, part: Part, reader: TableReader, one: TableReading
) -> TableReading:
    """A reading of one cell with those of its column that are about as likely.

    A reader that mostly learnt from questions with one answer shares the chance among the answers
    to "Which bridges are in Japan?" and then takes the best alone.
    """
    if len(one.cells) != 1 or not isinstance(reader, RanksCells):
        return one
    best = one.cells[0]
    cells = [
        cell
        for cell in reader.rank(question, part.table, LISTED)
        if cell.column == best.column and cell.chance >= AS_LIKELY * best.chance
    ]
    return _reading(part, cells) if len(cells) > 1 else one


def further(
    question: str, part: Part, reader: TableReader, reading: TableReading
) -> dict[tuple[int, int], float]:
    """Cells that a next hop may try: what the answer's cells leave of the chance."""
    if not isinstance(reader, RanksCells):
        return {}
    answered = {(cell.row, cell.column) for cell in reading.cells}
    most = AT_MOST * reading.chance
    return {
        (cell.row, cell.column): min((1 - reading.chance) * cell.chance, most)
        for cell in reader.rank(question, part.table, FURTHER + len(answered))
        if (cell.row, cell.column) not in answered and cell.chance >= LEAST
    }


def _reading(part: Part, cells: Sequence[CellReading]) -> TableReading:
    texts = [part.table.rows[cell.row][cell.column].text for cell in cells]
    together = sum(cell.chance for cell in cells)
    return TableReading(tuple(cells), "cells", " | ".join(texts), SUREST * min(together, 1.0))
