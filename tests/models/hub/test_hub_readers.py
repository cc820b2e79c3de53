"""Rerankers, readers and picture answerers out of checkpoints."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from manyhop.errors import ManyhopError
from manyhop.models.hub._opening import open_image_answerer, open_reranker, open_text_reader

if TYPE_CHECKING:
    from tests.models.hub.conftest import Maker

pytestmark = pytest.mark.extras

QUESTION = "Who opened the bridge?"
PASSAGES = ["The Humber Bridge was opened by the Queen.", "a red boat", "It was opened in 1981."]


@pytest.mark.parametrize("labels", [1, 2])
def test_a_reranker_scores_by_its_logits(maker: "Maker", labels: int) -> None:
    path = maker.bert("BertForSequenceClassification", num_labels=labels)
    scores = open_reranker(path).score(QUESTION, PASSAGES)
    tokens = maker.transformers.AutoTokenizer.from_pretrained(path)
    model = maker.transformers.AutoModelForSequenceClassification.from_pretrained(path).eval()
    with maker.torch.no_grad():
        for passage, score in zip(PASSAGES, scores, strict=True):
            logits = model(**tokens(QUESTION, passage, return_tensors="pt")).logits[0].tolist()
            wanted = logits[0] if labels == 1 else logits[1] - logits[0]
            assert score == pytest.approx(wanted, abs=1e-5)


def test_a_reranker_of_nothing_and_of_much(maker: "Maker") -> None:
    reranker = open_reranker(maker.bert("BertForSequenceClassification", num_labels=1))
    assert list(reranker.score(QUESTION, [])) == []
    assert len(reranker.score(QUESTION * 30, ["boat " * 400, *PASSAGES * 9])) == 28


def test_a_classifier_of_three_things_is_no_reranker(maker: "Maker") -> None:
    with pytest.raises(ManyhopError, match="tells 3 labels apart; a reranker has one or two"):
        open_reranker(maker.bert("BertForSequenceClassification", num_labels=3))


def test_a_reader_gives_the_span_with_the_best_logits(maker: "Maker") -> None:
    path = maker.bert("BertForQuestionAnswering")
    tokenizer = maker.transformers.AutoTokenizer.from_pretrained(path)
    model = maker.transformers.AutoModelForQuestionAnswering.from_pretrained(path).eval()
    for passage, reading in zip(
        PASSAGES, open_text_reader(path).read(QUESTION, PASSAGES), strict=True
    ):
        assert passage[reading.start : reading.end] == reading.text != ""
        tokens = tokenizer(QUESTION, passage, return_tensors="pt")
        with maker.torch.no_grad():
            output = model(**tokens)
        starts, ends = output.start_logits[0].tolist(), output.end_logits[0].tolist()
        words = [n for n, part in enumerate(tokens.sequence_ids(0)) if part == 1]
        best = max(starts[a] + ends[b] for a in words for b in words if a <= b)
        wanted = best - starts[0] - ends[0]
        assert reading.score == pytest.approx(wanted, abs=1e-4)
        assert reading.chance == pytest.approx(1 / (1 + math.exp(-wanted)), abs=1e-4)


def test_a_long_passage_is_read_to_its_end(maker: "Maker") -> None:
    reader = open_text_reader(maker.bert("BertForQuestionAnswering"))
    sentences = ["a red boat . ", "it was the queen . ", "the river is in forth ? "]
    read = [reader.read(QUESTION, [text])[0] for text in sentences]
    last = max(range(3), key=lambda number: read[number].score)
    long = "a . " * 100 + sentences[last]
    (reading,) = reader.read(QUESTION, [long])
    assert long[reading.start : reading.end] == reading.text
    windows = [reader.read(QUESTION, [long[:200]])[0], reader.read(QUESTION, [long[-60:]])[0]]
    assert reading.score >= min(window.score for window in windows)
    (later,) = reader.read(QUESTION, ["[UNK] " * 150 + "boat"])
    assert later.text


def test_nothing_to_read_and_too_long_a_question(maker: "Maker") -> None:
    reader = open_text_reader(maker.bert("BertForQuestionAnswering"))
    blank, short = reader.read("who ? " * 200, ["  ", "the queen"])
    assert (blank.text, blank.chance) == ("", 0)
    assert short.text
    assert list(reader.read(QUESTION, [])) == []


def test_vilt_chooses_among_its_labels(maker: "Maker", painted: Callable[[str], bytes]) -> None:
    answers = open_image_answerer(maker.vilt()).answer("What colour is it?", painted("red"))
    assert {answer.text for answer in answers} == {"red", "yes", "two"}
    assert [a.chance for a in answers] == sorted((a.chance for a in answers), reverse=True)


def test_blip_writes_its_answers(maker: "Maker", painted: Callable[[str], bytes]) -> None:
    answerer = open_image_answerer(maker.blip())
    answers = answerer.answer("What colour is it?", painted("red"))
    assert answers
    assert all(0 < answer.chance <= 1 and answer.text for answer in answers)
    assert [a.chance for a in answers] == sorted((a.chance for a in answers), reverse=True)
    assert answerer.answer("What colour is it?", painted("red")) == answers
    assert answerer.answer("what " * 300, painted("red"))
