"""The fast text reader with its shipped weights."""

import numpy as np
import pytest

from manyhop.models import TextReader
from manyhop.models.embedded._span_reader import SpanReader, best_spans

MILL = (
    "The old mill at Harrowfield was built in 1742 by the Danish engineer Anders Holm. "
    "It ground barley for the brewery until a flood carried its wheel away."
)
FERRY = (
    "A ferry crosses the sound between Skelby and the island of Torne four times a day. "
    "The crossing takes twenty minutes."
)
CAKE = "Beat the eggs with the sugar, fold in the flour and bake the cake for forty minutes."


@pytest.fixture(scope="module")
def reader() -> SpanReader:
    return SpanReader.load()


@pytest.mark.parametrize(
    ("question", "passage", "answer"),
    [
        ("When was the mill at Harrowfield built?", MILL, "1742"),
        ("Who built the mill?", MILL, "Anders Holm"),
        ("How long does the crossing take?", FERRY, "twenty minutes"),
        ("How often does the ferry cross each day?", FERRY, "four times"),
    ],
)
def test_the_answer_is_a_span_of_the_passage(
    reader: TextReader, question: str, passage: str, answer: str
) -> None:
    (reading,) = reader.read(question, [passage])
    assert answer in reading.text
    assert len(reading.text) < len(answer) + 30
    assert passage[reading.start : reading.end] == reading.text


def test_of_several_passages_the_one_that_answers_scores_highest(reader: SpanReader) -> None:
    questions = ["Who built the mill?", "How long is the crossing?", "How long is it baked?"]
    for right, question in enumerate(questions):
        readings = reader.read(question, [MILL, FERRY, CAKE])
        scores = [reading.score for reading in readings]
        assert scores.index(max(scores)) == right


def test_the_chance_of_an_answer_goes_with_the_score(reader: SpanReader) -> None:
    asked = reader.read("When was the mill at Harrowfield built?", [MILL, FERRY, CAKE])
    by_score = sorted(asked, key=lambda reading: reading.score)
    assert by_score == sorted(asked, key=lambda reading: reading.chance)
    assert asked[0].chance > 0.5 > asked[2].chance


def test_a_question_for_yes_or_no_gets_one(reader: SpanReader) -> None:
    reading = reader.read("Was the mill at Harrowfield built in 1742?", [MILL])[0]
    assert (reading.text, reading.start, reading.end) == ("yes", 0, 0)


@pytest.mark.parametrize("fillers", [0, 40, 80])
def test_an_answer_deep_in_a_long_passage_is_found(reader: SpanReader, fillers: int) -> None:
    before = "Nothing much happened in the village that winter. " * fillers
    passage = before + MILL + " Nothing much happened in the village that spring." * 30
    (reading,) = reader.read("When was the mill at Harrowfield built?", [passage])
    assert reading.text == passage[reading.start : reading.end] == "1742"


def test_nothing_to_read_gives_no_value_and_no_chance(reader: SpanReader) -> None:
    empty, full, blank = reader.read("Who built the mill?", ["", MILL, " \n"])
    assert (empty.text, empty.chance) == (blank.text, blank.chance) == ("", 0.0)
    assert full.text
    assert reader.read("Who built the mill?", []) == []


def test_strange_letters_and_endless_questions_do_no_harm(reader: SpanReader) -> None:
    passage = "Zürich’s “Grossmünster” 🎉 dates from 1,100 – 北京 does not."
    for question in ("", "🎉?", "Which city? " * 300):
        (reading,) = reader.read(question, [passage])
        assert passage[reading.start : reading.end] == reading.text


def test_given_values_are_scored_as_if_they_had_been_found(reader: SpanReader) -> None:
    question = "When was the mill at Harrowfield built?"
    (found,) = reader.read(question, [MILL])
    other = MILL.index("Anders Holm")
    mine, worse, verdict = reader.scores(
        question,
        MILL,
        [(found.text, found.start, found.end), ("Anders Holm", other, other + 11), ("yes", 0, 0)],
    )
    assert mine == pytest.approx(found.score, abs=0.05)
    assert mine > max(worse, verdict)


def test_what_was_read_before_is_not_read_again(reader: SpanReader) -> None:
    first = reader.read("Who built the mill?", [MILL, CAKE])
    again = reader.read("Who built the mill?", [CAKE, MILL])
    assert again[0] is first[1]
    assert again[1] is first[0]


def test_the_best_span_is_short_and_the_right_way_round() -> None:
    start, end = np.full((2, 60), -9, np.float32), np.full((2, 60), -9, np.float32)
    start[0, 5], end[0, 3], end[0, 7] = 4, 9, 3  # the better end stands before the start
    start[1, 2], end[1, 59], end[1, 4] = 4, 9, 1  # the better end is too far away
    firsts, lasts, scores = best_spans(start, end)
    assert firsts.tolist() == [5, 2]
    assert lasts.tolist() == [7, 4]
    assert scores.tolist() == [7, 5]
