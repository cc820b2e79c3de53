"""The first hop of an answer against what lies on the way to the gold."""

from typing import Any

import pytest

from manyhop.answering import Answer
from manyhop.benchmarks import Gold
from manyhop.benchmarks._mmqa import first_hop_f1

ON_THE_WAY = Gold(
    values=("1981",), program="Compose(TextQ,TableQ)", intermediate=(("Humber Bridge",),)
)


def hop(*values: tuple[str, float]) -> dict[str, Any]:
    return {
        "question": "Which?",
        "passed_on": [{"text": text, "score": score} for text, score in values],
    }


def went(*hops: dict[str, Any]) -> Answer:
    return Answer(values=("1981",), trace={"hops": list(hops)})


def test_what_the_first_hop_passed_on_is_scored() -> None:
    assert first_hop_f1(went(hop(("Humber Bridge", 0.9)), hop(("1981", 1))), ON_THE_WAY) == 1
    assert first_hop_f1(went(hop(("Forth Bridge", 0.9)), hop(("1890", 1))), ON_THE_WAY) == 0.5


def test_candidates_that_are_only_tried_do_not_count() -> None:
    tried = hop(("Humber Bridge", 0.9), ("Forth Bridge", 0.1))
    assert first_hop_f1(went(tried, hop(("1981", 1))), ON_THE_WAY) == 1


def test_of_two_sides_the_fitting_one_counts() -> None:
    sides = Gold(values=("Humber",), intermediate=(("Humber", "Severn"), ("Forth",)))
    assert first_hop_f1(went(hop(("Forth", 1)), hop(("Humber", 1))), sides) == 1


@pytest.mark.parametrize("answer", [Answer(), went(), went(hop(("Humber Bridge", 1)))])
def test_one_hop_has_no_first(answer: Answer) -> None:
    assert first_hop_f1(answer, ON_THE_WAY) is None


def test_a_question_of_one_hop_has_nothing_on_the_way() -> None:
    assert first_hop_f1(went(hop(("a", 1)), hop(("b", 1))), Gold(values=("b",))) is None
