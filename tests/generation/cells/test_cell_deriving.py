import random
import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.generation.cells.drawn_up import topic_of

from manyhop.errors import ManyhopError
from manyhop.generation._query import Cells
from manyhop.generation._topic import Topic
from manyhop.generation.cells import derive_cells, table_singles
from manyhop.generation.tables import Better, Condition, Pair, Program, Where
from manyhop.sources import Cell, CellAt, Snippet, Table, table_from_grid
from manyhop.sources.reading import read_file


def derived(program: Program, topic: Topic) -> list[tuple[str, list[CellAt]]]:
    assert topic.table is not None
    values = derive_cells(Cells(topic.table.id, program), {topic.table.id: topic.table})
    return [
        (value.text, [c.place for c in value.citations if isinstance(c.place, CellAt)])
        for value in values
    ]


CHILEANS = Where((Condition(1, "is", 0),))


def test_several_cells_give_several_values(players: Topic) -> None:
    assert derived(Program(CHILEANS, 0), players) == [
        ("Ann Smith", [CellAt(0, 0)]),
        ("Cy Young", [CellAt(2, 0)]),
        ("Flo Ray", [CellAt(5, 0)]),
    ]


def test_cells_that_say_the_same_give_one_value(players: Topic) -> None:
    assert derived(Program(CHILEANS, 2), players) == [
        ("Harbour FC", [CellAt(0, 2), CellAt(2, 2)]),
        ("Old Town FC", [CellAt(5, 2)]),
    ]


def test_what_is_reckoned_cites_the_cells_it_rests_on(players: Topic) -> None:
    goals = [CellAt(0, 3), CellAt(2, 3), CellAt(5, 3)]
    assert derived(Program(CHILEANS, 3, "sum"), players) == [("52", goals)]
    two = Program(Pair(0, (0, 1)), 3, "difference")
    assert derived(two, players) == [("5", [CellAt(0, 3), CellAt(1, 3)])]
    claim = Program(Where((Condition(0, "is", 0),)), 1, "check", claim=1)
    assert derived(claim, players) == [("no", [CellAt(0, 1)])]


def test_a_comparison_cites_what_it_compared(players: Topic) -> None:
    better = Program(Better(0, (0, 1), 3, highest=True), 0)
    assert derived(better, players) == [("Ann Smith", [CellAt(0, 0), CellAt(0, 3), CellAt(1, 3)])]


def test_what_is_not_unique_gives_nothing(players: Topic) -> None:
    assert derived(Program(Where(), 1, "sum"), players) == []


def test_a_table_that_is_not_there_is_named() -> None:
    snippet = Snippet(id="b1", text="A bridge.")
    for sources in ({}, {"b1": snippet}):
        with pytest.raises(ManyhopError, match="b1"):
            derive_cells(Cells("b1", Program(Where(), 0)), sources)


words = st.text(string.ascii_letters + "é'()- ,", min_size=1, max_size=9)
numbers = st.integers(0, 9_999).map(lambda number: f"{number:,}")
years = st.integers(1800, 2020).map(str)
HEADER = ("Player", "Club", "Goals", "Born")


def table(rows: list[tuple[str, ...]]) -> Table:
    return table_from_grid([[Cell(text) for text in row] for row in (HEADER, *rows)], title="Cup")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(words, words, numbers, years), min_size=3, max_size=9))
def test_deriving_gives_what_was_answered(rows: list[tuple[str, ...]]) -> None:
    made = table(rows)
    if len(made.columns) < 4:
        return
    for single in table_singles(topic_of(made, 0, 1), random.Random(0), limit=30):
        assert isinstance(single.query, Cells)
        assert derive_cells(single.query, {made.id: made}) == single.values


DATA = Path(__file__).parents[3] / "../shared/data/mmqa/slice/MMQA_tables.jsonl.gz"


@pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside the project")
def test_real_tables_give_their_answers_again() -> None:
    tables = [source for source in read_file(DATA, "tables") if isinstance(source, Table)]
    sources = {table.id: table for table in tables}
    asked = [
        single
        for table in tables
        for single in table_singles(topic_of(table, 0), random.Random(table.id))
    ]
    assert len(asked) > 500
    for single in asked:
        assert isinstance(single.query, Cells)
        assert derive_cells(single.query, sources) == single.values
