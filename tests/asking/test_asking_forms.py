"""What a question's words say it wants, before anything is read."""

import pytest

from manyhop.asking._definitions import asked_term
from manyhop.asking._gathered import is_menu
from manyhop.asking._texts import asks_yes_or_no
from manyhop.asking._two_parts import parts_asked, sides_asked


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("What is a standing order at the bank?", "standing order"),
        ("What does HomeBank mean by a payee?", "payee"),
        ("What does ditaa do?", "ditaa"),
        ("What is Mumble for?", "Mumble"),
        ("Where are the keys?", ""),
    ],
)
def test_the_term_that_is_asked_for(question: str, term: str) -> None:
    assert asked_term(question) == term


def test_the_sides_that_are_compared() -> None:
    assert sides_asked("How do Negative and Opposite differ in Paint?") == ("Negative", "Opposite")
    assert sides_asked("What distinguishes an open share from a group share?") == (
        "an open share",
        "a group share",
    )
    assert sides_asked("What do salt and pepper cost?") is None


def test_the_parts_of_a_question() -> None:
    assert parts_asked("Which addresses do I give for FastMail and for iCloud?") == (
        "Which addresses do I give for FastMail?",
        "Which addresses do I give for iCloud?",
    )
    assert parts_asked("What do salt and pepper cost?") is None


def test_a_menu_has_no_sentences() -> None:
    assert is_menu("Home\nNews\nAbout us\nContact\nSearch")
    assert not is_menu("Boil the water.\nAdd the tea.\nWait for four minutes.\nPour.\nServe.")


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("If it rains, is the walk cancelled?", True),
        ("I have an old phone. Can I use it with the ledger?", True),
        ("What is a payee, and can I delete one?", False),
        ("Which states are there?", False),
    ],
)
def test_yes_or_no_is_asked_by_the_verb(question: str, asks: bool) -> None:
    assert asks_yes_or_no(question) == asks
