"""The part of a table that speaks of given things."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from manyhop.programs import Value, alikeness, normal_form
from manyhop.readers._naming import names
from manyhop.readers._reader import NO_PAGES, Pages
from manyhop.sources import Cell, Table

_SHORTEST_NAME = 3  # letters; shorter cells stand in questions by accident


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
