"""A checkpoint chosen by name, for what it was made for."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from manyhop.models import StaticEncoder
from manyhop.models._models import open_models
from manyhop.models._prompted_readers import PromptedTableReader, PromptedTextReader

if TYPE_CHECKING:
    from tests.models.hub.conftest import Maker

pytestmark = pytest.mark.extras


def test_an_encoder_encodes_sentences_and_collections_keep_the_static_one(maker: "Maker") -> None:
    models = open_models("hf:" + maker.bert("BertModel"))
    assert models.sentence_encoder.dimension == 16
    assert isinstance(models.text_encoder, StaticEncoder)


def test_each_checkpoint_takes_the_place_of_its_kind(maker: "Maker") -> None:
    reranker = open_models("hf:" + maker.bert("BertForSequenceClassification", num_labels=1))
    assert len(reranker.reranker.score("who ?", ["the queen", "a boat"])) == 2
    reader = open_models("hf:" + maker.bert("BertForQuestionAnswering"))
    assert reader.text_reader.read("who ?", ["the queen"])[0].text
    towers = open_models("hf:" + maker.clip())
    assert towers.image_encoder.texts.dimension == 12
    assert {"image_answerer"} <= vars(open_models("hf:" + maker.vilt())).keys()


@pytest.mark.parametrize(("kind", "sees"), [("llama", False), ("bart", False), ("idefics", True)])
def test_a_model_that_writes_reads_too(maker: "Maker", kind: str, sees: bool) -> None:
    path = getattr(maker, kind)()
    models = open_models(f"hf:{path}")
    assert models.generator.model == path
    assert isinstance(models.text_reader, PromptedTextReader)
    assert isinstance(models.table_reader, PromptedTableReader)
    assert ("image_answerer" in vars(models)) == sees


def test_a_checkpoint_answers_a_benchmark(maker: "Maker", tmp_path: Path) -> None:
    from manyhop.answering import PromptedAnswerer, Question
    from manyhop.models.hub import open_generator

    generator = open_generator(maker.idefics())
    answerer = PromptedAnswerer(generator, family="hf", window=2048, reply_tokens=4)
    assert answerer.name == f"hf:{generator.model}(shots=0, window=2048)"
    answer = answerer.answer(Question(id="q", text="who ?"))
    assert answer.trace["tokens_out"] <= 4
