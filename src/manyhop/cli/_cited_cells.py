"""The rows that cells are quoted from, under the table's header."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from manyhop.cli._console import shorten
from manyhop.cli._quoted import quoted
from manyhop.sources import CellAt, Table

_ROWS = 6
_COLUMNS = 5
_WIDTH = 30


def cited_cells(table: Table, cells: Sequence[CellAt], console: Console) -> RenderableType:
    """A small table: the cited rows in order, with the cited columns and what else there is room
    for, the first column before all, as it says what a row is about.
    """
    rows = sorted({cell.row for cell in cells})
    columns = _columns(table, cells)
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for column in columns:
        is_number = table.columns[column].kind == "number"
        name = Text(shorten(table.columns[column].name, _WIDTH))
        grid.add_column(name, justify="right" if is_number else "left", max_width=_WIDTH)
    for row in rows[:_ROWS]:
        grid.add_row(*(_cell(table, CellAt(row, column), cells, console) for column in columns))
    left = len(rows) - _ROWS
    more = Text(f"… and {left} more row{'s' * (left > 1)}", style="dim")
    return Group(grid, more) if left > 0 else grid


def _columns(table: Table, cells: Sequence[CellAt]) -> list[int]:
    every = range(len(table.columns))
    cited = {cell.column for cell in cells}
    first = sorted(every, key=lambda column: (column not in cited, column))
    wanted = {0, *first[: max(_COLUMNS - 1, len(cited))]}
    if len(wanted) < _COLUMNS:
        wanted.update(first[:_COLUMNS])
    return sorted(wanted)


def _cell(table: Table, at: CellAt, cited: Sequence[CellAt], console: Console) -> Text:
    text = shorten(table.quote(at), 3 * _WIDTH)
    return quoted(text, [(0, len(text))] if at in cited else [], console)
