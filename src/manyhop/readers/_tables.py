"""Reading tables: values with the cells that say them, or from which they were worked out."""

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from manyhop.models import CellReading, Models, TableReader, TableReading
from manyhop.programs import Value
from manyhop.readers._cell_values import said, subject_column, worked_out
from manyhop.readers._comparing import compared
from manyhop.readers._listing import asks_several
from manyhop.readers._rows_about import Part, rows_about, whole
from manyhop.readers._shares import shares
from manyhop.sources import Table

SHARPNESS = 0.5  # of the reranker's scores of tables, which share one chance
HOPELESS = 0.02  # share of a table that is not worth reading
UNSURE = 0.5  # of the chance is left where no row names what is given
SUREST = 0.95  # chance of the cell in the one row that is given
COMPARED = 0.7  # chance that the cells to compare were found
ADDING = frozenset(("count", "sum", "average"))  # need more than one row
FURTHER = 5  # cells that come into question beside the answer
LEAST = 0.01  # chance of such a cell
AT_MOST = 0.8  # of the answer's chance for these


@runtime_checkable
class RanksCells(Protocol):
    """A table reader that can name the next likely cells too."""

    def rank(self, question: str, table: Table, most: int = 5) -> Sequence[CellReading]:
        """The likeliest cells, whatever is to be done with them."""
        ...


class CellReader:
    """Points at cells. Where things are given, only their rows are read.

    Example: ``CellReader(models).read("How long is it?", [table], [Value("Humber Bridge")])``
    """

    def __init__(self, models: Models) -> None:
        self._models = models

    def read(
        self, question: str, sources: Sequence[Table], given: Sequence[Value] = ()
    ) -> list[Value]:
        """Values, the likeliest first: one for each cell, or one that was worked out of several.

        Equal cells are not joined, so that they can be counted. Each value is about the given
        thing or else about what its row is about.
        """
        tables = [table for table in sources if table.rows and table.columns]
        found: list[Value] = []
        likely = shares(self._likely(question, tables), SHARPNESS)
        for table, share in zip(tables, likely, strict=True):
            if share < HOPELESS:
                continue
            for part, trust in _parts(question, table, given):
                found += self._values(question, table, part, share * trust)
        return sorted(found, key=lambda value: -value.score)

    def _likely(self, question: str, tables: Sequence[Table]) -> Sequence[float]:
        if len(tables) < 2:
            return [0.0] * len(tables)
        return self._models.reranker.score(question, [table.searchable for table in tables])

    def _values(self, question: str, table: Table, part: Part, trust: float) -> Iterator[Value]:
        subject = subject_column(table)
        winners = compared(question, table, part, subject, trust * COMPARED)
        yield from winners
        reader = self._models.table_reader
        reading = reader.read(question, part.table)
        if reading.operation in ADDING and len(part.rows) == 1:
            reading = _pointed(question, part, reader) or reading
        trust *= 1 - COMPARED if winners else 1.0
        if reading.operation != "cells":
            yield from worked_out(question, table, part, reading, trust * reading.chance)
            return
        chances = {(cell.row, cell.column): reading.chance for cell in reading.cells}
        for (row, column), chance in (chances | _further(question, part, reader, reading)).items():
            yield from said(table, part, row, column, trust * chance, subject)


def _parts(question: str, table: Table, given: Sequence[Value]) -> Iterator[tuple[Part, float]]:
    """What is to be read, and how far it can be trusted to be about the given things."""
    if given and asks_several(question) and len(given) > 1:
        parts = [rows_about(table, (thing,), question) for thing in given]
        if any(parts):
            yield from ((part, 1.0) for part in parts if part)
            return
    about = rows_about(table, given, question) if given else None
    yield about or whole(table), UNSURE if given and not about else 1.0


def _pointed(question: str, part: Part, reader: TableReader) -> TableReading | None:
    """The likeliest cell of the one row that is given: of one row there is nothing to count."""
    if not isinstance(reader, RanksCells) or not any(part.about):
        return None
    cells = reader.rank(question, part.table, 1)
    if not cells:
        return None
    text = part.table.rows[cells[0].row][cells[0].column].text
    return TableReading(cells, "cells", text, min(cells[0].chance, SUREST))


def _further(
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
