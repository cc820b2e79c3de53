"""Values from cells: what a cell says, and what was worked out of several."""

from collections.abc import Iterator

from manyhop.models import TableReading
from manyhop.programs import Value
from manyhop.readers._naming import names
from manyhop.readers._rows_about import Part, asked_cells
from manyhop.sources import CellAt, Table

BY_LINK = 0.4  # of a cell's chance goes to the page that it links to under another name
ROWS_NAMED = 20  # at most are cited for yes or no


def said(
    table: Table, part: Part, row: int, column: int, score: float, subject: int
) -> Iterator[Value]:
    """A cell's own words; and, less likely, the page it links to where it is called otherwise.

    The answer is what the cell says, but a next hop may find "1976 FA Cup Final" and not "1976".
    """
    about, place = part.about[row], CellAt(part.rows[row], column)
    cell = table.rows[place.row][column]
    if not cell.text.strip():
        return
    if not about and column != subject:
        about = table.rows[place.row][subject].text
    citations = (table.cite(place),)
    yield Value(cell.text, score, citations, about)
    titles = {link.title for link in cell.links if link.title}
    if len(titles) == 1 and not _same_name(cell.text, title := titles.pop()):
        yield Value(title, BY_LINK * score, citations, about)


def worked_out(
    question: str, table: Table, part: Part, reading: TableReading, score: float
) -> Iterator[Value]:
    """A number, or yes or no, with the cells that it came from.

    What was counted are rows, which are cited by what they are about. Whether something is so is
    told by the rows that the question names.
    """
    places = {CellAt(part.rows[cell.row], cell.column) for cell in reading.cells}
    if reading.operation == "count":
        places = {CellAt(place.row, subject_column(table)) for place in places}
    if reading.operation == "check":
        named = [
            CellAt(part.rows[row], column) for row, column in asked_cells(part.table, question)
        ]
        places = set(named[:ROWS_NAMED]) or places
    if reading.value and places:
        ordered = sorted(places, key=lambda place: (place.row, place.column))
        yield Value(reading.value, score, tuple(table.cite(place) for place in ordered))


def subject_column(table: Table) -> int:
    """The column that says what each row is about: the first of words that hardly repeat.

    Example: of rank, bridge and country it is 1, the bridge.
    """
    for number, column in enumerate(table.columns):
        cells = [row[number].text for row in table.rows if row[number].text.strip()]
        if column.kind == "text" and cells and len(set(cells)) > 0.7 * len(table.rows):
            return number
    return 0


def _same_name(text: str, title: str) -> bool:
    """Whether a search for one finds the other."""
    return names(text, title) or (names(title, text) and not text.strip()[:1].isdigit())
