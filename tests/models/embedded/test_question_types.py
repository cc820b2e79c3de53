import pytest

from manyhop.models.embedded._question_types import MODALITIES, TYPES, QuestionTypes, marked
from manyhop.models.embedded._weights import FOLDER

if not (FOLDER / "question_types.onnx").exists():
    pytest.skip("the weights are not here", allow_module_level=True)

LIKELY = {
    "What color is the dog on the cover of the album?": "ImageQ",
    "In which city was Jane Austen born?": "TextQ",
    "How many goals did the club score in the 2004 season?": "TableQ",
}


@pytest.fixture(scope="module")
def types() -> QuestionTypes:
    return QuestionTypes.load()


@pytest.mark.parametrize("question", LIKELY)
def test_the_likely_type(types: QuestionTypes, question: str) -> None:
    chances = types.chances(question)
    assert max(chances, key=lambda kind: chances[kind]) == LIKELY[question]


@pytest.mark.parametrize(
    "question",
    ["", " ", "???", "北京在哪里", "\ud800 is it?", "🏳️‍🌈" * 50, "ﬁ\u202e\x00", "why " * 20_000],
    ids=["empty", "blank", "marks", "chinese", "half", "flags", "odd", "long"],
)
def test_chances_add_up_for_any_question(types: QuestionTypes, question: str) -> None:
    chances = types.chances(question)
    assert tuple(chances) == TYPES
    assert len(chances) == 16
    assert sum(chances.values()) == pytest.approx(1)
    assert all(0 <= each <= 1 for each in types.modalities(question).values())


def test_modalities_are_those_of_the_types(types: QuestionTypes) -> None:
    question = "What color is the dog on the cover of the album?"
    found, chances = types.modalities(question), types.chances(question)
    assert tuple(found) == MODALITIES
    assert found["image"] == pytest.approx(sum(p for t, p in chances.items() if "Image" in t))
    assert found["image"] > 0.9


def test_only_the_start_of_a_question_counts(types: QuestionTypes) -> None:
    start = "Which of the films was shown first? " * 30
    assert types.chances(start) == types.chances(start + "What colour is the dog?")


def test_a_question_without_capitals_is_marked() -> None:
    assert marked("who wrote emma") == "small : who wrote emma"
    assert marked("Who wrote Emma") == "Who wrote Emma"
