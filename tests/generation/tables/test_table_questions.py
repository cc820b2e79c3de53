import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyhop.generation.tables import TableQuestion, execute, table_questions, view_of
from manyhop.sources import Cell, Table, table_from_grid

HEADER = ("player", "country", "points", "born")
PLAYERS = (
    ("Ann Smith", "Chile", "12", "1981"),
    ("Bo Larsen", "Norway", "7", "1990"),
    ("Cy Young", "Chile", "31", "1979"),
    ("Di Marco", "Italy", "18", "1985"),
    ("Ed Moe", "Norway", "22", "1992"),
    ("Flo Ray", "Chile", "9", "1988"),
)


def table_of(*rows: tuple[str, ...]) -> Table:
    grid = [[Cell(text) for text in row] for row in (HEADER, *rows)]
    return table_from_grid(grid, title="Scorers", id="scorers")


@pytest.fixture(scope="module")
def made() -> list[TableQuestion]:
    return list(table_questions(table_of(*PLAYERS), 120))


def test_the_same_seed_asks_the_same(made: list[TableQuestion]) -> None:
    assert list(table_questions(table_of(*PLAYERS), 120)) == made
    other = {each.question for each in table_questions(table_of(*PLAYERS), 120, seed=1)}
    assert other != {each.question for each in made}


def test_every_kind_of_operation_is_asked_for(made: list[TableQuestion]) -> None:
    wanted = {"cells", "count", "sum", "average", "difference", "check"}
    assert {each.operation for each in made} == wanted


def test_no_program_is_asked_twice(made: list[TableQuestion]) -> None:
    assert len({each.program for each in made}) == len(made)


def test_the_program_proves_the_answer(made: list[TableQuestion]) -> None:
    view = view_of(table_of(*PLAYERS))
    for each in made:
        outcome = execute(each.program, view)
        assert outcome is not None
        assert (outcome.cells, outcome.value) == (each.cells, each.value)


def test_questions_are_clean_sentences(made: list[TableQuestion]) -> None:
    for each in made:
        assert each.question == each.question.strip()
        assert not re.search(r"\s\s|\bNone\b|[{}]", each.question), each.question


def test_counts_differences_and_checks_sound_like_it(made: list[TableQuestion]) -> None:
    for each in made:
        if each.operation == "count":
            assert re.search(r"how many|number of", each.question), each.question
        if each.operation == "difference":
            assert re.search(r"more|fewer|difference|how much", each.question), each.question
        if each.operation == "check":
            assert each.value in {"yes", "no"}


@pytest.mark.parametrize("rows", [(), PLAYERS[:1], PLAYERS[:2]])
def test_tables_too_small_to_ask_about_give_nothing(rows: tuple[tuple[str, ...], ...]) -> None:
    assert list(table_questions(table_of(*rows), 5)) == []


texts = st.text(string.ascii_letters + string.digits + " ,.-()–%$é", max_size=12)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(texts, texts, texts, texts), min_size=3, max_size=7))
def test_any_table_can_be_asked_about(rows: list[tuple[str, ...]]) -> None:
    table = table_of(*rows)
    for each in table_questions(table, 8):
        assert each.question
        assert each.value
        assert each.cells
        for row, column in each.cells:
            assert 0 <= row < len(table.rows)
            assert 0 <= column < len(table.columns)
