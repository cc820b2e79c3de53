import pytest
from tests.readers.sample_sources import BRIDGES

from manyhop.models import CellReading, Models, TableReading, open_models
from manyhop.programs import Value, accepted
from manyhop.readers import CellReader

# From inside: a value does not tell which rows it was looked for in.
from manyhop.readers._cells import comparison, rows_about
from manyhop.sources import Cell, CellAt, Column, Link, Table


@pytest.fixture(scope="module")
def reader() -> CellReader:
    return CellReader(open_models())


def test_every_cell_of_a_list_is_a_value(reader: CellReader) -> None:
    values = accepted(reader.read("which bridges are in Japan?", [BRIDGES]))
    assert {value.text for value in values} == {"Akashi Kaikyo", "Great Seto"}
    assert all(value.citations[0].quote == value.text for value in values)


def test_a_count_cites_what_was_counted(reader: CellReader) -> None:
    best = reader.read("how many bridges are in Japan?", [BRIDGES])[0]
    assert best.text == "2"
    assert [citation.quote for citation in best.citations] == ["Akashi Kaikyo", "Great Seto"]


def test_only_the_rows_of_what_is_given_are_read(reader: CellReader) -> None:
    best = reader.read("when did it open?", [BRIDGES], [Value("Golden Gate Bridge")])[0]
    assert (best.text, best.about) == ("1937", "Golden Gate Bridge")
    assert best.citations[0].place == CellAt(1, 3)


def test_a_row_is_found_by_the_page_it_links_to(reader: CellReader) -> None:
    best = reader.read("when did it open?", [BRIDGES], [Value("Seto Ohashi")])[0]
    assert (best.text, best.citations[0].place) == ("1988", CellAt(3, 3))


def test_a_thing_that_no_row_names_leaves_doubt(reader: CellReader) -> None:
    question = "what is the length of the Golden Gate?"
    (sure, *_), (less, *_) = (
        reader.read(question, [BRIDGES], given) for given in ([], [Value("Tower of London")])
    )
    assert sure.text == less.text == "2,737"
    assert less.score < 0.6 * sure.score


def test_several_given_things_each_get_an_answer(reader: CellReader) -> None:
    given = [Value("Humber Bridge"), Value("Storebelt")]
    values = accepted(reader.read("what years did they open? what are they?", [BRIDGES], given))
    assert {value.about for value in values} == {"Humber Bridge", "Storebelt"}


def test_the_given_thing_is_compared_with_the_named_one(reader: CellReader) -> None:
    question = "Which opened first, the Humber Bridge or the one with red towers?"
    best = reader.read(question, [BRIDGES], [Value("Golden Gate Bridge")])[0]
    assert best.text == "Golden Gate"
    assert {citation.quote for citation in best.citations} == {"1937", "1981"}


def test_a_value_is_about_its_row(reader: CellReader) -> None:
    best = reader.read("what is the length of the Golden Gate?", [BRIDGES])[0]
    assert best.about == "Golden Gate"


def test_the_better_of_two_tables_answers(reader: CellReader) -> None:
    rivers = Table(
        title="Long rivers",
        columns=(Column("River"), Column("Length (km)", "number")),
        rows=((Cell("Nile"), Cell("6,650")), (Cell("Humber"), Cell("62"))),
    )
    assert reader.read("how long is the river Nile?", [BRIDGES, rivers])[0].text == "6,650"
    assert reader.read("which bridge opened in 1937?", [rivers, BRIDGES])[0].text == "Golden Gate"


def test_of_tables_far_from_the_question_one_is_read() -> None:
    read: list[str] = []

    class Spy:
        def read(self, question: str, table: Table) -> TableReading:
            read.append(table.title)
            return TableReading((), "cells", "", 0.0)

        def rank(self, question: str, table: Table, most: int = 5) -> list[CellReading]:
            return []

    class Judge:
        def __init__(self, scores: list[float]) -> None:
            self._scores = scores

        def score(self, question: str, passages: list[str]) -> list[float]:
            return self._scores

    tables = [
        Table(title=title, columns=BRIDGES.columns, rows=BRIDGES.rows) for title in ("A", "B", "C")
    ]
    for scores, titles in (
        ([-9.0, -8.0, -8.5], ["B"]),
        ([3.0, 2.0, 2.5], ["A", "B", "C"]),
        ([9.0, 0.0, 8.0], ["A", "C"]),
    ):
        read.clear()
        models = Models(table_reader=Spy(), reranker=Judge(scores))  # type: ignore[arg-type]
        CellReader(models).read("Who sings loudest?", tables)
        assert list(dict.fromkeys(read)) == titles


def test_small_large_and_empty_tables(reader: CellReader) -> None:
    one = Table(columns=(Column("Name"),), rows=((Cell("Humber Bridge"),),))
    assert reader.read("what is the name?", [one])[0].text == "Humber Bridge"
    many = Table(
        columns=(Column("Name"), Column("Length", "number")),
        rows=tuple((Cell(f"Bridge {n}"), Cell(str(n * 7))) for n in range(2000)),
    )
    best = reader.read("what is the length?", [many], [Value("Bridge 1234")])[0]
    assert (best.text, best.citations[0].place) == ("8638", CellAt(1234, 1))
    assert reader.read("who?", [Table(columns=(Column("Name"),), rows=())]) == []


class _Pointing:
    """A reader that always points at the same cell."""

    def read(self, question: str, table: Table) -> TableReading:
        return TableReading((CellReading(0, 0, 0.9),), "cells", table.rows[0][0].text, 0.9)


def test_a_cell_also_goes_by_the_page_it_links_to() -> None:
    cell = Cell("1976", (Link("1976", "1976 FA Cup Final"),))
    final = Table(columns=(Column("Year"), Column("City")), rows=((cell, Cell("London")),))
    values = CellReader(Models(table_reader=_Pointing())).read("Which?", [final])
    assert [value.text for value in values] == ["1976", "1976 FA Cup Final"]
    assert accepted(values) == tuple(values[:1])


def test_rows_keep_their_numbers() -> None:
    part = rows_about(BRIDGES, [Value("Great Seto"), Value("Storebelt")], "When?")
    assert part is not None
    assert (part.rows, part.about) == ((3, 4), ("Great Seto", "Storebelt"))
    assert rows_about(BRIDGES, [Value("Nowhere")], "When?") is None


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which opened first?", "earliest"),
        ("Which of them is longer?", "largest"),
        ("Who is the youngest?", "latest"),
        ("Which has fewer lanes?", "smallest"),
        ("Who built it?", None),
    ],
)
def test_words_that_compare(question: str, found: str | None) -> None:
    assert comparison(question) == found


def test_a_page_narrows_the_rows_that_name_a_thing() -> None:
    question = "Which bridge in Japan is it?"
    japan = (Value("Japan"),)
    pages = {"Japan": ("Seto Ohashi",)}
    every, one = rows_about(BRIDGES, japan, question), rows_about(BRIDGES, japan, question, pages)
    assert every
    assert every.rows == (2, 3)
    assert one
    assert one.rows == (3,)


def test_a_thing_that_no_row_names_is_looked_for_by_its_page() -> None:
    pages = {"red towers": ("Golden Gate Bridge",)}
    part = rows_about(BRIDGES, (Value("red towers"),), "When did the one with them open?", pages)
    assert part
    assert (part.rows, part.about) == ((1,), ("red towers",))
