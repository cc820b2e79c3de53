"""The verbaliser says every value, whatever it is asked, and trusts no model unchecked."""

import json
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from manyhop.english import contains, tidy_value
from manyhop.models.embedded._verbaliser import NOTHING, Verbaliser

QUESTIONS = [
    "When did the lighthouse open?",
    "Which is older, the abbey or the castle?",
    "Is the spire taller or shorter than the oak?",
    "How many boats are there in the bay?",
    "Where is it?",
    "What does the farmer grow in the field by the river?",
    "Did they?",
    "tallest tower of the town",
    "",
    "?",
]


class Text(NamedTuple):
    text: str


class Repeats:
    """A language model that always writes the same, and finds all else as likely as it is told."""

    def __init__(self, text: str, others: float = -2.0) -> None:
        self.text = text
        self.others = others

    def log_chance(self, prompt: str, text: str) -> float:
        return -0.1 if text.strip() == self.text.strip() else self.others

    def generate(self, prompt: str, max_tokens: int) -> Text:
        return Text(self.text)


def test_rules_say_it_without_a_model() -> None:
    said = Verbaliser().say("When did the tunnel open?", ["1994"])
    assert said == "The tunnel opened in 1994."


def test_a_model_speaks_where_it_finds_the_rules_odd_or_there_are_none() -> None:
    says = " It was in 1994 that the tunnel opened.\n"
    odd = Verbaliser(Repeats(says, others=-2)).say("When did the tunnel open?", ["1994"])
    assert odd == "It was in 1994 that the tunnel opened."
    fine = Verbaliser(Repeats(says, others=-0.5)).say("When did the tunnel open?", ["1994"])
    assert fine == "The tunnel opened in 1994."
    nothing = Verbaliser(Repeats(" The tallest tower of the town is St. Rule's.")).say(
        "tallest tower of the town", ["St. Rule's"]
    )
    assert nothing == "The tallest tower of the town is St. Rule's."


@pytest.mark.parametrize(
    "written", ["The tunnel opened.", "The long tunnel opened in 1994.", "", "1994 1994 1994"]
)
def test_what_a_model_invents_or_leaves_out_is_never_said(written: str) -> None:
    said = Verbaliser(Repeats(written)).say("When did the tunnel open?", ["1994"])
    assert said == "The tunnel opened in 1994."


def test_the_last_resort_is_plain_and_right() -> None:
    said = Verbaliser().say("tallest tower of the town", ["St. Rule's"])
    assert said == "The answer to “tallest tower of the town” is St. Rule's."


def test_no_values_make_no_claim() -> None:
    assert Verbaliser().say("When did the tunnel open?", []) == NOTHING
    assert Verbaliser().say("When did the tunnel open?", ["", " "]) == NOTHING


def test_fifty_values_are_all_said() -> None:
    values = [f"Stone {number}" for number in range(1, 51)]
    said = Verbaliser().say("Which stones stand in the circle?", values)
    assert all(contains(said, value) for value in values)
    assert said.endswith("stand in the circle.")


def test_quotes_scripts_and_commas_survive() -> None:
    values = ['"Heroes"', "Дом на набережной", "Paris, Texas", "O'Brien’s"]
    said = Verbaliser().say("Which films did the club show in May?", values)
    assert all(contains(said, value) for value in values)


def test_a_very_long_question_is_no_trouble() -> None:
    question = "Which house " + "by the river " * 800 + "has a blue door?"
    for verbaliser in (Verbaliser(), Verbaliser(Repeats("Never asked."))):
        assert contains(verbaliser.say(question, ["Mill House"]), "Mill House")


def test_reasons_follow_because() -> None:
    said = Verbaliser().explain(
        "Which is newer, the abbey or the castle?",
        ["the castle"],
        ["The castle was built in 1390.", "The abbey was built in 1124."],
    )
    assert said == (
        "The castle is newer, because the castle was built in 1390 and the abbey was built in 1124."
    )


def test_an_answer_without_evidence_is_just_said() -> None:
    assert Verbaliser().explain("Is it old?", ["yes"], []) == "Yes, it is old."


@example("", [":"])
@given(
    st.one_of(st.sampled_from(QUESTIONS), st.text(max_size=60)),
    st.lists(st.text(min_size=1, max_size=20), max_size=5),
)
def test_every_value_is_always_said(question: str, values: list[str]) -> None:
    said = Verbaliser().say(question, values)
    told = [value for each in values if (value := tidy_value(each))]
    assert all(
        " ".join(value.casefold().split()) in " ".join(said.casefold().split()) for value in told
    )
    assert said.strip()


def test_the_samples_own_questions_are_said() -> None:
    listed = json.loads((files("manyhop") / "sample_questions.json").read_text("utf-8"))
    for asked in listed["search"]:
        assert contains(Verbaliser().say(asked["question"], ["Bridge 7"]), "Bridge 7")


def test_saying_twice_says_the_same() -> None:
    said = [Verbaliser().say("Who built the canal?", ["Brindley"]) for _ in range(3)]
    assert all(first == second for first, second in pairwise(said))
