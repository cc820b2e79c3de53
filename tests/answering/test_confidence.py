"""What speaks for an answer, and how it is weighed."""

import pytest

from manyhop.answering import Attempt, asked, best_of, confidence_of, coverage, fits
from manyhop.planners import Plan
from manyhop.programs import Outcome, TextQ, Value
from manyhop.sources import Snippet, Span

HUMBER = Snippet(id="humber", title="Humber Bridge", text="The Humber Bridge opened in 1981.")
SOURCES = {"humber": HUMBER}
QUESTION = "When did the Humber Bridge open?"


def confidence(text: str, score: float, question: str = QUESTION) -> float:
    value = Value(text, score, (HUMBER.cite(Span(28, 32)),))
    return confidence_of(question, Plan(TextQ(question), 0.8), Outcome((value,)), SOURCES)


def test_a_likelier_value_is_surer() -> None:
    sure, unsure = (confidence("1981", score) for score in (0.8, 0.1))
    assert 0 < unsure < 0.5 < sure < 1


def test_sources_that_speak_of_something_else_make_unsure() -> None:
    right = confidence("1981", 0.5)
    other = confidence("1981", 0.5, "When did Queen Victoria visit Peru?")
    assert other < right


def test_nothing_found_is_no_confidence() -> None:
    assert confidence_of(QUESTION, Plan(TextQ(QUESTION)), Outcome(), SOURCES) == 0


def test_the_surest_attempt_is_the_best() -> None:
    plan = Plan(TextQ(QUESTION))
    first, second = Attempt(plan, Outcome(), 0.3), Attempt(plan, Outcome(), 0.4)
    assert best_of([first, second]) is second


def test_coverage_looks_at_telling_words_in_any_form() -> None:
    assert coverage("When did the bridge open?", ["Bridges opened here."]) == 1
    assert coverage("When did the bridge open?", ["A tunnel opened."]) == 0.5
    assert coverage("When did the bridge open?", []) == 0


@pytest.mark.parametrize(
    ("question", "value", "fitting"),
    [
        ("When did it open?", "24 June", True),
        ("When did it open?", "Hull", False),
        ("In what year did it open?", "Hull", False),
        ("How many towers has it?", "two", True),
        ("How many towers has it?", "red", False),
        ("Who built it in 1937?", "1937", False),
        ("Who built it in 1937?", "Strauss", True),
        ("Is it long?", "no", True),
        ("Is it long?", "1981", False),
        ("Is it red or blue?", "red", True),
        ("What is it?", "a bridge", True),
        ("Into which sea does it flow?", "sea", False),
        ("Into which sea does it flow?", "Black Sea", True),
    ],
)
def test_a_value_fits_its_question_or_not(question: str, value: str, fitting: bool) -> None:
    assert fits(question, value) is fitting


def test_a_question_becomes_one_line() -> None:
    assert asked(" When did it\n open ? ") == "When did it open?"
    assert asked("blah. " * 200 + "When did it open? " + "blah. " * 200) == "When did it open?"
    assert len(asked("word " * 10_000)) <= 600
