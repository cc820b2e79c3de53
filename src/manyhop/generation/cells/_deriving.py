"""Answers derived again: a program run over its table gives values with their cells."""

from collections.abc import Mapping

from manyhop.errors import ManyhopError
from manyhop.generation._query import Cells
from manyhop.generation.cells._quoted_cells import view_for
from manyhop.generation.tables import Better, Program, execute
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
