"""Tables from grids of cells, however ragged, and the values in them."""

from collections.abc import Iterator, Sequence
from typing import Any

from manyhop.sources._column_kind import infer_kind
from manyhop.sources._dates import Date, is_ambiguous, is_day_first, parse_date
from manyhop.sources._numbers import Number, parse_number
from manyhop.sources._table import Cell, Column, ColumnKind, Table
from manyhop.sources._values import clean_cell, is_blank

Value = Number | Date | str

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
    return [_value(text, kind, day_first) for text in texts]


def cell_value(table: Table, row: int, column: int) -> Value:
    """What a cell holds by its column's kind; its text where that cannot be read, "" if blank.

    Example: ``cell_value(table, 0, 2)`` → ``Number(1410.0, "m")``
    """
    text = table.rows[row][column].text
    kind = table.columns[column].kind
    texts = (row[column].text for row in table.rows)
    return _value(text, kind, kind == "date" and is_ambiguous(text) and is_day_first(texts))


def _value(text: str, kind: ColumnKind, day_first: bool = False) -> Value:
    if kind == "text":
        return text
    if is_blank(text):
        return ""
    if kind == "number":
        return parse_number(text) or text
    return parse_date(text, bare_year=True, day_first=day_first) or text


def split_long(table: Table, limit: int = 10_000) -> Iterator[Table]:
    """The table itself, or parts of at most ``limit`` rows that know their place in the whole.

    Each part has an id of its own content, so that a changed row changes one part only.
    Example: ``[part.meta["first_row"] for part in split_long(table)]`` → ``[0, 10000, 20000]``
    """
    if len(table.rows) <= limit:
        yield table
        return
    starts = range(0, len(table.rows), limit)
    for number, start in enumerate(starts, start=1):
        place = {"part": number, "parts": len(starts), "first_row": start}
        yield table.with_changes(
            id="", rows=table.rows[start : start + limit], meta={**table.meta, **place}
        )
