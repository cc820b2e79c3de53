from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from manyhop.errors import ManyhopError
from manyhop.models.embedded._row_reader import FILE, RowReader
from manyhop.sources import Cell, Column, Table, table_from_grid

GRID = """
Bridge          | Country        | Length (m) | Opened
Humber Bridge   | United Kingdom | 2,220      | 1981
Golden Gate     | United States  | 2,737      | 1937
Akashi Kaikyo   | Japan          | 3,911      | 1998
Great Seto      | Japan          | 1,723      | 1988
Storebelt       | Denmark        | 6,790      | 1998
"""
BRIDGES = table_from_grid(
    [[Cell(cell.strip()) for cell in line.split("|")] for line in GRID.strip().split("\n")],
    title="Long bridges",
)


@pytest.fixture(scope="module")
def reader() -> RowReader:
    return RowReader.load()


ANSWERS = {
    "what is the length of the Golden Gate?": "2,737",
    "which bridge is the longest?": "Storebelt",
    "in which country is the Humber Bridge?": "United Kingdom",
    "which bridge was opened first?": "Golden Gate",
    "how many bridges are in Japan?": "2",
    "how much longer is the Akashi Kaikyo than the Golden Gate?": "1174",
}


@pytest.mark.parametrize("question", ANSWERS)
def test_plain_questions(question: str, reader: RowReader) -> None:
    assert reader.read(question, BRIDGES).value == ANSWERS[question]


def test_a_reading_points_into_the_table_and_has_chances(reader: RowReader) -> None:
    reading = reader.read("what is the length of the Golden Gate?", BRIDGES)
    assert (reading.cells[0].row, reading.cells[0].column) == (1, 2)
    assert 0 < reading.cells[0].chance <= 1
    assert 0 < reading.chance <= 1


def test_a_question_beside_the_table_is_less_sure(reader: RowReader) -> None:
    sure = reader.read("what is the length of the Golden Gate?", BRIDGES).chance
    assert reader.read("who painted the ceiling of the chapel?", BRIDGES).chance < sure


def test_ranked_cells_come_likeliest_first(reader: RowReader) -> None:
    ranked = reader.rank("which bridge is the longest?", BRIDGES, most=3)
    assert (ranked[0].row, ranked[0].column) == (4, 0)
    assert [cell.chance for cell in ranked] == sorted((c.chance for c in ranked), reverse=True)


def test_a_row_among_thousands_is_found(reader: RowReader) -> None:
    rows = [[Cell(f"Station {n}"), Cell(f"Line {n % 9}"), Cell(str(n * 7))] for n in range(3000)]
    header = [Cell("Station"), Cell("Line"), Cell("Passengers")]
    table = table_from_grid([header, *rows], title="Stations")
    reading = reader.read("how many passengers does Station 1234 have?", table)
    assert [(cell.row, cell.column) for cell in reading.cells] == [(1234, 2)]


def test_threads_agree_with_one_another(reader: RowReader) -> None:
    questions = [f"which bridge was opened in {year}?" for year in (1937, 1981, 1988)] * 4
    alone = [reader.read(question, BRIDGES) for question in questions[:3]] * 4
    fresh = RowReader.load()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda question: fresh.read(question, BRIDGES), questions))
    assert [each.value for each in together] == [each.value for each in alone]


ODD = {
    "no rows": Table(title="t", columns=(Column("a"),), rows=()),
    "no columns": Table(title="t", columns=(), rows=()),
    "blank cells": Table(
        title="t", columns=(Column("a"), Column("")), rows=((Cell(""), Cell(" ")),) * 3
    ),
    "one cell": Table(title="t", columns=(Column("a"),), rows=((Cell("北京 \U0001f600"),),)),
    "very wide": Table(
        title="t",
        columns=tuple(Column(f"c{n}") for n in range(80)),
        rows=(tuple(Cell("word " * 50) for _ in range(80)),) * 2,
    ),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("question", ["", "how many words?", "what " * 400])
def test_odd_tables_and_questions_are_read(name: str, question: str, reader: RowReader) -> None:
    reading = reader.read(question, ODD[name])
    assert 0 <= reading.chance <= 1
    assert all(cell.row < len(ODD[name].rows) for cell in reading.cells)


def test_a_missing_or_damaged_file_gives_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=f"{FILE}.*missing; reinstall"):
        RowReader.load(tmp_path)
    (tmp_path / FILE).write_bytes(b"not a network")
    with pytest.raises(ManyhopError, match=FILE):
        RowReader.load(tmp_path)
