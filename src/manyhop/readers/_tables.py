"""Reading tables: values with the cells that say them, or from which they were worked out."""

from collections.abc import Iterator, Sequence

from manyhop.models import Models, TableReading
from manyhop.programs import Value
from manyhop.readers._listing import asks_several
from manyhop.readers._naming import names
from manyhop.readers._rows_about import Part, rows_about, whole
from manyhop.readers._shares import shares
from manyhop.sources import Cell, CellAt, Citation, Table

UNSURE = 0.5  # of the chance is left where no row names what is given
BY_LINK = 0.4  # of a cell's chance goes to the page that it links to under another name


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
        whole_chance = shares(self._likely(question, tables))
        found: list[Value] = []
        for table, share in zip(tables, whole_chance, strict=True):
            for part, trust in _parts(question, table, given):
                reading = self._models.table_reader.read(question, part.table)
                found += _values(table, part, reading, share * trust)
        return sorted(found, key=lambda value: -value.score)

    def _likely(self, question: str, tables: Sequence[Table]) -> Sequence[float]:
        if len(tables) < 2:
            return [0.0] * len(tables)
        return self._models.reranker.score(question, [_described(table) for table in tables])


def _described(table: Table) -> str:
    columns = " | ".join(column.name for column in table.columns)
    return "\n".join(filter(None, (table.title, *table.headings, table.caption, columns)))


def _parts(question: str, table: Table, given: Sequence[Value]) -> Iterator[tuple[Part, float]]:
    """What is to be read, and how far it can be trusted to be about the given things."""
    if given and asks_several(question) and len(given) > 1:
        parts = [rows_about(table, (thing,), question) for thing in given]
        if any(parts):
            yield from ((part, 1.0) for part in parts if part)
            return
    about = rows_about(table, given, question) if given else None
    yield about or whole(table), UNSURE if given and not about else 1.0


def _values(table: Table, part: Part, reading: TableReading, trust: float) -> Iterator[Value]:
    places = [CellAt(part.rows[cell.row], cell.column) for cell in reading.cells]
    score = trust * reading.chance
    if reading.operation != "cells":
        citations = tuple(table.cite(place) for place in sorted(places, key=_order))
        if reading.value and citations:
            yield Value(reading.value, score, citations)
        return
    subject = subject_column(table)
    for cell, place in zip(reading.cells, places, strict=True):
        about = part.about[cell.row]
        if not about and place.column != subject:
            about = table.rows[place.row][subject].text
        yield from _said(table.rows[place.row][place.column], table.cite(place), score, about)


def _said(cell: Cell, citation: Citation, score: float, about: str) -> Iterator[Value]:
    """A cell's own words; and, less likely, the page it links to where it is called otherwise.

    The answer is what the cell says, but a next hop may find "1976 FA Cup Final" and not "1976".
    """
    if not cell.text.strip():
        return
    yield Value(cell.text, score, (citation,), about)
    titles = {link.title for link in cell.links if link.title}
    if len(titles) == 1 and not _same_name(cell.text, title := titles.pop()):
        yield Value(title, BY_LINK * score, (citation,), about)


def _same_name(text: str, title: str) -> bool:
    """Whether a search for one finds the other."""
    return names(text, title) or (names(title, text) and not text.strip()[:1].isdigit())


def subject_column(table: Table) -> int:
    """The column that says what each row is about: the first of words that hardly repeat.

    Example: of rank, bridge and country it is 1, the bridge.
    """
    for number, column in enumerate(table.columns):
        cells = [row[number].text for row in table.rows if row[number].text.strip()]
        if column.kind == "text" and cells and len(set(cells)) > 0.7 * len(table.rows):
            return number
    return 0


def _order(place: CellAt) -> tuple[int, int]:
    return place.row, place.column
