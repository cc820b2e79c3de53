import numpy as np

from manyhop.models.embedded._row_features import (
    question_sheet,
    question_sheets,
    stems,
    table_facts,
)
from manyhop.sources import Cell, Table, table_from_grid


def table_of(*rows: tuple[str, ...]) -> Table:
    return table_from_grid([[Cell(text) for text in row] for row in rows], title="t")


RACES = table_of(
    ("driver", "time", "year"),
    ("Ann", "1:32.5", "1999"),
    ("Bo", "1:31.9", "2004"),
    ("Ann", "1:40.0", "2011"),
)
TALL = table_of(
    ("town", "people"), *((f"Town {number}", str(number * 37 % 1001)) for number in range(1000))
)
LOWEST, HIGHEST, FREQUENCY, WORDS, COMPARED = 1, 2, 3, 4, 6


def test_words_are_cut_to_what_they_share() -> None:
    assert stems("The Wins") == {"the", "win"}
    assert stems("championships") == stems("champions")


def test_times_are_ranked_from_both_ends() -> None:
    known = table_facts(RACES).known
    assert known[:, 1, LOWEST].tolist() == [2, 1, 3]
    assert known[:, 1, HIGHEST].tolist() == [2, 3, 1]
    assert known[:, 0, FREQUENCY].tolist() == [2 + 8, 1, 2 + 8]


def test_cells_are_compared_with_the_number_in_the_question() -> None:
    features = question_sheet("who drove after 2004?", table_facts(RACES)).features
    assert features[:, 2, COMPARED].tolist() == [1, 2, 3]
    assert not question_sheet("who drove?", table_facts(RACES)).features[:, :, COMPARED].any()


def test_cells_that_hold_words_of_the_question_are_marked() -> None:
    features = question_sheet("when did Bo drive?", table_facts(RACES)).features
    assert features[:, 0, WORDS].tolist() == [0, 3, 0]


def test_of_a_tall_table_the_rows_that_match_begin_end_or_hold_an_extreme_are_read() -> None:
    facts = table_facts(TALL)
    rows = question_sheet("how many people live in town 500?", facts).rows
    assert len(rows) == 40
    assert rows == sorted(rows)
    assert {0, 499, 500, 501, 999} <= set(rows)
    keys = facts.keys[:, 1]
    assert {int(np.argmin(keys)), int(np.argmax(keys))} <= set(rows)


def test_further_sheets_hold_every_other_row_that_shares_a_word() -> None:
    sheets = list(question_sheets("how many towns are there?", table_facts(TALL)))
    assert sorted(row for sheet in sheets for row in sheet.rows) == list(range(1000))
    assert max(len(sheet.rows) for sheet in sheets) == 40
    assert len(list(question_sheets("who?", table_facts(TALL)))) == 1
