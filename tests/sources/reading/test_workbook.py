"""Excel workbooks."""

import datetime as dt
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook

from manyhop.errors import ManyhopError
from manyhop.sources import Link, Table
from manyhop.sources.reading._workbook import read_workbook


def tables(path: Path) -> list[Table]:
    return [source for source in read_workbook(path, "here") if isinstance(source, Table)]


@pytest.fixture
def bridges(tmp_path: Path) -> Path:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Europe"
    sheet.append(["bridge", "opened", "span", "share", "toll"])
    sheet.append(["Humber", dt.date(1981, 6, 24), 1410, 0.45, True])
    sheet.append([None, None, None])
    sheet.append(["Severn", dt.datetime(1966, 9, 8, 11, 30), 987.5, 0.05, "=1/0"])
    sheet["A2"].hyperlink = "https://example.org/humber?a=1&b=2"
    sheet["D2"].number_format = sheet["D4"].number_format = "0%"
    sheet["A3000"].number_format = "0%"  # a cell with a format and no value
    book.create_sheet("Empty")
    book.create_sheet("Asia").append(["Akashi", "Minato"])
    path = tmp_path / "long_bridges.xlsx"
    book.save(path)
    return path


def test_each_sheet_with_something_in_it_is_a_table(bridges: Path) -> None:
    europe, asia = tables(bridges)
    assert europe.title == "long bridges: Europe"
    assert asia.title == "long bridges: Asia"
    assert europe.origin == "here"
    assert [(column.name, column.kind) for column in europe.columns] == [
        ("bridge", "text"),
        ("opened", "date"),
        ("span", "number"),
        ("share", "number"),
        ("toll", "text"),
    ]
    assert [[cell.text for cell in row] for row in europe.rows] == [
        ["Humber", "1981-06-24", "1410", "45%", "true"],
        ["Severn", "1966-09-08 11:30:00", "987.5", "5%", ""],
    ]


def test_hyperlinks_are_kept(bridges: Path) -> None:
    humber = tables(bridges)[0].rows[0][0]
    assert humber.links == (Link(text="Humber", url="https://example.org/humber?a=1&b=2"),)


def test_a_sheet_far_wider_than_people_read_is_refused(tmp_path: Path) -> None:
    book = Workbook()
    assert book.active is not None
    book.active.append([*range(2_500)])
    book.save(tmp_path / "wide.xlsx")
    with pytest.raises(ManyhopError, match="2,500 columns"):
        tables(tmp_path / "wide.xlsx")


def test_a_stray_cell_in_the_last_corner_neither_hangs_nor_fills_memory(tmp_path: Path) -> None:
    book = Workbook()
    assert book.active is not None
    book.active["A1"] = "name"
    book.active["B200000"] = "far"
    book.save(tmp_path / "far.xlsx")
    [table] = tables(tmp_path / "far.xlsx")
    assert [[cell.text for cell in row] for row in table.rows] == [["", "far"]]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "truncated or no workbook"),
        (b"bridge,span\n", "truncated or no workbook"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 504, "without a password"),
    ],
)
def test_what_is_no_workbook_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "bad.xlsx"
    path.write_bytes(content)
    with pytest.raises(ManyhopError, match=reason):
        tables(path)


def test_a_truncated_workbook_is_refused(bridges: Path) -> None:
    content = bridges.read_bytes()
    bridges.write_bytes(content[: len(content) // 2])
    with pytest.raises(ManyhopError, match="truncated"):
        tables(bridges)


def test_a_zip_without_a_workbook_in_it_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.xlsx", "w") as archive:
        archive.writestr("readme.txt", "nothing here")
    with pytest.raises(ManyhopError, match="cannot be read as a workbook"):
        tables(tmp_path / "other.xlsx")


def test_damage_anywhere_is_an_error_of_ours_or_harmless(bridges: Path) -> None:
    content = bridges.read_bytes()
    refused = 0
    for position in range(0, len(content), 97):
        damaged = bytearray(content)
        damaged[position] ^= 0xFF
        bridges.write_bytes(damaged)
        try:
            tables(bridges)
        except ManyhopError:
            refused += 1
    assert refused


def test_an_empty_workbook_is_refused(tmp_path: Path) -> None:
    Workbook().save(tmp_path / "empty.xlsx")
    with pytest.raises(ManyhopError, match="only empty sheets"):
        tables(tmp_path / "empty.xlsx")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="check that it is there"):
        tables(tmp_path / "none.xlsx")
