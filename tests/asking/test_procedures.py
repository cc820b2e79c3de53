"""What is proposed from procedures, alone and beside a price list."""

import pytest

from manyhop.answering import Candidates, Question
from manyhop.asking import Proposal, answer_from_procedures, look
from manyhop.asking._speaking_of import find_mentions
from manyhop.models import Models
from manyhop.sources import AnySource, Cell, Procedure, Step, table_from_grid

SOUP = Procedure(
    id="soup",
    title="Parsnip Soup",
    materials=("4 large parsnips", "1 onion", "500 ml stock"),
    steps=(
        Step(text="Peel the parsnips and the onion."),
        Step(text="Simmer them in the stock for 30 minutes."),
        Step(text="Strain through a cheese cloth and serve."),
    ),
)
CURDS = Procedure(
    id="curds",
    title="Cheese Curds",
    steps=(
        Step(text="Heat the milk to 80 degrees."),
        Step(text="Drain the curds in cheesecloth."),
        Step(text="Press them for 2 hours."),
        Step(text="Cut."),
    ),
)
CAKE = Procedure(
    id="cake",
    title="Carrot Cake",
    materials=("3 carrots", "2 eggs", "20 lasagna sheets"),
    steps=(Step(text="Mix all."), Step(text="Bake at 180 degrees for 50 to 60 minutes.")),
)
FOB = Procedure(
    id="fob",
    title="Change a Key Fob Battery",
    steps=(
        Step(text="Open the case with a coin."),
        Step(text="Put in a new CR2032 battery and a drop of contact oil."),
    ),
)
PRICES = table_from_grid(
    [
        [Cell(text) for text in row]
        for row in (
            ["Item", "Pack", "Price (EUR)", "Shop"],
            ["Parsnips", "piece", "0.55", "Hill Grocer"],
            ["Lasagna sheets", "box of 10", "1.75", "Hill Grocer"],
            ["Battery CR2032", "1 piece", "2.40", "Old Forge"],
            ["Contact oil", "20 ml bottle", "3.10", "Old Forge"],
            ["Wood glue", "250 ml bottle", "4.45", "Old Forge"],
        )
    ],
    title="Price list",
    origin="prices.xlsx",
)
ALL: list[AnySource] = [SOUP, CURDS, CAKE, FOB, PRICES]


@pytest.fixture(scope="module")
def models() -> Models:
    return Models()


def proposals(question: str, models: Models) -> list[Proposal]:
    """All that is proposed, each citation checked to hold its quote."""
    sources = {each.id: each for each in ALL}
    seen = look(Question(id="1", text=question), question, Candidates(ALL, models), models)
    found = list(answer_from_procedures(seen))
    for proposal in found:
        for value in proposal.values:
            for citation in value.citations:
                assert sources[citation.source_id].quote(citation.place) == citation.quote
    return found


def values(question: str, way: str, models: Models) -> list[tuple[str, ...]]:
    return [each.values_text for each in proposals(question, models) if each.way == way]


def test_a_thing_is_found_in_one_word_or_two() -> None:
    assert [mention.step for mention in find_mentions(SOUP, "cheesecloth")] == [2]
    assert [mention.step for mention in find_mentions(CURDS, "cheese cloth")] == [1]
    assert find_mentions(CAKE, "cheesecloth") == []


def test_every_procedure_is_looked_through_for_what_it_uses(models: Models) -> None:
    found = values("For which how-tos do I need cheesecloth?", "procedures", models)
    assert set(found[0]) == {"Parsnip Soup", "Cheese Curds"}


def test_two_are_compared_by_steps(models: Models) -> None:
    question = "Which has more steps, the carrot cake or the cheese curds?"
    assert values(question, "compared steps", models) == [("Cheese Curds",)]


def test_two_are_compared_by_time_and_both_are_cited(models: Models) -> None:
    question = "What takes longer: the carrot cake or the parsnip soup?"
    found = [each for each in proposals(question, models) if each.way == "compared"]
    assert found[0].values_text == ("Carrot Cake",)
    assert {citation.source_id for citation in found[0].values[0].citations} == {"cake", "soup"}


def test_two_are_compared_by_heat(models: Models) -> None:
    question = "Which is hotter, the carrot cake or the cheese curds?"
    assert values(question, "compared", models) == [("Carrot Cake",)]


def test_a_price_is_that_of_what_the_procedure_uses(models: Models) -> None:
    question = "What does the battery for the key fob cost?"
    found = [each for each in proposals(question, models) if each.way == "procedure row"]
    assert found[0].values_text == ("2.40",)
    assert {citation.source_id for citation in found[0].values[0].citations} == {"fob", PRICES.id}
    assert values("Where can I buy the battery for the key fob?", "procedure row", models)[0] == (
        "Old Forge",
    )


def test_amounts_are_multiplied_and_packs_rounded_up(models: Models) -> None:
    question = "How much do I pay for all the parsnips in the soup?"
    assert ("2.20 EUR",) in values(question, "procedure amount", models)
    sheets = "What do the lasagna sheets for the carrot cake cost?"
    assert ("3.50 EUR",) in values(sheets, "procedure amount", models)


def test_two_things_are_priced_together(models: Models) -> None:
    question = "What do the battery and the oil for the key fob cost together?"
    assert ("5.50 EUR",) in values(question, "procedure rows together", models)


def test_materials_are_cited_where_they_are_used(models: Models) -> None:
    [found] = [
        each
        for each in proposals("What do I need for the parsnip soup?", models)
        if each.way == "materials"
    ]
    quotes = {value.text: value.citations[0].quote for value in found.values}
    assert quotes["500 ml stock"] == "Simmer them in the stock for 30 minutes."
    assert quotes["1 onion"] == "Peel the parsnips and the onion."


def test_a_row_that_the_question_names_needs_no_procedure(models: Models) -> None:
    def quotes(question: str) -> set[str]:
        cited = [
            citation.quote
            for each in proposals(question, models)
            if each.way == "procedure row" and each.values[0].text == "0.55"
            for citation in each.values[0].citations
        ]
        assert cited
        return set(cited)

    assert quotes("How much are parsnips at the shop?") == {"0.55", "Parsnips"}
    assert len(quotes("How much are the parsnips for the soup?")) == 3
