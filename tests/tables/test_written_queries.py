"""Queries that a model writes: run exactly, and only where they do no more than read the tables."""

import pytest

from manyhop.sources import Cell, CellAt, Column, Table
from manyhop.tables import QueryError, Sheets

ROWS = (
    ("Ida", "Wick", "1931", "4"),
    ("Tern", "Leith", "1948", "7"),
    ("Gull", "Wick", "1972", "9"),
    ("Heron", "Leith", "1990", "31"),
)
BOATS = Table(
    title="boats.csv",
    columns=(
        Column("Name"),
        Column("Home port"),
        Column("Built", kind="number"),
        Column("Crew", kind="number"),
    ),
    rows=tuple(tuple(map(Cell, row)) for row in ROWS),
)
PORTS = Table(
    title="harbours",
    columns=(Column("Port"), Column("Depth", kind="number")),
    rows=tuple(tuple(map(Cell, row)) for row in (("Wick", "4.5"), ("Leith", "7.9"))),
)


@pytest.fixture
def sheets() -> Sheets:
    return Sheets([BOATS, PORTS])


def quotes(sheets: Sheets, sql: str) -> list[str]:
    with sheets:
        return [citation.quote for citation in sheets.run(sql).citations]


def test_a_writer_sees_names_kinds_and_values(sheets: Sheets) -> None:
    with sheets:
        told = sheets.describe()
    assert "boats (4 rows):" in told
    assert "\"Home port\" VARCHAR: 'Leith', 'Wick'" in told
    assert '"Built" DOUBLE from 1931 to 1990' in told
    assert "harbours (2 rows):" in told


def test_a_count_is_exact_and_cites_the_rows_that_were_counted(sheets: Sheets) -> None:
    sql = 'SELECT count(*) FROM boats WHERE "Home port" ILIKE \'wick\' AND "Built" < 1950'
    with sheets:
        found = sheets.run(sql)
    assert found.values == ("1",)
    assert {citation.place for citation in found.citations} == {CellAt(0, 1)}


def test_a_cell_is_cited_where_it_stands(sheets: Sheets) -> None:
    sql = 'SELECT "Name" FROM boats ORDER BY "Crew" DESC LIMIT 1'
    assert "Heron" in quotes(sheets, sql)


def test_tables_are_joined(sheets: Sheets) -> None:
    sql = (
        'SELECT "Name" FROM boats JOIN harbours ON "Home port" = "Port" '
        'WHERE "Depth" > 5 ORDER BY "Name"'
    )
    with sheets:
        assert sheets.run(sql).values == ("Heron", "Tern")


def test_yes_and_numbers_are_said_plainly(sheets: Sheets) -> None:
    with sheets:
        assert sheets.run('SELECT max("Built") > 1980 FROM boats').values == ("yes",)
        assert sheets.run('SELECT avg("Depth") FROM harbours').values == ("6.2",)


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("DELETE FROM boats", "Only SELECT"),
        ("SELECT 1; SELECT 2", "one statement"),
        ("SELECT * FROM read_csv('/etc/passwd')", "not functions or files"),
        ("SELECT * FROM '/etc/passwd'", "no table /etc/passwd"),
        ("SELECT (SELECT count(*) FROM duckdb_settings()) FROM boats", "not functions"),
        ("SELECT * FROM information_schema.tables", "no table information_schema"),
        ("SELECT * FROM main.x0", "no table main.x0"),
        ('SELECT "Weight" FROM boats', "Weight"),
        ("SELEC 1", "syntax"),
    ],
)
def test_whatever_else_is_refused(sheets: Sheets, sql: str, reason: str) -> None:
    with sheets, pytest.raises(QueryError, match=reason):
        sheets.run(sql)


def test_what_takes_too_long_is_stopped(sheets: Sheets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("manyhop.tables._written.SECONDS", 0.2)
    many = ", ".join(f"boats b{number}" for number in range(16))
    with sheets, pytest.raises(QueryError, match="took more than"):
        sheets.run(f'SELECT count(*) FROM {many} WHERE sin(b0."Crew" * b15."Built") > 2')


def test_nothing_is_left_behind(sheets: Sheets) -> None:
    from manyhop.sources import table_engine

    with sheets:
        pass
    left = table_engine().execute("SELECT schema_name FROM information_schema.schemata").fetchall()
    assert not [name for (name,) in left if name.startswith("sheets")]
