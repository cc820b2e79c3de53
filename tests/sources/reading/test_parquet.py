"""Parquet files."""

from pathlib import Path

import pytest
from arro3.core import Array, DataType, RecordBatchReader, list_array
from arro3.core import Table as ArrowTable
from arro3.io import write_parquet

from manyhop.errors import ManyhopError
from manyhop.sources import CellAt, Table
from manyhop.sources.reading._parquet import read_parquet


def tables(path: Path) -> list[Table]:
    return [source for source in read_parquet(path, "here") if isinstance(source, Table)]


def write(path: Path, **columns: Array) -> Path:
    write_parquet(RecordBatchReader.from_arrow(ArrowTable.from_pydict(dict(columns))), path)
    return path


@pytest.fixture
def bridges(tmp_path: Path) -> Path:
    days = Array([4192, -1211, None], DataType.int32())  # since 1970
    towns = Array(["Hessle", "Barton"], DataType.string())
    return write(
        tmp_path / "long_bridges.parquet",
        name=Array(["Humber", "Severn", None], DataType.string()),
        span=Array([1410, 988, None], DataType.int64()),
        cost=Array([98.0, 8.5, None], DataType.float64()),
        opened=days.cast(DataType.date32()),
        towns=list_array(Array([0, 2, 2, 2], DataType.int32()), towns),
        toll=Array([True, False, None], DataType.bool()),
        photo=Array([b"\xff\xd8\xff", b"text", None], DataType.binary()),
    )


def test_columns_are_typed_and_nested_values_are_json(bridges: Path) -> None:
    [table] = tables(bridges)
    assert (table.title, table.origin) == ("long bridges", "here")
    assert [(column.name, column.kind) for column in table.columns] == [
        ("name", "text"),
        ("span", "number"),
        ("cost", "number"),
        ("opened", "date"),
        ("towns", "text"),
        ("toll", "text"),
        ("photo", "text"),
    ]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Humber", "1410", "98", "1981-06-24", '["Hessle","Barton"]', "true", "<3 bytes>"],
        ["Severn", "988", "8.5", "1966-09-08", "[]", "false", "text"],
        ["", "", "", "", "[]", "", ""],
    ]


def test_a_long_file_is_one_table(tmp_path: Path) -> None:
    path = write(tmp_path / "n.parquet", n=Array(list(range(10_001)), DataType.int64()))
    [table] = tables(path)
    assert table.length == 10_001
    assert table.quote(CellAt(10_000, 0)) == "10000"


def test_a_file_without_rows_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "none.parquet", n=Array([], DataType.int64()))
    with pytest.raises(ManyhopError, match="no rows"):
        tables(path)


def test_a_file_far_wider_than_people_read_is_refused(tmp_path: Path) -> None:
    columns = {f"c{n}": Array([n], DataType.int64()) for n in range(2_001)}
    with pytest.raises(ManyhopError, match="2,001 columns"):
        tables(write(tmp_path / "wide.parquet", **columns))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "write the file again"),
        (b"PAR1", "write the file again"),
        (b"a,b\n1,2\n" * 9, "write the file again"),
        (b"PAR1" + b"\0" * 40 + b"\xff\xff\xff\x7fPAR1", "write the file again"),
        (b"PARE" + b"\0" * 40 + b"PARE", "encrypted"),
    ],
)
def test_what_is_no_parquet_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "bad.parquet"
    path.write_bytes(content)
    with pytest.raises(ManyhopError, match=reason):
        tables(path)


def test_a_truncated_file_is_refused(bridges: Path) -> None:
    bridges.write_bytes(bridges.read_bytes()[:-20])
    with pytest.raises(ManyhopError, match="write the file again"):
        tables(bridges)


def test_damaged_pages_are_refused_and_end_no_process_of_ours(bridges: Path) -> None:
    content = bridges.read_bytes()
    refused = 0
    for position in range(4, len(content) // 2, 60):
        bridges.write_bytes(content[:position] + b"\xff" * 12 + content[position + 12 :])
        try:
            tables(bridges)
        except ManyhopError:
            refused += 1
    assert refused


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="check that it is there"):
        tables(tmp_path / "none.parquet")
