"""The fast text reader with its shipped weights."""

from itertools import pairwise

import numpy as np
import pytest

from manyhop.models import TextReader
from manyhop.models.embedded._span_reader import SpanReader, top_spans

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


def test_a_question_for_yes_or_no_gets_one_of_them(reader: SpanReader) -> None:
    reading = reader.read("Was the mill at Harrowfield built in 1742?", [MILL])[0]
    assert (reading.text in ("yes", "no"), reading.start, reading.end) == (True, 0, 0)


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


def test_several_values_are_apart_and_share_the_chance(reader: SpanReader) -> None:
    question = "When was the mill at Harrowfield built?"
    few, none = reader.spans(question, [MILL, ""], 3)
    (best,) = reader.read(question, [MILL])
    assert none == []
    assert len(few) == 3
    assert (few[0].text, few[0].start, few[0].score) == (best.text, best.start, best.score)
    assert [each.score for each in few] == sorted((each.score for each in few), reverse=True)
    assert sum(each.chance for each in few) == pytest.approx(best.chance)
    for one, other in pairwise(sorted(few, key=lambda each: each.start)):
        assert one.end <= other.start
    assert all(MILL[each.start : each.end] == each.text for each in few if each.end)


def test_a_passage_of_one_word_has_one_span(reader: SpanReader) -> None:
    (few,) = reader.spans("Who?", ["Holm"], 5)
    assert {each.text for each in few} == {"Holm", "yes", "no"}


def test_the_best_span_is_short_and_the_right_way_round() -> None:
    start, end = np.full(60, -9, np.float32), np.full(60, -9, np.float32)
    start[5], end[3], end[7] = 4, 9, 3  # the better end stands before the start
    assert top_spans(start, end, 1) == [(5, 7, 7)]
    start, end = np.full(60, -9, np.float32), np.full(60, -9, np.float32)
    start[2], end[59], end[4] = 4, 9, 1  # the better end is too far away
    assert top_spans(start, end, 1) == [(2, 4, 5)]


def test_the_next_best_spans_do_not_overlap() -> None:
    start, end = np.full(40, -9, np.float32), np.full(40, -9, np.float32)
    start[3], start[4], end[5], start[20], end[21] = 9, 8, 9, 5, 5
    assert top_spans(start, end, 2) == [(3, 5, 18), (20, 21, 10)]
