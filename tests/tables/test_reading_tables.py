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


def test_no_tables_no_answers(encoder: TextEncoder) -> None:
    assert read_tables("How many?", [], encoder) == []
