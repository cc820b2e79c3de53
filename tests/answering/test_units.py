import pytest

# From inside: a sentence may word a value anew.
from manyhop.answering._saying import with_unit
from manyhop.programs import Value
from manyhop.sources import Cell, CellAt, Column, Table

BRIDGES = Table(
    title="Bridges",
    columns=(Column("Bridge"), Column("Main span (m)"), Column("Listed in")),
    rows=((Cell("Humber Bridge"), Cell("1,410"), Cell("1981")),),
)
SOURCES = {BRIDGES.id: BRIDGES}


def cited(text: str, *columns: int) -> Value:
    return Value(text, citations=tuple(BRIDGES.cite(CellAt(0, column)) for column in columns))


def test_a_number_is_said_with_its_unit() -> None:
    assert with_unit("How long is its main span?", cited("1,410", 0, 1), SOURCES) == "1,410 m"
    assert with_unit("What is the mean span?", cited("883", 1), SOURCES) == "883 m"


def test_nothing_is_added_where_no_unit_is_told_or_the_question_names_it() -> None:
    assert with_unit("How many metres long is it?", cited("1,410", 1), SOURCES) == "1,410"
    assert with_unit("Which number is it?", cited("1981", 2), SOURCES) == "1981"
    assert with_unit("What is the sum of both?", cited("3391", 1, 2), SOURCES) == "3391"
    assert with_unit("Which bridge is long?", cited("Humber Bridge", 0), SOURCES) == "Humber Bridge"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("body_mass_g", "5,076.02", "5,076.02 g"),
        ("length_mm", "39.1", "39.1 mm"),
        ("Weight kg", "96", "96 kg"),
        ("Price €", "2.20", "€2.20"),
        ("Fee paid (£)", "180", "£180"),
        ("Group G", "7", "7"),
        ("Seats", "8", "8"),
    ],
)
def test_units_stand_at_the_end_of_a_name(name: str, text: str, said: str) -> None:
    table = Table(title="T", columns=(Column(name),), rows=((Cell(text),),))
    value = Value(text, citations=(table.cite(CellAt(0, 0)),))
    assert with_unit("What is it?", value, {table.id: table}) == said
