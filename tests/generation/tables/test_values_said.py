import random

import pytest

from manyhop.generation.tables._phrases import said
from manyhop.generation.tables._table_view import TableView, words_of
from manyhop.sources import Cell, table_from_grid

NAMES = ("Edmund Hillary", "Tenzing Norgay", "John Hunt", "John Smith", "Paris (France)", "1,250")


@pytest.fixture(scope="module")
def people() -> TableView:
    grid = [[Cell("who")], *([Cell(name)] for name in NAMES)]
    return TableView(table_from_grid(grid, title="Climbers"))


@pytest.mark.parametrize("row", range(len(NAMES)))
def test_what_is_said_means_that_row_only(row: int, people: TableView) -> None:
    for seed in range(60):
        quoted = said(people, row, 0, random.Random(seed))
        if quoted != NAMES[row] and words_of(quoted) <= words_of(NAMES[row]):
            assert people.rows_with_words(0, quoted) == [row]


def test_names_are_sometimes_cut_short(people: TableView) -> None:
    ways = {said(people, 0, 0, random.Random(seed)) for seed in range(60)}
    assert {"Edmund Hillary", "Hillary"} <= ways
    assert "John" not in {said(people, 2, 0, random.Random(seed)) for seed in range(60)}
