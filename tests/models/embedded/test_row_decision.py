import numpy as np
import pytest

from manyhop.models import TableReading
from manyhop.models.embedded._row_reader import (
    OPERATIONS,
    Habits,
    RowScores,
    decide,
    likely_cells,
    number_chances,
)
from manyhop.sources import Cell, Table, table_from_grid

GRID = (
    ("bridge", "length", "opened"),
    ("Humber", "1,410 m", "24 June 1981"),
    ("Forth", "2,467 m", "4 March 1890"),
    ("Severn", "988 m", "8 September 1966"),
)
BRIDGES = table_from_grid([[Cell(text) for text in row] for row in GRID], title="Bridges")


def reading(
    operation: str,
    picked: list[tuple[int, int]],
    rows: tuple[int, ...] = (),
    question: str = "",
    table: Table = BRIDGES,
) -> TableReading:
    """What is decided when the network is sure of an operation, of cells and of rows."""
    cells = np.full((3, 3), -5, np.float32)
    for order, place in enumerate(picked):
        cells[place] = 5 - order
    chosen = np.array([4 if row in rows else -4 for row in range(3)], np.float32)
    operations = np.array([5 if name == operation else 0 for name in OPERATIONS], np.float32)
    return decide(question, table, RowScores((0, 1, 2), cells, chosen, operations), Habits())


def test_the_best_cell_answers() -> None:
    found = reading("cells", [(1, 0)], rows=(1,))
    assert (found.operation, found.value) == ("cells", "Forth")
    assert [(cell.row, cell.column) for cell in found.cells] == [(1, 0)]
    assert found.chance > 0.8


def test_several_cells_answer_if_their_rows_belong_too() -> None:
    assert reading("cells", [(0, 0), (2, 0)], rows=(0, 2)).value == "Humber | Severn"
    assert reading("cells", [(0, 0), (2, 0)], rows=(0,)).value == "Humber"


def test_numbers_are_worked_out_from_the_rows() -> None:
    assert reading("count", [(0, 0)], rows=(0, 2)).value == "2"
    assert reading("sum", [(0, 1)], rows=(0, 2)).value == "2398"
    assert reading("average", [(0, 1)], rows=(0, 2)).value == "1199"
    assert reading("difference", [(1, 1), (0, 1)]).value == "1057"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how many years after Forth did Severn open?", "76"),
        ("how many months later?", "918"),
        ("how many days later?", "27946"),
    ],
)
def test_dates_are_apart_by_the_unit_that_is_asked_for(question: str, value: str) -> None:
    assert reading("difference", [(1, 2), (2, 2)], question=question).value == value


def test_a_check_says_yes_or_no() -> None:
    assert (reading("yes", [(0, 0)]).operation, reading("yes", [(0, 0)]).value) == ("check", "yes")
    assert reading("no", [(0, 0)]).value == "no"


def test_what_cannot_be_done_gives_way_to_the_next_likeliest() -> None:
    grid = [[Cell("name")], [Cell("Humber")], [Cell("Forth")], [Cell("Severn")]]
    names = table_from_grid(grid, title="Names")
    cells = np.array([[1], [5], [0]], np.float32)
    operations = np.array([3, 0, 5, 0, 0, 0, 0], np.float32)  # a sum, else cells
    scores = RowScores((0, 1, 2), cells, np.full(3, -4, np.float32), operations)
    found = decide("", names, scores, Habits())
    assert (found.operation, found.value) == ("cells", "Forth")
    assert found.chance < 0.2


def test_chances_are_made_honest() -> None:
    cells = np.zeros((3, 3), np.float32)
    scores = RowScores((0, 1, 2), cells, np.zeros(3, np.float32), np.zeros(7, np.float32))
    plain = decide("", BRIDGES, scores, Habits()).chance
    humble = decide("", BRIDGES, scores, Habits(offset=-1)).chance
    assert 0 < humble < plain < 0.1


def test_rows_are_named_by_their_place_in_the_table() -> None:
    scores = RowScores(
        (40, 7),
        np.array([[0, 9], [3, 0]], np.float32),
        np.zeros(2, np.float32),
        np.zeros(7, np.float32),
    )
    assert [(cell.row, cell.column) for cell in likely_cells(scores, 2)] == [(40, 1), (7, 0)]


def test_the_chance_of_a_number_of_rows() -> None:
    assert number_chances(np.array([0.5, 0.5])).tolist() == [0.25, 0.5, 0.25]
    assert number_chances(np.array([1.0, 0.0, 1.0])).argmax() == 2
