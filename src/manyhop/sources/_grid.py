"""Tables from grids of cells, however ragged, and the values in them."""

from collections.abc import Iterable, Sequence
from typing import Any

from manyhop.sources._columns import infer_kind
from manyhop.sources._dates import Date, is_ambiguous, is_day_first, parse_date
from manyhop.sources._decimal_comma import has_decimal_commas
from manyhop.sources._row_file import read_rows
from manyhop.sources._row_spool import spool_rows
from manyhop.sources._table import Cell, Column, ColumnKind, Table
from manyhop.sources._units import Number, parse_number
from manyhop.sources._values import clean_cell, is_blank

Value = Number | Date | str

LONG = 10_000  # rows; a table of more keeps them in a file of columns

_EMPTY = Cell("")


def table_from_grid(
    rows: Sequence[Sequence[Cell]],
    *,
    title: str,
    caption: str = "",
    headings: tuple[str, ...] = (),
    origin: str = "",
    header: bool = True,
    id: str = "",
    meta: dict[str, Any] | None = None,
) -> Table:
    """A rectangular table with named and typed columns.

    The first row that is not empty is the header, unless ``header`` is false. Short rows are
    filled, empty rows and columns dropped, nameless columns numbered and namesakes told apart.
    Example: ``table_from_grid([[Cell("year")], [Cell("1999")]], title="Wins")``
    """
    grid = _rectangle(rows)
    names = [clean_cell(cell.text) for cell in grid.pop(0)] if header and grid else []
    names = _names(names, len(grid[0]) if grid else len(names))
    columns = tuple(
        Column(name, infer_kind([row[number].text for row in grid], name))
        for number, name in enumerate(names)
    )
    return Table(
        title=title,
        caption=caption,
        headings=headings,
        origin=origin,
        columns=columns,
        rows=tuple(grid),
        id=id,
        meta=meta or {},
    )


def _rectangle(rows: Sequence[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """The rows that say something, cut to the columns that do, all of one length."""
    filled = [row for row in rows if any(map(_says_something, row))]
    width = max(map(len, filled), default=0)
    kept = [
        number
        for number in range(width)
        if any(number < len(row) and _says_something(row[number]) for row in filled)
    ]
    return [
        tuple(row[number] if number < len(row) else _EMPTY for number in kept) for row in filled
    ]


def _says_something(cell: Cell) -> bool:
    return bool(cell.links or cell.text.strip())


def _names(names: Sequence[str], width: int) -> list[str]:
    """A name for each column, no two alike."""
    taken: dict[str, None] = {}
    for number in range(width):
        wanted = names[number] if number < len(names) else ""
        name = wanted = wanted or f"column {number + 1}"
        again = 1
        while name in taken:
            again += 1
            name = f"{wanted} {again}"
        taken[name] = None
    return list(taken)


def column_values(table: Table, column: int) -> list[Value]:
    """The values of one column, top to bottom; see ``cell_value``."""
    texts = [row[column].text for row in table.rows]
    kind = table.columns[column].kind
    day_first = kind == "date" and is_day_first(texts)
    decimal_comma = kind == "number" and has_decimal_commas(texts)
    return [_value(text, kind, day_first, decimal_comma) for text in texts]


def cell_value(table: Table, row: int, column: int) -> Value:
    """What a cell holds by its column's kind; its text where that cannot be read, "" if blank.

    Example: ``cell_value(table, 0, 2)`` → ``Number(1410.0, "m")``
    """
    text = table.rows[row][column].text
    kind = table.columns[column].kind
    texts = (row[column].text for row in table.rows)
    if kind == "number":
        return _value(text, kind, decimal_comma="," in text and has_decimal_commas(texts))
    return _value(text, kind, kind == "date" and is_ambiguous(text) and is_day_first(texts))


def _value(
    text: str, kind: ColumnKind, day_first: bool = False, decimal_comma: bool = False
) -> Value:
    if kind == "text":
        return text
    if is_blank(text):
        return ""
    if kind == "number":
        return parse_number(text, decimal_comma) or text
    return parse_date(text, bare_year=True, day_first=day_first) or text


def long_table(
    names: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str,
    origin: str = "",
    meta: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """One table of any length, whose rows go to disk as they come.

    Example: ``long_table(["n"], ([str(n)] for n in range(10**6)), title="Numbers").length``
    """
    named = _names([clean_cell(name) for name in names], len(names))
    spooled = spool_rows(named, rows)
    return Table(
        title=title,
        origin=origin,
        columns=tuple(map(Column, named, spooled.kinds)),
        rows=tuple(tuple(map(Cell, row)) for row in spooled.first),
        meta=meta or {},
        whole=spooled.whole,
        **fields,
    )


def with_rows_stored(table: Table) -> Table:
    """The table itself or, if it is long, the same one with its rows in a file of columns.

    Links in the cells of a long table are not kept.
    Example: ``with_rows_stored(table).length == table.length``
    """
    if table.whole or len(table.rows) <= LONG:
        return table
    stored = long_table(
        [column.name for column in table.columns],
        ([cell.text for cell in row] for row in table.rows),
        title=table.title,
    )
    return table.with_changes(rows=stored.rows, columns=stored.columns, whole=stored.whole)


def all_rows(table: Table) -> Iterable[tuple[str, ...]]:
    """The texts of all rows, read some at a time where the table is long."""
    if table.whole is None:
        return (tuple(cell.text for cell in row) for row in table.rows)
    return (row for some in read_rows(table.whole.digest) for row in some)
