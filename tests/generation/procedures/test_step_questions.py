"""Questions about the order of steps."""

import random

from manyhop.generation._query import StepOf
from manyhop.generation.procedures import derive_step, step_singles
from manyhop.sources import Procedure, Step

TEA = Procedure(
    id="tea",
    title="Tea",
    steps=(
        Step(title="Boil water", text="In a kettle.", images=("kettle.png",)),
        Step(title="Warm the pot", text="Swirl and empty."),
        Step(title="Wait", text="A minute."),
        Step(title="Pour", text="Over the leaves.", images=("a.png", "b.png")),
        Step(title="Wait", text="Four minutes."),
    ),
)


def asked(query: StepOf) -> str:
    return derive_step(query, TEA)[0].text


def test_steps_are_asked_about_by_titles_of_their_own() -> None:
    singles = step_singles(TEA, random.Random(1))
    queries = {single.query: single.answers for single in singles}
    assert queries[StepOf("tea", 0, 1)] == ("Warm the pot",)
    assert queries[StepOf("tea", 1, -1)] == ("Boil water",)
    assert queries[StepOf("tea", 0, picture=True)] == ("kettle.png",)
    assert StepOf("tea", 1, 1) not in queries  # two steps are called "Wait"
    assert StepOf("tea", 3, picture=True) not in queries  # it has two pictures


def test_a_step_is_cited_where_it_stands() -> None:
    (value,) = derive_step(StepOf("tea", 0, 1), TEA)
    assert value.citations[0].quote == "Warm the pot: Swirl and empty."
    assert derive_step(StepOf("tea", 4, 1), TEA) == ()
