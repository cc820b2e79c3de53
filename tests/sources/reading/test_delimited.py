"""CSV, TSV and their kin."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manyhop.errors import ManyhopError
from manyhop.sources import CellAt, Link, Table
from manyhop.sources.reading._delimited import read_delimited


def tables(path: Path, content: str | bytes) -> list[Table]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    found = list(read_delimited(path, "here"))
    assert all(isinstance(source, Table) for source in found)
    return [source for source in found if isinstance(source, Table)]


def texts(table: Table) -> list[list[str]]:
    return [[column.name for column in table.columns]] + [[c.text for c in r] for r in table.rows]


BRIDGES = [["bridge", "span"], ["Humber", "1,410 m"], ["Severn", "988 m"]]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'bridge,span\nHumber,"1,410 m"\nSevern,988 m\n'),
        ("a.tsv", "bridge\tspan\nHumber\t1,410 m\nSevern\t988 m"),
        ("a.csv", "bridge;span\nHumber;1,410 m\nSevern;988 m\n"),
        ("a.csv", "bridge|span\r\nHumber|1,410 m\r\n\r\nSevern|988 m\r\n"),
        ("a.csv", "\ufeffbridge\tspan\nHumber\t1,410 m\nSevern\t988 m"),
    ],
)
def test_the_delimiter_is_found(tmp_path: Path, name: str, content: str) -> None:
    [table] = tables(tmp_path / name, content)
    assert texts(table) == BRIDGES
    assert [column.kind for column in table.columns] == ["text", "number"]


def test_title_and_origin(tmp_path: Path) -> None:
    [table] = tables(tmp_path / "long_span-bridges.csv", "a,b\n1,2\n")
    assert (table.title, table.origin) == ("long span bridges", "here")


def test_an_older_encoding(tmp_path: Path) -> None:
    [table] = tables(tmp_path / "a.csv", "name,city\nJosé,Málaga\n".encode("cp1252"))
    assert texts(table)[1] == ["José", "Málaga"]


def test_a_file_without_a_header(tmp_path: Path) -> None:
    [table] = tables(tmp_path / "a.csv", "Humber,1410\nSevern,988\n")
    assert texts(table) == [["column 1", "column 2"], ["Humber", "1410"], ["Severn", "988"]]


def test_years_may_name_columns(tmp_path: Path) -> None:
    [table] = tables(tmp_path / "a.csv", "country,2001,2002\nWales,5,7\nMalta,6,8\n")
    assert texts(table)[0] == ["country", "2001", "2002"]


def test_one_column_needs_no_delimiter(tmp_path: Path) -> None:
    [table] = tables(tmp_path / "a.csv", "bridge\nHumber\nSevern\n")
    assert texts(table) == [["bridge"], ["Humber"], ["Severn"]]


def test_ragged_rows_are_filled(tmp_path: Path) -> None:
    [table] = tables(tmp_path / "a.csv", "a,b\n1\n1,2,3\n")
    assert texts(table) == [["a", "b", "column 3"], ["1", "", ""], ["1", "2", "3"]]


def test_markdown_links_become_links(tmp_path: Path) -> None:
    [table] = tables(tmp_path / "a.csv", "bridge,n\nSee [Humber](https://x.org/h) [a](b),1\n")
    cell = table.rows[0][0]
    assert cell.text == "See Humber [a](b)"
    assert cell.links == (Link(text="Humber", url="https://x.org/h"),)


def test_a_long_file_is_one_table(tmp_path: Path) -> None:
    rows = "".join(f"{n},{'' if n < 12_000 else 'late'}\n" for n in range(25_000))
    [table] = tables(tmp_path / "a.csv", "n,note\n" + rows)
    assert table.length == 25_000
    assert len(table.rows) < 1_000
    assert [(column.name, column.kind) for column in table.columns] == [
        ("n", "number"),
        ("note", "text"),
    ]
    assert table.quote(CellAt(0, 0)) == "0"
    assert table.quote(CellAt(24_999, 0)) == "24999"
    assert table.quote(CellAt(24_999, 1)) == "late"
    assert "note: late" in table.passage
    with pytest.raises(ManyhopError):
        table.quote(CellAt(25_000, 0))


def test_a_changed_row_makes_another_table(tmp_path: Path) -> None:
    rows = [f"{n}" for n in range(12_000)]
    [table] = tables(tmp_path / "a.csv", "\n".join(["n", *rows]))
    [same] = tables(tmp_path / "a.csv", "\n".join(["n", *rows]))
    [other] = tables(tmp_path / "a.csv", "\n".join(["n", *rows[:-1], "7"]))
    assert table == same
    assert table.id != other.id


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b",,\n,,\n", "only empty cells"),
        (b"a,b\n\x00\x00,1\n", "binary"),
        (b"a," * 3_000, "3,001 columns"),
        (b'a,b\n1,"' + b"x\n" * 100_000, "quotation mark"),
        (b"a," * 1_900 + b"\n" + b"1\n" * 20_000, "give all the same number"),
        (b"x" * 5_000_000, "5,000,000 characters"),
        (b"a," * 5_000_000, "10,000,000 characters"),
    ],
)
def test_what_cannot_be_a_table_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(ManyhopError, match=reason):
        tables(tmp_path / "bad.csv", content)


letters = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="]")
words = st.text(letters | st.sampled_from("\t\n,;|\"'"), max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 5).flatmap(lambda w: st.lists(st.lists(words, min_size=w, max_size=w))))
def test_what_the_csv_module_writes_is_read_cell_for_cell(
    tmp_path: Path, rows: list[list[str]]
) -> None:
    names = [f"name {number}" for number in range(len(rows[0]) if rows else 1)]
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows([names, *rows])
    [table] = tables(tmp_path / "any.csv", file.getvalue())
    assert texts(table) == [names, *(row for row in rows if any(map(str.strip, row)))]


@pytest.mark.parametrize("count", [4, 12_000])
def test_amounts_with_a_decimal_comma_are_numbers(tmp_path: Path, count: int) -> None:
    rows = "".join(f"Rye;{number},50\n" for number in range(count))
    [table] = tables(tmp_path / "a.csv", f"place;amount\n{rows}")
    assert [column.kind for column in table.columns] == ["text", "number"]
    assert table.rows[1][1].text == "1,50"
    if table.whole:
        assert table.whole.facts[1].highest == count - 0.5
