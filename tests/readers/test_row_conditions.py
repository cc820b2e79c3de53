import pytest
from tests.readers.sample_sources import BRIDGES

from manyhop.models import CellReading, TableReading, open_models
from manyhop.programs import Quantity, Value, accepted
from manyhop.readers import CellReader

# From inside: the reader mixes exact readings with what a network reads.
from manyhop.readers._cells import whole
from manyhop.readers._conditions import bounds
from manyhop.readers._exact_rows import ExactReading, exact_reading
from manyhop.readers._tables import exact_values, weighed
from manyhop.sources import Cell, CellAt, Column, Date, Table, table_from_grid


@pytest.fixture(scope="module")
def reader() -> CellReader:
    return CellReader(open_models())


def exactly(question: str, table: Table = BRIDGES) -> list[str]:
    """What exact code answers; nothing where it leaves the question to the network."""
    reading = exact_reading(question, table)
    if reading is None:
        return []
    values = exact_values(table, whole(table), reading, 1.0)
    return [value.text for value in values if value.score == 1]  # not the pages that cells link to


def grid(text: str) -> Table:
    rows = [[Cell(cell.strip()) for cell in line.split("|")] for line in text.strip().split("\n")]
    return table_from_grid(rows, title="")


PLAYERS = grid("""
Player     | Team        | Born | Debut | Goals | Prize
Ann Lee    | Ajax        | 1980 | 1999  | 12    | $2,000
Bo Fox     | Lyon        | 1985 | 2004  | 3     | $3,500
Cy Ray     | Ajax, Lyon  | 1990 | 2011  | 7     | $500
Di Orr     | Turin       | 1979 | 1999  | 20    | $9,000
Total      |             |      |       | 42    | $15,000
""")


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Which bridges opened before 1985?", ["Humber Bridge", "Golden Gate"]),
        ("Which bridges opened between 1980 and 1990?", ["Humber Bridge", "Great Seto"]),
        ("List the bridges that opened since 1998.", ["Akashi Kaikyo", "Storebelt"]),
        ("Which bridges opened in the 1990s?", ["Akashi Kaikyo", "Storebelt"]),
        (
            "Which bridges opened in the 20th century?",
            ["Humber Bridge", "Golden Gate", "Akashi Kaikyo", "Great Seto", "Storebelt"],
        ),
        ("Which bridges opened in the nineteenth century?", []),
        ("When was the Golden Gate built and opened?", ["1937"]),
        ("Which bridges are longer than 3 km?", ["Akashi Kaikyo", "Storebelt"]),
        ("Which countries have a bridge over 3,000 metres?", ["Japan", "Denmark"]),
        ("Which bridges in Japan are longer than 2,000 m?", ["Akashi Kaikyo"]),
        ("What is the second longest bridge?", ["Akashi Kaikyo"]),
        ("Which country has the longest bridge?", ["Denmark"]),
        ("What is the earliest opened bridge?", ["Golden Gate"]),
        ("How long is the longest bridge in Japan?", ["3,911"]),
        ("What is the length of the bridge that opened in 1937?", ["2,737"]),
        ("How many bridges opened after 1985?", ["3"]),
        ("What is the total length of the bridges in Japan?", ["5634"]),
        ("What is the average length of the bridges in Japan?", ["2817"]),
        ("What is the maximum length of a bridge in Japan?", ["3,911"]),
    ],
)
def test_plain_conditions_choose_rows(question: str, answers: list[str]) -> None:
    assert exactly(question) == answers


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Who was born after 1982?", ["Bo Fox", "Cy Ray"]),
        ("Which players had their debut before 2000?", ["Ann Lee", "Di Orr"]),
        ("How many players scored at least 7 goals?", ["3"]),
        ("Who scored the most goals?", ["Di Orr"]),
        ("Which players have a prize of more than $1,000?", ["Ann Lee", "Bo Fox", "Di Orr"]),
        ("How many players are in Lyon?", ["2"]),
        ("How many goals did Bo Fox score?", ["3"]),
    ],
)
def test_the_column_is_found_by_its_words(question: str, answers: list[str]) -> None:
    assert exactly(question, PLAYERS) == answers


