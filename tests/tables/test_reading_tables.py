"""From a question to the right query: links to columns and cells, joins, and the choice."""

import pytest

from manyhop.models import Models, TextEncoder
from manyhop.sources import Cell, Table, table_from_grid
from manyhop.tables import Asked, opened, read_tables
from manyhop.tables._frames import join_between
from manyhop.tables._linking import link


def table(title: str, *lines: str) -> Table:
    grid = [[Cell(text) for text in line.split("|")] for line in lines]
    return table_from_grid(grid, title=title)


PENGUINS = table(
    "penguins",
    "species|island|body_mass_g|year",
    "Adelie|Torgersen|3750|2007",
    "Adelie|Dream|3800|2008",
    "Gentoo|Biscoe|5000|2007",
    "Gentoo|Biscoe|5200|2009",
    "Gentoo|Biscoe|4900|2009",
    "Chinstrap|Dream|3500|2008",
)
STAFF = table(
    "staff",
    "emp|name|office",
    "E1|Lucia Ferri|Bremen",
    "E2|Callum Reid|Leeds",
    "E3|Noor Haddad|Porto",
)
ORDERS = table("orders", "order|rep|pieces", "101|E1|4", "102|E2|1", "103|E1|7", "104|E3|2")


@pytest.fixture(scope="module")
def encoder() -> TextEncoder:
    return Models().sentence_encoder


def first(question: str, tables: list[Table], encoder: TextEncoder) -> tuple[str, ...]:
    return read_tables(question, tables, encoder)[0].result.values


def test_words_are_linked_to_cells_and_columns(encoder: TextEncoder) -> None:
    links = link(Asked("What does a Chinstrap penguin weigh?", encoder), opened(PENGUINS))
    assert links.cells[0].filter[1:] == ("=", "Chinstrap")
    best = max(links.columns, key=lambda each: each.score if each.column.sort == "number" else 0)
    assert best.column.name == "body_mass_g"


def test_numbers_and_years_are_linked_to_columns_that_hold_them(encoder: TextEncoder) -> None:
    links = link(Asked("Which penguins were seen after 2008?", encoder), opened(PENGUINS))
    assert any(
        (each.filter.column.name, each.filter.relation, each.filter.value) == ("year", ">", 2008)
        for each in links.cells
    )


def test_ranges_and_parts_of_dates_are_linked(encoder: TextEncoder) -> None:
    asked = Asked("Which penguins between 3600 and 4000 were seen from 2007 to 2008?", encoder)
    found = [
        (each.filter.column.name, *each.filter[1:]) for each in link(asked, opened(PENGUINS)).cells
    ]
    assert ("body_mass_g", "within", (3600, 4000)) in found
    assert ("year", "within", (2007, 2008)) in found
    visits = table("visits", "who|when", "Ann|2020-03-06", "Bo|2021-03-09", "Cy|2021-05-14")
    spring = link(Asked("Who came on a Friday in March?", encoder), opened(visits))
    found = [each.filter[1:] for each in spring.cells if each.sort == "part"]
    assert sorted(found) == [("part", ("month", 3)), ("part", ("weekday", 5))]


def test_cells_are_found_by_other_names(encoder: TextEncoder) -> None:
    cars = table("cars", "model|from|sex", "i8|DE|F", "911|DE|M", "Roma|IT|F")
    links = link(Asked("What does the German car of the women cost?", encoder), opened(cars))
    found = {(each.filter.column.name, each.filter.value) for each in links.cells}
    assert {("from", "DE"), ("sex", "F")} <= found
    coded = table("codes", "country|dial", "Germany|49", "Italy|39")
    links = link(Asked("What is the dial code of IT?", encoder), opened(coded))
    assert [each.filter.value for each in links.cells] == ["Italy"]


def test_words_tell_which_end_of_an_order_is_meant(encoder: TextEncoder) -> None:
    assert Asked("Which bridge opened earlier?", encoder).directions == {"early"}
    assert Asked("Who is the oldest?", encoder).directions == {"old"}
    assert Asked("Which costs the most?", encoder).directions == {"high"}


def test_tables_are_joined_by_a_column_that_holds_the_others_keys() -> None:
    join = join_between(opened(ORDERS), opened(STAFF))
    assert join is not None
    assert (join.column.name, join.key.name) == ("rep", "emp")
    assert join_between(opened(PENGUINS), opened(STAFF)) is None


def test_simple_questions_are_answered(encoder: TextEncoder) -> None:
    assert first("How many Gentoo penguins are there?", [PENGUINS, STAFF], encoder) == ("3",)
    assert first("In which office is Callum Reid?", [STAFF, ORDERS], encoder) == ("Leeds",)


def test_a_join_answers_what_no_table_says_alone(encoder: TextEncoder) -> None:
    readings = read_tables("How many orders did Lucia Ferri take?", [ORDERS, STAFF], encoder)
    assert ("2",) in [reading.result.values for reading in readings[:3]]


def test_a_member_of_a_list_in_a_cell_is_a_condition_of_its_own(encoder: TextEncoder) -> None:
    metro = table("metro", "stop|lines", "A|1, 14", "B|4", "C|3, 14", "D|1, 4, 14")
    cells = link(Asked("Which stops are on line 14?", encoder), opened(metro)).cells
    assert (cells[0].filter.column.name, *cells[0].filter[1:]) == ("lines", "holds", "14")
    assert cells[0].exact


def test_what_the_table_is_called_by_is_no_condition(encoder: TextEncoder) -> None:
    airlines = table("airlines", "code|name", "AA|American Airlines", "UA|United", "DAY|Day Air")
    asked = Asked("How many airlines fly each day?", encoder)
    named = [each.filter.value for each in link(asked, opened(airlines)).cells]
    assert "airlines" not in named
    assert "DAY" not in named


def test_what_holds_of_no_row_can_be_denied(encoder: TextEncoder) -> None:
    presidents = table("presidents", "name|party", "Nixon|Republican", "Carter|Democratic")
    readings = read_tables("Was Nixon a Democrat?", [presidents], encoder)
    assert ("No",) in [reading.result.values for reading in readings]


def test_no_tables_no_answers(encoder: TextEncoder) -> None:
    assert read_tables("How many?", [], encoder) == []
