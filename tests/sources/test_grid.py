"""Tables from grids, the kinds of their columns, and the values of their cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyhop.sources import Cell, ColumnKind, Link, Table, source_from_json
from manyhop.sources._columns import infer_kind
from manyhop.sources._dates import Date
from manyhop.sources._grid import (
    all_rows,
    cell_value,
    column_values,
    table_from_grid,
    with_rows_stored,
)
from manyhop.sources._units import Number


def grid(*rows: str) -> list[list[Cell]]:
    return [[Cell(text) for text in row.split("|")] for row in rows]


def names(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def test_the_first_row_names_the_columns() -> None:
    table = table_from_grid(grid("bridge|opened|span", "Humber|1981|1,410 m"), title="Bridges")
    assert [(c.name, c.kind) for c in table.columns] == [
        ("bridge", "text"),
        ("opened", "date"),
        ("span", "number"),
    ]
    assert texts(table) == [["Humber", "1981", "1,410 m"]]


def test_without_a_header_columns_are_numbered() -> None:
    table = table_from_grid(grid("Humber|1981"), title="Bridges", header=False)
    assert names(table) == ["column 1", "column 2"]
    assert len(table.rows) == 1


def test_short_rows_are_filled_and_long_ones_widen_the_header() -> None:
    table = table_from_grid(grid("a|b", "1", "1|2|3"), title="ragged")
    assert names(table) == ["a", "b", "column 3"]
    assert texts(table) == [["1", "", ""], ["1", "2", "3"]]


def test_empty_rows_and_columns_are_dropped() -> None:
    table = table_from_grid(grid("||", "a||b", " | | ", "1||2"), title="gaps")
    assert names(table) == ["a", "b"]
    assert texts(table) == [["1", "2"]]


def test_namesakes_are_told_apart() -> None:
    table = table_from_grid(grid("goals|goals|goals 2|goals", "1|2|3|4"), title="goals")
    assert names(table) == ["goals", "goals 2", "goals 2 2", "goals 3"]


def test_footnote_marks_are_no_part_of_a_name_but_stay_in_cells() -> None:
    table = table_from_grid(grid("span[a]", "1,410[b]"), title="marks")
    assert names(table) == ["span"]
    assert texts(table) == [["1,410[b]"]]


def test_links_stay() -> None:
    link = Link(text="Humber", url="https://example.org/humber")
    table = table_from_grid([[Cell("bridge")], [Cell("Humber", (link,))]], title="links")
    assert table.rows[0][0].links == (link,)


@given(st.lists(st.lists(st.text(max_size=4), max_size=6), max_size=8), st.booleans())
def test_any_grid_makes_a_rectangle_with_distinct_names(rows: list[list[str]], head: bool) -> None:
    table = table_from_grid([[Cell(t) for t in row] for row in rows], title="any", header=head)
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert len(set(names(table))) == len(table.columns)
    kept = [cell.text for row in table.rows for cell in row if cell.text.strip()]
    given_ = [text for row in rows for text in row if text.strip()]
    assert kept == given_[len(given_) - len(kept) :]


@pytest.mark.parametrize(
    ("name", "cells", "kind"),
    [
        ("points", "12|7*|—|1,003", "number"),
        ("change", "- 7|+ 2|0", "number"),
        ("position", "1st|2nd|DNF", "number"),
        ("share", "45%|3.5%|n/a", "number"),
        ("height", "107 m|82 m (269 ft)", "number"),
        ("aired", "July 30, 2017|August 6, 2017|TBA", "date"),
        ("from", "2009|06/04/2006|29/10/2004", "date"),
        ("Year", "1999", "date"),
        ("Founded", "c. 1850|1902", "date"),
        ("withdrawn", "1958|1961|1959", "date"),
        ("rating", "1958|1961|1959", "number"),
        ("", "1958|2961|1959", "number"),
        ("score", "3–2|1–1", "text"),
        ("season", "2009-10|2010-11|2011-12", "text"),
        ("season", "2012–13|2013–14", "text"),
        ("code", "00501|10001|94105", "text"),
        ("Phone", "5551234|5559876", "text"),
        ("name", "7 Up|Humber", "text"),
        ("result", "DNF|DNS|1", "text"),
        ("notes", "—||N/A", "text"),
        ("month", "2017-07|2017-08|2010-11", "date"),
    ],
)
def test_what_a_column_holds(name: str, cells: str, kind: ColumnKind) -> None:
    assert infer_kind(cells.split("|"), name) == kind


def test_nine_in_ten_are_enough() -> None:
    assert infer_kind([*"123456789", "many"]) == "number"
    assert infer_kind([*"12345678", "many", "few"]) == "text"


def test_values_follow_the_kind_of_the_column() -> None:
    rows = grid("span|opened|name", "1,410 m|04/05/2017|Humber", "—|30/05/2017|", "?|TBA|Severn")
    table = table_from_grid(rows, title="Bridges")
    assert cell_value(table, 0, 0) == Number(1410, "m")
    assert cell_value(table, 1, 0) == ""
    assert cell_value(table, 0, 1) == Date(2017, 5, 4)
    assert column_values(table, 1) == [Date(2017, 5, 4), Date(2017, 5, 30), ""]
    assert column_values(table, 2) == ["Humber", "", "Severn"]


def test_a_cell_unlike_its_column_keeps_its_text() -> None:
    table = table_from_grid(grid("n", *"123456789", "many"), title="mostly numbers")
    assert cell_value(table, 9, 0) == "many"


def test_a_long_table_gives_its_rows_to_a_file() -> None:
    table = table_from_grid(grid("n", *map(str, range(12_000))), title="long", meta={"page": 3})
    stored = with_rows_stored(table)
    assert (stored.id, stored.length, stored.meta) == (table.id, 12_000, {"page": 3})
    assert len(stored.rows) < 1_000
    assert list(all_rows(stored)) == list(all_rows(table))
    assert source_from_json(stored.to_json()) == stored


def test_a_short_table_keeps_its_rows() -> None:
    table = table_from_grid(grid("n", "1", "2"), title="short")
    assert with_rows_stored(table) is table
