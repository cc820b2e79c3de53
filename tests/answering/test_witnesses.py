"""A second source for an answer: rows and the pages that they link to."""

import pytest

from manyhop.answering import Candidates, witnesses
from manyhop.models import open_models
from manyhop.programs import Value
from manyhop.sources import AnySource, Cell, CellAt, Column, Link, Snippet, Span, Table

MILL = Snippet(id="mill", title="Oak Mill", text="The mill was built in 1804 by Ada Quist.")
QUIST = Snippet(id="quist", title="Ada Quist", text="Ada Quist built mills. She died in 1851.")
INN = Snippet(id="inn", title="Swan Inn", text="The inn of the mill was built in 1804.")


def linking(text: str) -> Cell:
    return Cell(text, (Link(text, text),))


MILLS = Table(
    id="mills",
    title="Mills",
    columns=(Column("mill"), Column("built", "number"), Column("builder"), Column("stones")),
    rows=((linking("Oak Mill"), Cell("1804"), linking("Ada Quist"), Cell("4")),),
)


@pytest.fixture(scope="module")
def finder() -> Candidates:
    models = open_models()
    return Candidates([MILL, QUIST, INN, MILLS], models)


def from_cell(column: int) -> Value:
    cited = MILLS.cite(CellAt(0, column))
    return Value(cited.quote, 1.0, (cited,))


def test_a_page_that_the_row_links_to_says_the_same(finder: Candidates) -> None:
    found = witnesses("When was the mill built?", [from_cell(1)], finder)
    assert [(source.id, citation.quote) for source, citation in found] == [("mill", "1804")]


def test_a_page_about_the_value_itself_tells_nothing_of_it(finder: Candidates) -> None:
    found = witnesses("Who built the mill?", [from_cell(2)], finder)
    assert [source.id for source, _ in found] == ["mill"]


def test_a_row_that_links_to_the_page_says_the_same(finder: Candidates) -> None:
    start = MILL.text.index("1804")
    value = Value("1804", 1.0, (MILL.cite(Span(start, start + 4)),))
    found = witnesses("When was the mill built?", [value], finder)
    assert [(source.id, citation.place) for source, citation in found] == [("mills", CellAt(0, 1))]


def test_what_stands_anywhere_and_what_is_not_linked_is_no_witness(finder: Candidates) -> None:
    assert witnesses("How many stones has the mill?", [from_cell(3)], finder) == []
    start = INN.text.index("1804")
    value = Value("1804", 1.0, (INN.cite(Span(start, start + 4)),))
    assert witnesses("When was the inn built?", [value], finder) == []


def test_another_text_that_speaks_of_what_was_asked_says_the_same(finder: Candidates) -> None:
    start = QUIST.text.index("1851")
    value = Value("1851", 1.0, (QUIST.cite(Span(start, start + 4)),))
    grave = Snippet(id="grave", title="Graves", text="Ada Quist, who died in 1851, lies here.")
    other = Snippet(id="other", title="Storms", text="The storm of 1851 broke the dam.")
    among = Candidates([QUIST, grave, other], open_models())
    found = witnesses("When did Ada Quist die?", [value], among)
    assert [(source.id, citation.quote) for source, citation in found] == [("grave", "1851")]


def test_a_page_that_is_called_what_was_asked_for_has_a_witness_too(finder: Candidates) -> None:
    start = QUIST.text.index("built mills")
    value = Value("Ada Quist", 1.0, (QUIST.cite(Span(start, start + 11)),))
    found = witnesses("Who built the mill?", [value], finder)
    assert [(source.id, citation.quote) for source, citation in found] == [("mill", "Ada Quist")]


def test_what_the_question_names_has_no_witness(finder: Candidates) -> None:
    assert (
        witnesses("Was the mill built by Ada Quist or by Ulf Berg?", [from_cell(2)], finder) == []
    )


def test_a_list_of_thousands_of_cells_looks_at_a_few(finder: Candidates) -> None:
    asked: list[str] = []

    class Counting(Candidates):
        def get(self, id: str) -> AnySource | None:
            asked.append(id)
            return super().get(id)

    counting = Counting([MILL, QUIST, INN, MILLS], open_models())
    value = from_cell(1)
    many = Value(value.text, 1.0, value.citations * 5_000)
    assert witnesses("When was the mill built?", [many], counting)
    assert len(asked) < 50
