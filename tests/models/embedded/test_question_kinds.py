import pytest

from manyhop.models import question_kinds
from manyhop.models.embedded._source_choice import question_parts
from manyhop.sources import KINDS

LIKELY = {
    "What colour are the petals of the flower in front of the church?": "image",
    "Does the statue hold its arm up or down?": "image",
    "Who wrote the novel that the film was based on?": "snippet",
    "How do I make strawberry jam?": "procedure",
    "how many players scored more than 20 points in total?": "table",
}


@pytest.mark.parametrize("question", LIKELY)
def test_the_likely_kind(question: str) -> None:
    chances = question_kinds(question)
    assert max(chances, key=lambda kind: chances[kind]) == LIKELY[question]


@pytest.mark.parametrize("question", ["", "???", "Humber Bridge", "北京", "x" * 10_000])
def test_chances_add_up_for_any_input(question: str) -> None:
    chances = question_kinds(question)
    assert tuple(chances) == KINDS
    assert sum(chances.values()) == pytest.approx(1)


def test_a_bare_name_leans_nowhere_much() -> None:
    assert max(question_kinds("Humber Bridge").values()) < 0.7


def test_names_and_numbers_are_made_alike() -> None:
    assert question_parts("Is Emma red?") == {"is", "red", "is @", "@ red", "^is", "^is @"}
    assert question_parts("Was it 1981?") == question_parts("Was it 1894?")
