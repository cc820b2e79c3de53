"""Following links from cells to texts, and from texts to rows."""

from pathlib import Path

import pytest

from manyhop.answering import Candidates, Hops, InCollection, attempts

# From inside: a hop reads on, and does not tell which pages it was led to.
from manyhop.answering._hops import linked_snippets, pages_of
from manyhop.collection import Collection
from manyhop.models import Models, open_models
from manyhop.planners import Plan
from manyhop.programs import TableQ, TextQ, Value, parse_program
from manyhop.readers import Readers
from manyhop.sources import AnySource, Cell, CellAt, Column, Link, Snippet, Span, Table

PAGES = [
    Snippet(id="f1", title="Carl Olsen (footballer)", text="Olsen was born in Odense in 1961."),
    Snippet(id="f2", title="Carl Olsen", text="Olsen, a painter, was born in Aarhus in 1884."),
    Snippet(id="f3", title="Ringby IF", text="The club was founded by brewers in 1902."),
    Snippet(id="f4", title="Ann Lind", text="Lind, a keen sailor, was born in Bergen in 1970."),
    Snippet(id="f5", title="Havn FK", text="The club was founded by fishermen in 1911."),
]


def linking(text: str, title: str) -> Cell:
    return Cell(text, (Link(text, title),))


SCORERS = Table(
    id="scorers",
    title="Top scorers",
    columns=(
        Column("season", "number"),
        Column("player"),
        Column("club"),
        Column("goals", "number"),
    ),
    rows=(
        (
            Cell("1988"),
            linking("C. Olsen", "Carl_Olsen_(footballer)"),
            linking("Ringby", "Ringby IF"),
            Cell("21"),
        ),
        (Cell("1989"), linking("A. Lind", "Ann Lind"), linking("Havn", "Havn FK"), Cell("24")),
    ),
)
EVERYTHING: list[AnySource] = [*PAGES, SCORERS]


@pytest.fixture(scope="module")
def models() -> Models:
    return open_models()


def from_cell(row: int, column: int) -> Value:
    citation = SCORERS.cite(CellAt(row, column))
    return Value(citation.quote, 1.0, (citation,))


def test_a_cell_leads_to_its_own_page_and_then_to_those_of_its_row(models: Models) -> None:
    finder = Candidates(EVERYTHING, models)
    club, season = from_cell(0, 2), from_cell(0, 0)
    pages = pages_of(TextQ("Who founded it?"), [club, season], finder)
    assert pages["Ringby"] == ("Ringby IF", "Carl_Olsen_(footballer)")
    assert pages["1988"] == ("Carl_Olsen_(footballer)", "Ringby IF")


def test_a_linked_page_is_not_mistaken_for_its_namesake(models: Models, tmp_path: Path) -> None:
    pages = {"C. Olsen": ("Carl_Olsen_(footballer)", "No such page")}
    found = linked_snippets(pages, Candidates(EVERYTHING, models))
    assert [source.id for source in found] == ["f1"]
    with Collection.open(tmp_path, create=True) as collection:
        collection.add(EVERYTHING)
        assert linked_snippets(pages, InCollection(collection, models)) == found


def test_a_text_leads_to_its_title(models: Models) -> None:
    sailor = Value("keen sailor", 1.0, (PAGES[3].cite(Span(8, 19)),))
    pages = pages_of(TableQ("?"), [sailor], Candidates(EVERYTHING, models))
    assert pages == {"keen sailor": ("Ann Lind",)}


def test_a_table_is_read_in_the_row_that_links_to_the_text(models: Models) -> None:
    hops = Hops(Candidates(EVERYTHING, models), Readers(models), models)
    sailor = Value("keen sailor", 1.0, (PAGES[3].cite(Span(8, 19)),))
    question = "How many goals did the keen sailor score?"
    assert hops(TableQ(question), question, [sailor])[0].text == "24"


@pytest.mark.extras
def test_a_text_is_read_that_only_the_row_links_to(models: Models) -> None:
    hops = Hops(Candidates(EVERYTHING, models), Readers(models), models)
    question = "Where was the player of that season born?"
    best = hops(TextQ(question), question, [from_cell(0, 0)])[0]
    assert (best.text, best.citations[0].source_id) == ("Odense", "f1")


def test_plans_that_differ_only_in_capitals_and_spaces_are_tried_once(models: Models) -> None:
    hops = Hops(Candidates([SCORERS], models), Readers(models), models)
    asked = (
        "Which club had the player with 99 assists?",
        "which club had the player with 99  assists?",
    )
    plans = [Plan(parse_program(f'TableQ("{question}")'), 0.4) for question in asked]
    assert [tried.plan for tried in attempts(asked[0], plans, hops)] == plans[:1]
