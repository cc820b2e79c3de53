import json
from pathlib import Path
from typing import Any

import pytest

from manyhop.sources import Table
from manyhop.sources.reading import read_file


def tables(tmp_path: Path, value: Any, name: str = "things.json") -> list[Table]:
    (tmp_path / name).write_text(json.dumps(value))
    found = list(read_file(tmp_path / name, name))
    assert all(isinstance(table, Table) for table in found)
    return found  # type: ignore[return-value]


def grid(table: Table) -> list[list[str]]:
    names = [column.name for column in table.columns]
    return [names, *([cell.text for cell in row] for row in table.rows)]


def test_a_list_of_records_is_a_table(tmp_path: Path) -> None:
    (table,) = tables(
        tmp_path, [{"name": "Andorra", "people": 77006}, {"name": "Fiji", "eu": False}]
    )
    assert table.title == "things"
    assert grid(table) == [
        ["name", "people", "eu"],
        ["Andorra", "77006", ""],
        ["Fiji", "", "false"],
    ]
    assert table.columns[1].kind == "number"


def test_the_key_of_a_record_becomes_a_column(tmp_path: Path) -> None:
    (table,) = tables(tmp_path, {"AD": {"name": "Andorra"}, "FJ": {"name": "Fiji"}})
    assert grid(table) == [["key", "name"], ["AD", "Andorra"], ["FJ", "Fiji"]]
    (table,) = tables(tmp_path, {"AD": {"iso": "AD", "n": 1}, "FJ": {"iso": "FJ", "n": 2}})
    assert grid(table) == [["iso", "n"], ["AD", "1"], ["FJ", "2"]]


def test_nested_objects_become_dotted_columns(tmp_path: Path) -> None:
    (table,) = tables(
        tmp_path,
        [
            {"name": "Ann", "address": {"town": "Hull", "geo": {"lat": 53.7}}, "tags": ["a", "b"]},
            {"name": "Bo", "address": {"town": "York"}, "tags": []},
        ],
    )
    assert grid(table) == [
        ["name", "address.town", "address.geo.lat", "tags"],
        ["Ann", "Hull", "53.7", "a, b"],
        ["Bo", "York", "", ""],
    ]


def test_a_wrapper_names_what_is_in_it(tmp_path: Path) -> None:
    (table,) = tables(tmp_path, {"3166-1": [{"name": "Fiji"}, {"name": "Peru"}]})
    assert (table.title, table.caption) == ("things", "3166-1")
    about, cats, dogs = tables(
        tmp_path,
        {"made": "2026", "cats": [{"n": "Tom"}, {"n": "Kit"}], "dogs": [{"n": "Rex"}, {"n": "Bo"}]},
    )
    assert grid(about) == [["made"], ["2026"]]
    assert [table.title for table in (cats, dogs)] == ["things: cats", "things: dogs"]


def test_a_single_object_is_one_row(tmp_path: Path) -> None:
    (table,) = tables(tmp_path, {"name": "demo", "author": {"name": "Ann"}, "keywords": ["x", "y"]})
    assert grid(table) == [["name", "author.name", "keywords"], ["demo", "Ann", "x, y"]]


@pytest.mark.parametrize(
    "value",
    [
        {"name": ["Ann", "Bo"], "age": [30, 40]},
        {"columns": ["name", "age"], "index": [0, 1], "data": [["Ann", 30], ["Bo", 40]]},
        [["name", "age"], ["Ann", 30], ["Bo", 40]],
    ],
)
def test_tables_written_by_column_or_as_bare_rows(tmp_path: Path, value: Any) -> None:
    (table,) = tables(tmp_path, value)
    assert grid(table) == [["name", "age"], ["Ann", "30"], ["Bo", "40"]]


def test_many_names_with_values_are_rows(tmp_path: Path) -> None:
    (table,) = tables(tmp_path, {f"k{n}": n for n in range(20)})
    assert grid(table)[:2] == [["key", "value"], ["k0", "0"]]


def test_objects_whose_names_are_data_stay_in_one_column(tmp_path: Path) -> None:
    records = [{"n": n, "rates": {f"C{n}": 1.5, f"D{n}": 2}} for n in range(50)]
    (table,) = tables(tmp_path, records)
    assert grid(table)[:2] == [["n", "rates"], ["0", "C0: 1.5, D0: 2"]]


def test_json_lines_of_records_are_one_table(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(
        '{"at": "2026-01-01", "event": "start"}\n{"at": "2026-01-02", "event": "end"}\n'
    )
    (table,) = read_file(path, "log.jsonl")
    assert isinstance(table, Table)
    assert grid(table)[1:] == [["2026-01-01", "start"], ["2026-01-02", "end"]]


def test_deeply_nested_objects_end_in_text(tmp_path: Path) -> None:
    value: Any = 1
    for _ in range(200):
        value = {"a": value, "b": 2}
    (table,) = tables(tmp_path, value)
    assert len(table.columns) < 20


def test_lists_of_records_inside_records_are_tables_of_their_own(tmp_path: Path) -> None:
    races = [
        {
            "no": 1,
            "time": "09:30",
            "class": "single",
            "entries": [{"club": "Rye", "crew": ["Ann"]}, {"club": "Hove", "crew": ["Bea"]}],
        },
        {
            "no": 2,
            "time": "10:15",
            "class": "double",
            "entries": [{"club": "Rye", "crew": ["Cy", "Di"]}],
        },
    ]
    outer, inner = tables(tmp_path, races)
    assert (outer.title, inner.title) == ("things", "things: entries")
    assert outer.rows[1][3].text == "club: Rye, crew: [Cy, Di]"
    assert [column.name for column in inner.columns] == ["no", "class", "club", "crew"]
    assert [[cell.text for cell in row] for row in inner.rows] == [
        ["1", "single", "Rye", "Ann"],
        ["1", "single", "Hove", "Bea"],
        ["2", "double", "Rye", "Cy, Di"],
    ]


def test_outer_names_give_way_to_inner_ones(tmp_path: Path) -> None:
    orders = [
        {"id": 7, "items": [{"id": 1, "what": "rope"}, {"id": 2, "what": "oar"}]},
        {"id": 8, "items": [{"id": 1, "what": "oar"}]},
    ]
    _, items = tables(tmp_path, {"orders": orders})
    assert [column.name for column in items.columns] == ["orders.id", "id", "what"]
    assert [cell.text for cell in items.rows[2]] == ["8", "1", "oar"]