@pytest.mark.parametrize(
    "question",
    [
        "Which bridges are not in Japan?",
        "Which bridge opened after the Humber Bridge?",
        "Which is longer, the Humber Bridge or Storebelt?",
        "Which bridges weigh more than 3 tonnes?",
        "Which bridges opened after 1990 and cost under 3?",
        "How is a bridge built?",
        "When was the Golden Gate built?",
    ],
)
def test_what_is_not_plain_is_left_to_the_network(question: str) -> None:
    assert exactly(question) == []


MILLS = grid("""
Mill    | Fare    | Turns | Died out | Sails | Sail length
Outwood | £1,200  | left  | 1931     | 4     | 9
Brill   | £800    | right | 1924     | 6     | 7
""")


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("How much did Outwood cost?", ["£1,200"]),
        ("What did Brill cost?", ["£800"]),
        ("When did Brill die out?", ["1924"]),
        ("Which mill has six sails?", ["Brill"]),
        ("Which mill has the most sails?", ["Brill"]),
        ("Which mill has the longest sails?", ["Outwood"]),
        ("What is the longest sail?", ["Outwood"]),
    ],
)
def test_the_column_is_found_by_what_a_thing_does_or_has(question: str, answers: list[str]) -> None:
    assert exactly(question, MILLS) == answers


def test_every_word_that_nothing_explains_is_a_doubt() -> None:
    plain, painted = (
        exact_reading(f"Which {kind}bridges opened after 1985?", BRIDGES)
        for kind in ("", "red painted ")
    )
    assert plain is not None
    assert painted is not None
    assert painted.rows == plain.rows
    assert painted.chance < 0.8 * plain.chance


def test_bounds_say_how_a_value_compares() -> None:
    after, short = bounds("opened after may 1937 and shorter than 2 km")
    assert (after.relation, after.amount) == ("more", Date(1937, 5))
    assert not after.holds(Date(1937))
    assert after.holds(Date(1937, 6))
    assert (short.relation, short.word) == ("less", "shorter")
    assert isinstance(short.amount, Quantity)
    assert short.amount.unit == "km"


def test_readings_that_agree_support_each_other() -> None:
    exact = ExactReading((0, 1), 0, "cells", ("part",))
    same = TableReading((CellReading(0, 0, 0.3), CellReading(1, 0, 0.3)), "cells", "", 0.4)
    other = TableReading((CellReading(4, 1, 0.9),), "cells", "", 0.95)
    assert weighed(exact, same)[0] > max(exact.chance, same.chance)
    assert weighed(exact, other) == (exact.chance * (1 - 0.95), 1.0)


def test_readings_that_agree_share_their_doubt_about_a_word() -> None:
    exact = ExactReading((0,), 0, "cells", ("word",))
    same = TableReading((CellReading(0, 0, 0.9),), "cells", "", 0.9)
    together, left = weighed(exact, same)
    assert exact.chance < together < 0.65
    assert left == 1 - together


def test_a_reader_lists_every_row_that_fits(reader: CellReader) -> None:
    values = accepted(reader.read("Which bridges opened after 1985?", [BRIDGES]))
    assert {value.text for value in values} == {"Akashi Kaikyo", "Great Seto", "Storebelt"}
    assert {value.citations[0].place for value in values} == {CellAt(n, 0) for n in (2, 3, 4)}


def test_a_count_over_a_condition_cites_its_rows(reader: CellReader) -> None:
    best = reader.read("How many bridges opened before 1985?", [BRIDGES])[0]
    assert best.text == "2"
    assert [citation.quote for citation in best.citations] == ["Humber Bridge", "Golden Gate"]


def test_only_given_rows_can_fit(reader: CellReader) -> None:
    given = [Value("Humber Bridge"), Value("Great Seto")]
    best = reader.read("Which bridge has the greatest length?", [BRIDGES], given)[0]
    assert (best.text, best.citations[0].place) == ("Humber Bridge", CellAt(0, 0))


def test_large_tables_and_empty_cells() -> None:
    many = Table(
        columns=(Column("Name"), Column("Length", "number")),
        rows=tuple((Cell(f"Bridge {n}"), Cell(str(n) if n % 2 else "")) for n in range(4000)),
    )
    assert exactly("Which bridges have a length above 3,995?", many) == [
        "Bridge 3997",
        "Bridge 3999",
    ]
