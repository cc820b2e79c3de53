"""Answers derived again: a program run over its table gives values with their cells."""

from collections.abc import Mapping, Sequence

from manyhop.errors import ManyhopError
from manyhop.generation._query import Cells
from manyhop.generation.cells._cell_words import tidy
from manyhop.generation.cells._quoted_cells import view_for
from manyhop.generation.tables import (
    Better,
    Condition,
    Extreme,
    Pair,
    Program,
    TableView,
    Where,
    execute,
)
from manyhop.programs import Value
from manyhop.sources import AnySource, CellAt, Citation, Table


def derive_cells(query: Cells, sources: Mapping[str, AnySource]) -> tuple[Value, ...]:
    """What a query over a table gives, with the cells that it rests on; nothing if not unique.

    Example: ``derive_cells(Cells("b1", Program(Extreme(1, True), 0)), {"b1": table})``
    """
    table = sources.get(query.table)
    if not isinstance(table, Table):
        raise ManyhopError(f"there is no table {query.table}; build the questions again")
    return values_of(query.program, table)


def values_of(program: Program, table: Table) -> tuple[Value, ...]:
    """The values of a program: one for each different text, or the one that it reckons.

    Example: ``values_of(Program(Where(), 1, "average"), table)`` → ``(Value("8331", …),)``
    """
    outcome = execute(program, view_for(table))
    if outcome is None:
        return ()
    if program.operation != "cells":
        return (Value(outcome.value, citations=_cited(table, outcome.cells)),)
    cells: dict[str, list[tuple[int, int]]] = {}
    view = view_for(table)
    for cell in outcome.cells:
        cells.setdefault(view.text(*cell), []).append(cell)
    if isinstance(program.selection, Better):
        column = program.selection.column
        for places in cells.values():
            places.extend((row, column) for row in program.selection.rows)
    return tuple(
        Value(text, citations=_cited(table, tuple(places))) for text, places in cells.items()
    )


def _cited(table: Table, cells: tuple[tuple[int, int], ...]) -> tuple[Citation, ...]:
    return tuple(table.cite(CellAt(*cell)) for cell in cells)


# Programs in the bracketed pseudo-language of MultiModalQA's tables.

_RELATIONS = {
    ("number", "more"): "HIGHER THAN ",
    ("number", "less"): "LOWER THAN ",
    ("number", "from"): "AT LEAST ",
    ("number", "to"): "AT MOST ",
    ("date", "more"): "AFTER ",
    ("date", "less"): "BEFORE ",
    ("date", "from"): "SINCE ",
    ("date", "to"): "UNTIL ",
}


def place_of(table: Table) -> str:
    """The prefix that every table question has: which table of which page.

    Example: ``place_of(table)`` → ``"In [Longest spans] of [Bridges], "``
    """
    return f"In [{tidy(table.caption) or 'table'}] of [{tidy(table.title)}], "


def pseudo_of(program: Program, table: Table, view: TableView, hole: int = -1) -> str:
    """A program in the pseudo-language; the value of column ``hole`` is left open.

    Example: ``"In [Teams] of [2. Bundesliga], what was the [Stadium](s) when the [Team] was …"``
    """
    asked = f"[{tidy(view.names[program.column])}]"
    when = _Conditions(view, hole)
    match program.selection:
        case Better(named, (one, other), column, highest):
            words = (
                ("MOST RECENT", "EARLIER") if view.kinds[column] == "date" else ("HIGHER", "LOWER")
            )
            either = f"[{view.text(one, named)}] or [{view.text(other, named)}]"
            body = (
                f"which [{view.names[named]}] has {words[not highest]} "
                f"[{view.names[column]}] : {either}?"
            )
        case Pair(named, (one, other)):
            both = f"[{view.text(one, named)}] and [{view.text(other, named)}]"
            body = f"what was the {program.operation.upper()} of {asked} between {both}"
        case Where(conditions):
            body = _where(program, asked, view, when.all(conditions))
        case Extreme(column, highest, conditions):
            words = (
                ("MOST RECENT", "EARLIEST")
                if view.kinds[column] == "date"
                else ("HIGHEST", "SMALLEST")
            )
            among = when.all(conditions)
            body = (
                f"what was the {asked}(s) with the {words[not highest]} "
                f"[{tidy(view.names[column])}]{among}"
            )
        case _:
            raise ValueError(f"no pseudo-language for {program}")
    return place_of(table) + body


def _where(program: Program, asked: str, view: TableView, when: str) -> str:
    match program.operation:
        case "count":
            return f"how many {asked}(s) were there{when}"
        case "sum":
            return f"what was the TOTAL {asked}{when}"
        case "average":
            return f"what was the AVERAGE {asked}{when}"
        case "check":
            return f"was [{tidy(view.text(program.claim, program.column))}] the {asked}(s){when}"
        case _:
            return f"what was the {asked}(s){when}"


class _Conditions:
    def __init__(self, view: TableView, hole: int) -> None:
        self.view, self.hole = view, hole

    def all(self, conditions: Sequence[Condition]) -> str:
        said = " and ".join(self.one(condition) for condition in conditions)
        return f" when {said}" if said else ""

    def one(self, condition: Condition) -> str:
        column = condition.column
        text = tidy(self.view.text(condition.row, column))
        value = "[answer]" if column == self.hole else f"[{text}]"
        relation = _RELATIONS.get((self.view.kinds[column], condition.relation), "")
        return f"the [{tidy(self.view.names[column])}] was {relation}{value}"
