"""What is proposed from running text: the form of the answer follows the question."""

import pytest

from manyhop.answering import Candidates, Question
from manyhop.asking import Proposal, answer_from_texts, look
from manyhop.models import Models
from manyhop.sources import AnySource, Cell, Column, Snippet, Table

LEXICON = "Ledger manual"
OPTIONS = Table(
    id="options",
    title="ledger import",
    headings=("Options",),
    columns=(Column(name="column 1"), Column(name="column 2"), Column(name="Default")),
    rows=tuple(
        tuple(Cell(text=text) for text in row)
        for row in (
            ("--encoding", "the character set of the file that is read", "UTF-8"),
            ("--skip-lines", "how many lines at the top are passed over", "0"),
            ("--account", "the account that bookings are put into", "the first"),
        )
    ),
    origin="ledger/import.html",
)
SNIPPETS: list[AnySource] = [
    OPTIONS,
    Snippet(
        id="menu",
        title=LEXICON,
        text="Payees\nCategories\nTags\nAccounts\nBudget\nReports\nPreferences",
        origin="ledger/menu.html",
    ),
    Snippet(
        id="payee",
        title=LEXICON,
        headings=("Payee",),
        text="The payee identifies whoever you give money to. Payees are kept in the file.",
        origin="ledger/lexicon.html",
    ),
    Snippet(
        id="states",
        title=LEXICON,
        headings=("States",),
        text="A booking has one of these states:\n- open\n- cleared\n- reconciled",
        origin="ledger/states.html",
    ),
    Snippet(
        id="version",
        title="Change log",
        headings=("Version 2.1.0 (2021-03-09)",),
        text="- the import dialog was made faster\n- a crash on start was mended",
        origin="ledger/changes.html",
    ),
    Snippet(
        id="find",
        title="Searching",
        text="Find looks for words within the page that is open. "
        "Search looks through all pages of the notebook.",
        origin="notes/searching.txt",
    ),
    Snippet(
        id="walk",
        title="Spring programme",
        text="The bird walk is on 4 May 2026. It is led by Agnes Bauer.",
        origin="notes/programme.txt",
    ),
]


@pytest.fixture(scope="module")
def models() -> Models:
    return Models()


def proposals(question: str, models: Models) -> list[Proposal]:
    """All that is proposed, each citation checked to hold its quote."""
    sources = {each.id: each for each in SNIPPETS}
    seen = look(Question(id="1", text=question), question, Candidates(SNIPPETS, models), models)
    found = list(answer_from_texts(seen))
    for proposal in found:
        for value in proposal.values:
            assert value.citations
            for citation in value.citations:
                assert sources[citation.source_id].quote(citation.place) == citation.quote
    return found


def values(question: str, way: str, models: Models) -> list[tuple[str, ...]]:
    return [each.values_text for each in proposals(question, models) if each.way == way]


def test_what_stands_under_the_term_defines_it(models: Models) -> None:
    found = values("What does the ledger mean by a payee?", "definition", models)
    assert found[0] == ("The payee identifies whoever you give money to.",)


def test_a_menu_is_no_sentence(models: Models) -> None:
    said = values("What does the ledger mean by a payee?", "sentence", models)
    assert not any("Categories" in value for each in said for value in each)


def test_a_value_in_a_heading_is_found(models: Models) -> None:
    found = proposals("When was version 2.1.0 released?", models)
    assert any("2021-03-09" in each.values_text[0] for each in found if each.way == "heading")


def test_both_sides_are_told(models: Models) -> None:
    found = values("What is the difference between Find and Search?", "two sides", models)
    assert found == [
        (
            "Find looks for words within the page that is open.",
            "Search looks through all pages of the notebook.",
        )
    ]


def test_both_parts_are_answered(models: Models) -> None:
    found = values("When is the bird walk, and who leads it?", "two parts", models)
    assert found == [("4 May 2026", "Agnes Bauer")]


def test_the_items_of_a_list_are_values_and_are_counted(models: Models) -> None:
    question = "How many states can a booking have?"
    assert ("open", "cleared", "reconciled") in values(question, "list", models)
    assert ("3",) in values(question, "number listed", models)


def test_a_row_of_a_table_in_a_document_is_an_answer(models: Models) -> None:
    found = values("Which option of ledger import passes over lines at the top?", "entry", models)
    assert "--skip-lines" in found[0]
    cells = values("What is the default character set of ledger import?", "entry cell", models)
    assert ("UTF-8",) in cells


def test_a_cell_is_told_with_its_name_and_that_of_its_row(models: Models) -> None:
    found = proposals("What is the default of --encoding for the ledger import?", models)
    [cell] = [each for each in found if each.way == "entry cell"]
    assert cell.values_text == ("UTF-8",)
    assert cell.sentence == "--encoding, Default: UTF-8"


def test_a_list_comes_with_what_announces_it(models: Models) -> None:
    found = values("Which states can a booking have?", "stretch", models)
    assert any("cleared" in each[0] and "reconciled" in each[0] for each in found)


def test_yes_and_no_only_where_they_are_asked_for(models: Models) -> None:
    assert values("Is the bird walk led by Agnes Bauer?", "polar", models) == [("yes",), ("no",)]
    assert values("Who leads the bird walk?", "polar", models) == []
