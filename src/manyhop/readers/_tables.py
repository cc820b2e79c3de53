"""Reading tables: values with the cells that say them, or from which they were worked out."""

from collections.abc import Iterator, Sequence

from manyhop.models import Models, TableReading
from manyhop.programs import Aggregate, TableQ, Value, execute
from manyhop.readers._asked_words import left_by
from manyhop.readers._cells import (
    Part,
    best_cell,
    compared,
    further,
    rows_about,
    said,
    subject_column,
    whole,
    with_the_like,
    worked_out,
)
from manyhop.readers._exact_rows import ExactReading, exact_reading
from manyhop.readers._reader import NO_PAGES, Pages, asks_several, names, shares
from manyhop.sources import CellAt, Table

SHARPNESS = 0.5  # of the reranker's scores of tables, which share one chance
PLAINLY = 6.0  # added to the score of a table in whose columns and cells the question is plain
HOPELESS = 0.05  # share of a table that is not worth reading
FAINT = -5.0  # the reranker's score of the best table, below which only one is read
UNSURE = 0.5  # of the chance is left where no row names what is given
COMPARED = 0.7  # chance that the cells to compare were found
ADDING = frozenset(("count", "sum", "average"))  # need more than one row


class CellReader:
    """Points at cells. Where things are given, only their rows are read.

    Example: ``CellReader(models).read("How long is it?", [table], [Value("Humber Bridge")])``
    """

    def __init__(self, models: Models) -> None:
        self._models = models

    def read(
        self,
        question: str,
        sources: Sequence[Table],
        given: Sequence[Value] = (),
        pages: Pages = NO_PAGES,
    ) -> list[Value]:
        """Values, the likeliest first: one for each cell, or one that was worked out of several.

        Equal cells are not joined, so that they can be counted. Each value is about the given
        thing or else about what its row is about.
        """
        tables = [each for each in sources if each.rows and each.columns and not each.whole]
        if plain := plain_values(question, tables, given):
            return plain
        parts = [list(_parts(question, table, given, pages)) for table in tables]
        found: list[Value] = []
        for table, mine, share in zip(
            tables, parts, self._likely(question, tables, parts), strict=True
        ):
            for part, trust in mine if share else ():
                found += self._values(question, table, part, share * trust)
        return sorted(found, key=lambda value: -value.score)

    def _likely(
        self, question: str, tables: Sequence[Table], parts: Sequence[Sequence[tuple[Part, float]]]
    ) -> list[float]:
        """The share of each table in the chance that one of them is meant."""
        if len(tables) < 2:
            return [1.0] * len(tables)
        judged = self._models.reranker.score(question, [table.gist(question) for table in tables])
        plain = [max(_plainness(question, part) for part, _ in mine) for mine in parts]
        scores = [one + PLAINLY * other for one, other in zip(judged, plain, strict=True)]
        likely = shares(scores, SHARPNESS)
        least = max(likely) if max(judged) < FAINT else HOPELESS
        return [share if share >= least else 0.0 for share in likely]

    def _values(self, question: str, table: Table, part: Part, trust: float) -> Iterator[Value]:
        subject = subject_column(table)
        winners = compared(question, table, part, subject, trust * COMPARED)
        yield from winners
        reader = self._models.table_reader
        reading = reader.read(question, part.table)
        if reading.operation in ADDING and len(part.rows) == 1 and any(part.about):
            reading = best_cell(question, part, reader) or reading
        if reading.operation == "cells" and asks_several(question):
            reading = with_the_like(question, part, reader, reading)
        trust *= 1 - COMPARED if winners else 1.0
        if exact := exact_reading(question, part.table):
            chance, left = weighed(exact, reading)
            yield from exact_values(table, part, exact, trust * chance)
            trust *= left
        if reading.operation != "cells":
            yield from worked_out(question, table, part, reading, trust * reading.chance)
            return
        chances = {(cell.row, cell.column): reading.chance for cell in reading.cells}
        for (row, column), chance in (chances | further(question, part, reader, reading)).items():
            yield from said(table, part, row, column, trust * chance, subject)


def _plainness(question: str, part: Part) -> float:
    exact = exact_reading(question, part.table)
    return exact.chance if exact else 0.0


def _parts(
    question: str, table: Table, given: Sequence[Value], pages: Pages
) -> Iterator[tuple[Part, float]]:
    """What is to be read, and how far it can be trusted to be about the given things."""
    if given and asks_several(question) and len(given) > 1:
        parts = [rows_about(table, (thing,), question, pages) for thing in given]
        if any(parts):
            yield from ((part, 1.0) for part in parts if part)
            return
    about = rows_about(table, given, question, pages) if given else None
    yield about or whole(table), UNSURE if given and not about else 1.0


# Values of an exact reading, weighed against what a network reads from the same rows.


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


# What tables say so plainly that nothing else need be read.


def plain_values(
    question: str, tables: Sequence[Table], given: Sequence[Value] = ()
) -> list[Value]:
    """The values of the first table in which every word of the question has its place.

    None where something is given that the question does not say: then it says too little.
    Example: ``plain_values("When did the Humber Bridge open?", [bridges])[0].text``
    """
    if not all(names(question, thing.text) for thing in given):
        return []
    for table in tables:
        exact = exact_reading(question, table)
        if exact and not exact.doubts:
            return list(exact_values(table, whole(table), exact, exact.chance))
    return []
