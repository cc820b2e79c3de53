"""Titles and notes above the names of a sheet's columns."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from manyhop.sources import Table
from manyhop.sources.reading import read_file

MEMBERS = [["No", "Name", "Joined", "Fee"], ["1", "Ann", "2019-02-03", "80"]]
MORE = ["2", "Bea", "2021-05-06", "40"]


def the_table(path: Path) -> Table:
    [table] = [source for source in read_file(path, "here") if isinstance(source, Table)]
    return table


def names(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def test_a_title_above_the_names_is_the_caption(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    rows = [["Members 2024"], [], ["Made by", "Ann"], *MEMBERS, MORE, ["Total", "", "", "120"]]
    for row in rows:
        sheet.append(row)
    book.save(tmp_path / "club.xlsx")
    table = the_table(tmp_path / "club.xlsx")
    assert table.caption == "Members 2024; Made by Ann"
    assert names(table) == ["No", "Name", "Joined", "Fee"]
    assert [column.kind for column in table.columns][2:] == ["date", "number"]
    assert table.rows[0][1].text == "Ann"


@pytest.mark.parametrize("count", [3, 12_000])
def test_the_same_in_a_delimited_file(tmp_path: Path, count: int) -> None:
    body = "".join(f"{number},Ann,2019-02-03,{number}.5\n" for number in range(count))
    content = f"Members 2024\n\nNo,Name,Joined,Fee\n{body}"
    (tmp_path / "club.csv").write_text(content)
    table = the_table(tmp_path / "club.csv")
    assert (table.caption, names(table)) == ("Members 2024", ["No", "Name", "Joined", "Fee"])
    assert table.length == count


@pytest.mark.parametrize(
    "content",
    [
        "name,place\nAnn,Rye\nBea,Hove\n",
        "name\nAnn\nBea\n",
        "region\nNorth,1,2\nSouth,3,4\n",  # names are missing, and nothing says what is what
        "a,b,c\n1,,\n2,,\n3,4,5\n",
        ",2023,,2024,\nregion,sold,left,sold,left\nNorth,1,2,3,4\n",
    ],
)
def test_other_first_rows_stay_where_they_are(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.csv").write_text(content)
    assert not the_table(tmp_path / "a.csv").caption
