"""One value over several things, as people ask for it."""

from tests.generation.composing.text_lookup import text_lookup

from manyhop.generation.composing._reckonings import over_several
from manyhop.programs import Aggregation


def asked(question: str, phrase: str, operation: Aggregation, tail: str = "") -> tuple[str, ...]:
    lookup = text_lookup(question, phrase, tail, value="12", noun="number")
    return over_several(lookup, operation, "clubs founded in 1901")


def test_figures_are_added_up_and_averaged() -> None:
    goals = "How many goals did [answer] score?", "the number of goals that [answer] scored"
    assert "How many goals did the clubs founded in 1901 score in total?" in asked(*goals, "sum")
    assert "On average, how many goals did the clubs founded in 1901 score?" in asked(
        *goals, "mean"
    )
    budget = "What is the budget of [answer]?", "the budget of [answer]"
    assert "What is the combined budget of the clubs founded in 1901?" in asked(*budget, "sum")


def test_the_highest_has_the_word_that_suits_its_noun() -> None:
    crowd = "What is the capacity of [answer]?", "the capacity of [answer]"
    assert (
        asked(*crowd, "max")[0] == "What is the largest capacity among the clubs founded in 1901?"
    )
    trip = "What is the length of [answer]?", "the length of [answer]"
    assert asked(*trip, "min")[0] == "What is the shortest length among the clubs founded in 1901?"


def test_of_dates_the_first_and_the_last_are_asked_for() -> None:
    closed = "In which year did [answer] close?", "the year in which [answer] closed"
    assert "In which year did the first of the clubs founded in 1901 close?" in asked(
        *closed, "min"
    )
    assert "In which year did the last of the clubs founded in 1901 close?" in asked(*closed, "max")


def test_pictures_are_counted_over() -> None:
    stars = (
        "How many stars are there on the crest of [answer]?",
        "the number of stars on the crest of [answer]",
    )
    assert "How many stars are there in total on the crests of the clubs founded in 1901?" in asked(
        *stars, "sum"
    )


def test_the_table_is_named_at_the_end_and_what_cannot_be_said_is_not() -> None:
    goals = "How many goals did [answer] score in 2019?", "the number of goals that [answer] scored"
    assert all(form.endswith(" in 2019?") for form in asked(*goals, "sum", " in 2019"))
    assert asked("Who won?", "the winner that beat [answer]", "max") == ()
