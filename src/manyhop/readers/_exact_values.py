"""Values of an exact reading, weighed against what a network reads from the same rows."""

from collections.abc import Iterator

from manyhop.models import TableReading
from manyhop.programs import Aggregate, TableQ, Value, execute
from manyhop.readers._cell_values import said, subject_column
from manyhop.readers._doubts import left_by
from manyhop.readers._exact_rows import ExactReading
from manyhop.readers._rows_about import Part
from manyhop.sources import CellAt, Table


def weighed(exact: ExactReading, reading: TableReading) -> tuple[float, float]:
    """The chance of the exact reading, and how much of the other's chance is left beside it.

    Where both say the same, they support each other, but neither knows of words that the table does
    not explain; else the surer one goes first.
    """
    if _agree(exact, reading):
        known = left_by(doubt for doubt in exact.doubts if doubt == "word")
        together = known * (1 - (1 - exact.chance / known) * (1 - reading.chance))
        return together, 1 - together
    if exact.chance > reading.chance:
        return exact.chance, 1 - exact.chance
    return exact.chance * (1 - reading.chance), 1.0


def _agree(exact: ExactReading, reading: TableReading) -> bool:
    cells = {(row, exact.column) for row in exact.rows}
    if exact.operation == reading.operation == "cells":
        return cells == {(cell.row, cell.column) for cell in reading.cells}
    if exact.operation == reading.operation == "count":
        return reading.value == str(len(exact.rows))
    return False


def exact_values(table: Table, part: Part, exact: ExactReading, score: float) -> Iterator[Value]:
    """A value for each cell, or the one that was made of them, with all of them cited."""
    subject = subject_column(table)
    if exact.operation == "cells":
        for row in exact.rows:
            yield from said(table, part, row, exact.column, score, subject)
        return
    places = [CellAt(part.rows[row], exact.column) for row in exact.rows]
    cells = [Value(table.quote(place), score, (table.cite(place),)) for place in places]
    yield from execute(Aggregate(exact.operation, TableQ("Which?")), lambda *_: cells).values
