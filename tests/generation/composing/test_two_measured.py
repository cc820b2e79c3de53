"""Two things and one measure, as people ask about them."""

import pytest
from tests.generation.composing.text_lookup import text_lookup

from manyhop.generation._single import Single
from manyhop.generation.composing._reckonings import two_counted, two_dated


def asked(question: str, phrase: str = "", tail: str = "") -> Single:
    return text_lookup(
        question, phrase, tail, value="1901", noun="year", subject="Northwick Rovers"
    )


@pytest.mark.parametrize(
    ("question", "earlier", "apart"),
    [
        (
            "In which year was [answer] founded?",
            "Was {a} founded before {b}?",
            "How many years after {b} was {a} founded?",
        ),
        (
            "What year did [answer] open?",
            "Did {a} open before {b}?",
            "How many years apart did {a} and {b} open?",
        ),
        (
            "What is the date of birth of [answer]?",
            "Was {a} born before {b}?",
            "How many years apart were {a} and {b} born?",
        ),
    ],
)
def test_dates_are_compared_by_what_happened(question: str, earlier: str, apart: str) -> None:
    found = two_dated(asked(question))
    assert found is not None
    assert earlier in found.less
    assert earlier.replace("before", "after") in found.more
    assert apart in found.apart


@pytest.mark.parametrize(
    ("question", "phrase", "more", "apart"),
    [
        (
            "How many goals did [answer] score?",
            "the number of goals that [answer] scored",
            "Did {a} score more goals than {b}?",
            "How many more goals did {a} score than {b}?",
        ),
        (
            "How many people live in [answer]?",
            "the population of [answer]",
            "Do more people live in {a} than in {b}?",
            "How many more people live in {a} than in {b}?",
        ),
        (
            "How many masts are there in the picture of [answer]?",
            "the number of masts in the picture of [answer]",
            "Are there more masts in the picture of {a} than in that of {b}?",
            "How many more masts are there in the picture of {a} than in that of {b}?",
        ),
        (
            "How long is [answer]?",
            "the length of [answer]",
            "Is {a} longer than {b}?",
            "How much longer is {a} than {b}?",
        ),
        (
            "What was the attendance of [answer]?",
            "the attendance of [answer]",
            "Was the attendance of {a} larger than that of {b}?",
            "What was the difference in attendance between {a} and {b}?",
        ),
    ],
)
def test_numbers_are_compared_in_the_words_of_the_question(
    question: str, phrase: str, more: str, apart: str
) -> None:
    found = two_counted(asked(question, phrase))
    assert found is not None
    assert more in found.more
    assert apart in found.apart


def test_the_table_is_named_once_at_the_end() -> None:
    tail = " in the 2019 season"
    lookup = asked(
        f"How many goals did [answer] score{tail}?",
        "the number of goals that [answer] scored",
        tail,
    )
    found = two_counted(lookup)
    assert found is not None
    assert found.more == ("Did {a} score more goals than {b} in the 2019 season?",)


def test_a_date_with_nothing_but_a_name_is_compared_by_it() -> None:
    found = two_dated(
        asked("What is the opening night of [answer]?", "the opening night of [answer]")
    )
    assert found is not None
    assert found.less == ("Is the opening night of {a} earlier than that of {b}?",)


def test_what_has_no_verb_and_no_noun_is_left_to_others() -> None:
    assert two_dated(asked("For which year was [answer] listed?")) is None
    assert two_dated(asked("What year is [answer] from?")) is None
    assert two_counted(asked("What number did it get?", "what [answer] got")) is None
