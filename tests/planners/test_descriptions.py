"""Descriptions as questions, and what a predicate compares by."""

import pytest

# From inside, because half a question is nothing that a planner plans.
from manyhop.planners._clauses import as_question
from manyhop.planners._descriptions import described
from manyhop.planners._measures import measure


@pytest.mark.parametrize(
    ("phrase", "question"),
    [
        ("the bridge with two red towers", "Which bridge has two red towers?"),
        ("the bridges with two red towers", "Which bridges have two red towers?"),
        ("the bridge that Strauss designed", "Which bridge did Strauss design?"),
        ("the bridge Strauss designed", "Which bridge did Strauss design?"),
        ("the bridge designed by Strauss", "Which bridge was designed by Strauss?"),
        ("the engineer who designed it", "Which engineer designed it?"),
        ("the film in which Ann Reed starred", "In which film did Ann Reed star?"),
        ("the town where the fair was held", "In which town was the fair held?"),
        ("the club whose logo shows a crown", "Which club's logo shows a crown?"),
        ("the poster featuring a tiger", "Which poster features a tiger?"),
        ("the longest bridge in Japan", "Which bridge in Japan is the longest?"),
        ("the author of Emma", "Who is the author of Emma?"),
        ("the capital of Spain", "What is the capital of Spain?"),
        ("the show where Ann does the voice", "In which show does Ann do the voice?"),
    ],
)
def test_a_description_answers_a_question(phrase: str, question: str) -> None:
    found = described(phrase)
    assert found is not None
    assert as_question(found) == question


@pytest.mark.parametrize(
    "phrase",
    [
        "the Humber Bridge",
        "the Golden Gate Bridge",
        "the bridge",
        "the bridge that Strauss",
        "the mayor of what city",
        "the towers of the bridge that stands here",
        "",
        "the",
    ],
)
def test_names_and_pieces_are_no_descriptions(phrase: str) -> None:
    assert described(phrase) is None


def test_the_one_is_what_the_question_speaks_of() -> None:
    assert described("the one with two towers", "bridge") == "Which bridge has two towers"


@pytest.mark.parametrize(
    ("predicate", "question", "wins"),
    [
        ("opened earlier", "When did [answer] open?", "earliest"),
        ("was built first", "When was [answer] built?", "earliest"),
        ("was released most recently", "When was [answer] released?", "latest"),
        ("is taller", "How tall is [answer]?", "largest"),
        ("has the higher towers", "How high are the towers of [answer]?", "largest"),
        ("is older", "When was [answer] built and opened?", "earliest"),
        ("has more towers", "How many towers does [answer] have?", "largest"),
        ("has a lower toll", "What is the toll of [answer]?", "smallest"),
        ("has the most recent date", "What is the date of [answer]?", "latest"),
        ("did Ann Reed paint first", "When did Ann Reed paint [answer]?", "earliest"),
    ],
)
def test_a_predicate_compares_by_a_question(predicate: str, question: str, wins: str) -> None:
    assert measure(predicate) == (question, wins)


def test_a_predicate_that_measures_nothing_compares_nothing() -> None:
    assert measure("is red") is None
    assert measure("looks more like a boat") is None
