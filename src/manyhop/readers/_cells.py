"""Values from cells: of the rows that speak of given things, compared, ranked or worked out."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol, runtime_checkable

from manyhop.models import CellReading, TableReader, TableReading
from manyhop.programs import Compare, Comparison, TableQ, Value, alikeness, execute, normal_form
from manyhop.readers._reader import NO_PAGES, Pages, folded, names
from manyhop.sources import Cell, CellAt, Table, parse_date, parse_number

_SHORTEST_NAME = 3  # letters; shorter cells stand in questions by accident
BY_LINK = 0.4  # of a cell's chance goes to the page that it links to under another name
ROWS_NAMED = 20  # at most are cited for yes or no
_WORDS: dict[Comparison, str] = {
    "earliest": "first earlier earliest older oldest sooner before",
    "latest": "last later latest newer newest younger youngest recent recently after",
    "largest": "more most larger largest longer longest higher highest taller tallest bigger "
    "biggest greater greatest heavier further farther",
    "smallest": "fewer fewest less least smaller smallest shorter shortest lower lowest lighter",
}
_DATED = frozenset({"earliest", "latest"})
_STEM = 4  # letters by which "opened" and "opening" are alike
SUREST = 0.95  # chance of cells that the ranking alone points at
AS_LIKELY = 0.3  # of the best cell's share: from there on a cell of its column answers too
LISTED = 100  # cells of a list at most
FURTHER = 5  # cells that come into question beside the answer
LEAST = 0.01  # chance of such a cell
AT_MOST = 0.8  # of the answer's chance for these


class Part(NamedTuple):
    """Some rows of a table as a table of their own, with their numbers in the whole.

    ``about`` says for each of these rows which given thing it names; "" for none.
    """

    table: Table
    rows: tuple[int, ...]
    about: tuple[str, ...]


def whole(table: Table) -> Part:
    """All rows."""
    return Part(table, tuple(range(len(table.rows))), ("",) * len(table.rows))


def rows_about(
    table: Table, given: Sequence[Value], question: str, pages: Pages = NO_PAGES
) -> Part | None:
    """The rows whose cells name or link to given things or their pages; None where there are none.

    Where the question itself names another thing of the same column, it is to be compared with
    the given one: "Which is older, the Humber Bridge or the bridge with red towers?" with the
    Golden Gate given keeps the Humber Bridge's row too.
    Example: ``rows_about(table, [Value("Humber Bridge")], question).rows``
    """
    named: dict[int, str] = {}
    columns: set[int] = set()
    for thing in given:
        for row, column in _places(table, thing.text, pages.get(thing.text, ()), question):
            named.setdefault(row, thing.text)
            columns.add(column)
    if not named:
        return None
    things = {normal_form(thing.text) for thing in given}
    for row, column in asked_cells(table, question):
        if column in columns and normal_form(table.rows[row][column].text) not in things:
            named.setdefault(row, "")
    rows = tuple(sorted(named))
    kept = table.with_changes(rows=tuple(table.rows[row] for row in rows))
    return Part(kept, rows, tuple(named[row] for row in rows))


def _places(table: Table, thing: str, pages: Sequence[str], question: str) -> list[tuple[int, int]]:
    """The cells that name the thing, in rows of its pages where there are such.

    Otherwise a thing that the question speaks of is looked for by itself before its pages are; one
    that was only met on the way to the answer may as well stand for its page.
    """
    named = _naming(table, thing)
    linking = [place for page in pages for place in _naming(table, page, exactly=True)]
    rows = {row for row, _ in linking}
    if both := [place for place in named if place[0] in rows]:
        return both
    return named if named and names(question, thing) else named + linking


def _naming(table: Table, thing: str, *, exactly: bool = False) -> list[tuple[int, int]]:
    """The cells that are most like the thing's name."""
    likeness = {
        (row, column): _likeness(cell, thing)
        for row, cells in enumerate(table.rows)
        for column, cell in enumerate(cells)
    }
    best = max(likeness.values(), default=0.0)
    if exactly or best == 1:
        return [place for place, found in likeness.items() if found == 1]
    return [place for place, found in likeness.items() if found > 0]


def _likeness(cell: Cell, thing: str) -> float:
    return max((alikeness(name, thing) for name in cell_names(cell)), default=0.0)


def cell_names(cell: Cell) -> Iterator[str]:
    """What a cell may be called by: its text, and the names and pages of what it links to."""
    if cell.text.strip():
        yield cell.text
    for link in cell.links:
        yield from (name for name in (link.text, link.title) if name.strip())


def asked_cells(table: Table, question: str) -> list[tuple[int, int]]:
    """The cells whose words the question contains; numbers and very short words don't count."""
    return [
        (row, column)
        for row, cells in enumerate(table.rows)
        for column, cell in enumerate(cells)
        if len(name := normal_form(cell.text)) >= _SHORTEST_NAME
        and not name[0].isdigit()
        and names(question, cell.text)
    ]


# Values from cells: what a cell says, and what was worked out of several.


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


# Comparing a given thing with one that the question names: the table has both rows. "Which opened
# first, the Humber Bridge or the bridge with red towers?", with the Golden Gate given, is asked
# whole of the table; only the cells to compare must be found, and code compares them.


def comparison(question: str) -> Comparison | None:
    """How a question compares, by the first word that tells.

    Example: ``comparison("Which opened first?")`` → ``"earliest"``
    """
    known = {word: operation for operation, words in _WORDS.items() for word in words.split()}
    return next((known[word] for word in folded(question).split() if word in known), None)


def compared(question: str, table: Table, part: Part, names: int, chance: float) -> list[Value]:
    """The row that wins, named by its cell in column ``names``; nothing where that can't be told.

    All cells that were compared are cited.
    """
    operation = comparison(question)
    alone = len(part.rows) < 2 or not any(part.about)
    if operation is None or alone or re.search(r"\bor\b|\bthan\b|\bbetween\b", question) is None:
        return []
    column = _measure(question, part.table, names, dates=operation in _DATED)
    if column is None:
        return []
    values = [
        Value(
            table.rows[row][column].text,
            chance,
            (table.cite(CellAt(row, column)),),
            about=table.rows[row][names].text,
        )
        for row in part.rows
    ]
    asked = Compare(operation, (TableQ("What is to be compared?"),))
    return list(execute(asked, lambda *_: values).values)


def _measure(question: str, table: Table, names: int, *, dates: bool) -> int | None:
    """The column of dates, or of numbers, whose name is likest to the question's words."""
    read = partial(parse_date, bare_year=True) if dates else parse_number
    stems = {word[:_STEM] for word in folded(question).split() if len(word) >= _STEM}

    def shared(column: int) -> int:
        return sum(w[:_STEM] in stems for w in folded(table.columns[column].name).split())

    fit = [
        column
        for column in range(len(table.columns))
        if column != names and all(read(row[column].text) for row in table.rows)
    ]
    return (
        max(fit, key=lambda column: (shared(column), _kind(table, column, dates))) if fit else None
    )


def _kind(table: Table, column: int, dates: bool) -> bool:
    return table.columns[column].kind == ("date" if dates else "number")


# What a table reader that ranks cells can say beyond its one reading.


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
