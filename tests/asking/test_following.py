"""Follow-up questions, as people ask them."""

import pytest

from bench.following import FollowUp, load
from manyhop.asking import Told, Understood, names_in, understand
from manyhop.asking._conversation import accepted

HUMBER = Told(
    question="How long is the Humber Bridge?", values=("2,220 m",), titles=("Humber Bridge",)
)
CLIFTON = Told(question="Who designed the Clifton Bridge?", values=("Isambard Brunel",))


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("And what did it cost?", "What did the Humber Bridge cost?"),
        ("Who built it?", "Who built the Humber Bridge?"),
        ("What is its height?", "What is the Humber Bridge’s height?"),
        ("What about the Severn Bridge?", "How long is the Severn Bridge?"),
        ("And how wide?", "How wide is the Humber Bridge?"),
        ("And who was the architect?", "Who was the architect of the Humber Bridge?"),
        ("When did the bridge open?", "When did the Humber Bridge open?"),
    ],
)
def test_a_follow_up_is_filled_from_the_last_question(asked: str, meant: str) -> None:
    assert understand(asked, [HUMBER]) == Understood(meant)


def test_a_person_is_the_last_answer_and_a_thing_the_last_question() -> None:
    assert understand("Where was he born?", [CLIFTON]).question == "Where was Isambard Brunel born?"
    assert (
        understand("When did it open?", [CLIFTON]).question == "When did the Clifton Bridge open?"
    )


def test_an_answer_may_be_a_whole_sentence() -> None:
    said = ("The Clifton Bridge was designed by Isambard Brunel.",)
    told = [Told(question="Who designed the Clifton Bridge?", values=said)]
    assert understand("Where was he born?", told).question == "Where was Isambard Brunel born?"
    assert understand("Who owns it?", told).question == "Who owns the Clifton Bridge?"


def test_the_like_part_is_replaced() -> None:
    told = [Told(question="What was the population of Ohio in 2010?", values=("11.5 million",))]
    assert understand("And in 2019?", told).question == "What was the population of Ohio in 2019?"
    assert understand("What about Texas?", told).question == (
        "What was the population of Texas in 2010?"
    )


def test_the_other_one_is_the_one_before() -> None:
    told = [HUMBER, Told(question="When did the Severn Bridge open?", values=("1966",))]
    assert understand("What about the other one?", told).question == (
        "When did the Humber Bridge open?"
    )


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?",
        "Is it true that Paris is in France?",
        "List all bridges that opened in 1890.",
        "Is there a café?",
        "",
        "???",
    ],
)
def test_a_question_that_stands_alone_is_left_alone(question: str) -> None:
    assert understand(question, [HUMBER]) == Understood(question)


@pytest.mark.parametrize("told", [[], [Told(question="What is 3 times 4?", values=("12",))]])
def test_what_is_not_clear_is_left_as_it_is_and_said(told: list[Told]) -> None:
    assert understand("Where was he born?", told) == Understood("Where was he born?", sure=False)


def test_what_a_question_names() -> None:
    assert names_in("Did the University of Hull buy “Alder” in 1990 for --force?") == [
        "the University of Hull",
        "Alder",
        "--force",
    ]


@pytest.mark.parametrize(
    ("reply", "taken"),
    [
        ("Who built the Humber Bridge?", "Who built the Humber Bridge?"),
        ('"Who built the Humber Bridge?"\n', "Who built the Humber Bridge?"),
        ("Sure!\nWho built the Humber Bridge?", ""),
        ("The Humber Bridge.", ""),
        ("Why?", ""),
        ("word " * 60 + "?", ""),
    ],
)
def test_a_model_may_rewrite_by_one_question_of_sensible_length(reply: str, taken: str) -> None:
    assert accepted(reply) == taken


@pytest.mark.parametrize("pair", load()["tuned"], ids=lambda pair: pair.asked)
def test_the_conversations_that_the_rules_were_made_by(pair: FollowUp) -> None:
    assert pair.is_understood()
