import pytest
from tests.generation.cells.drawn_up import table_of, topic_of

from manyhop.generation.cells._sheet import Sheet

SCHOOLS = "Name | Suburb\nHill School | Northby\nVale School | Eastby\nLake School | Southby"
FINALS = (
    "Year | Winner | Score\n1990 | Ann Smith | 3-1\n1991 | Bo Larsen | 2-0\n1992 | Di Marco | 4-3"
)
DRIVERS = "Pos | Driver | Lap\n1 | Ann Smith | 1:10\n2 | Bo Larsen | 1:11\n3 | Di Marco | 1:12"
REPEATED = "Team | Stadium\nReds | Park\nReds | Field\nReds | Ground\nReds | Green"

LISTED = {
    (SCHOOLS, "List of schools in Byland"): (0, "school", "place"),
    (FINALS, "Byland Cup"): (1, "winner", "person"),
    (DRIVERS, "2012 Byland Grand Prix"): (1, "driver", "player"),
    (REPEATED, "Byland Cup"): (1, "stadium", "place"),
}


@pytest.mark.parametrize("given", LISTED)
def test_a_table_lists_what_its_main_column_names(given: tuple[str, str]) -> None:
    sheet = Sheet(topic_of(table_of(*given), 0))
    main = sheet.main
    assert main is not None
    assert (main.column, main.noun.one, main.sort) == LISTED[given]


def test_nothing_is_listed_where_the_first_names_have_no_header() -> None:
    text = " # | Creator\nalpha one | Ann Smith\nbeta two | Bo Larsen\ngamma three | Di Marco"
    assert Sheet(topic_of(table_of(text, "Byland"), 1)).main is None


@pytest.mark.parametrize(
    ("title", "is_past"), [("2012 Byland Cup", True), ("List of schools in Byland", False)]
)
def test_what_has_been_is_told_in_the_past(title: str, is_past: bool) -> None:
    assert Sheet(topic_of(table_of(SCHOOLS, title), 0)).past == is_past


def test_columns_of_one_noun_are_told_apart_by_unit() -> None:
    text = "Peak | Height (m) | Height (ft)\nOne Top | 10 | 33\nTwo Top | 20 | 66\nBig Top | 9 | 30"
    sheet = Sheet(topic_of(table_of(text, "List of peaks"), 0))
    assert [words.noun.one for words in sheet.others] == ["height in metres", "height in feet"]
