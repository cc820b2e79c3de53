from collections.abc import Callable

import pytest

from manyhop.generation.tables import (
    Beside,
    Better,
    Commonest,
    Condition,
    Ending,
    Extreme,
    Pair,
    Peers,
    Program,
    Selection,
    TableView,
    Where,
    execute,
    view_of,
)
from manyhop.sources import Cell, Table, table_from_grid

GRID = """
mountain | height | range       | first climbed
Everest  | 8,849  | Himalaya    | 29 May 1953
K2       | 8,611  | Karakoram   | 31 July 1954
Lhotse   | 8,516  | Himalaya    | 18 May 1956
Broad    | 8,051  | Karakoram   | 9 June 1957
Makalu   | 8,485  | Himalaya    | 15 May 1955
"""


def table_of(text: str) -> Table:
    rows = [[Cell(cell.strip()) for cell in line.split("|")] for line in text.strip().split("\n")]
    return table_from_grid(rows, title="Eight-thousanders")


@pytest.fixture
def mountains() -> TableView:
    return view_of(table_of(GRID))


IN_KARAKORAM = Condition(2, "is", 1)
HIGHER_THAN_LHOTSE = Condition(1, "more", 2)

CHOICES: dict[str, tuple[Selection, str]] = {
    "the rows that meet a condition": (Where((IN_KARAKORAM,)), "K2, Broad"),
    "those that meet two": (Where((IN_KARAKORAM, HIGHER_THAN_LHOTSE)), "K2"),
    "those that do not say it": (Where((Condition(2, "not", 0),)), "K2, Broad"),
    "at least as much": (Where((Condition(1, "from", 2),)), "Everest, K2, Lhotse"),
    "at most as much": (Where((Condition(1, "to", 4),)), "Broad, Makalu"),
    "the highest": (Extreme(1, highest=True), "Everest"),
    "the earliest of some": (Extreme(3, highest=False, conditions=(IN_KARAKORAM,)), "K2"),
    "the last of some": (Ending(last=True, conditions=(IN_KARAKORAM,)), "Broad"),
    "the next one": (Beside(0, 1, 1), "Lhotse"),
    "the one before": (Beside(0, 1, -1), "Everest"),
    "the lower of two": (Better(0, (1, 3), 1, highest=False), "Broad"),
    "the others of the same range": (Peers(0, 0, 2), "Lhotse, Makalu"),
    "the commonest range's": (Commonest(2), "Everest, Lhotse, Makalu"),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_a_selection_means_these_rows(choice: str, mountains: TableView) -> None:
    selection, names = CHOICES[choice]
    outcome = execute(Program(selection, column=0), mountains)
    assert outcome is not None
    assert outcome.value == names


UNCLEAR: dict[str, Callable[[], Program]] = {
    "nothing comes before the first": lambda: Program(Beside(0, 0, -1), 0),
    "two rows say Karakoram": lambda: Program(Beside(2, 1, 1), 0),
    "a range has no order": lambda: Program(Extreme(2, highest=True), 0),
    "texts have no sum": lambda: Program(Where(), 2, "sum"),
    "no row is both": lambda: Program(Where((IN_KARAKORAM, Condition(0, "is", 0))), 1),
}


@pytest.mark.parametrize("why", UNCLEAR)
def test_what_has_no_unique_answer_has_none(why: str, mountains: TableView) -> None:
    assert execute(UNCLEAR[why](), mountains) is None


def test_a_tie_has_no_extreme() -> None:
    view = view_of(table_of("team | wins\nReds | 7\nBlues | 7\nGreens | 3"))
    assert execute(Program(Extreme(1, highest=True), 0), view) is None
    lowest = execute(Program(Extreme(1, highest=False), 0), view)
    assert lowest is not None
    assert lowest.value == "Greens"


def test_numbers_are_worked_out_exactly(mountains: TableView) -> None:
    def value(program: Program) -> str | None:
        outcome = execute(program, mountains)
        return outcome.value if outcome else None

    assert value(Program(Where((IN_KARAKORAM,)), 0, "count")) == "2"
    assert value(Program(Where((IN_KARAKORAM,)), 1, "sum")) == "16662"
    assert value(Program(Where((IN_KARAKORAM,)), 1, "average")) == "8331"
    assert value(Program(Pair(0, (3, 0)), 1, "difference")) == "798"
    assert value(Program(Where((Condition(0, "is", 1),)), 2, "check", claim=3)) == "yes"
    assert value(Program(Where((Condition(0, "is", 1),)), 2, "check", claim=0)) == "no"
