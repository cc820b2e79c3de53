"""A checkpoint chosen by name, for what it was made for."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

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


def recipe(number: int) -> dict[str, Any]:
    """A question in RecipeQA's format."""
    return {
        "recipe_id": f"bridge-{number}",
        "qid": str(number),
        "context": [{"id": 0, "title": "Bridge", "body": "Open the bridge.", "images": []}],
        "context_modality": "text",
        "split": "val",
        "question": ["the red boat", "@placeholder"],
        "question_modality": "text",
        "question_text": "Choose the best title for the missing blank.",
        "choice_list": ["the queen", "a boat", "the river", "it"],
        "answer": 1,
        "task": "textual_cloze",
    }


def test_eval_takes_a_checkpoint_by_its_folder(maker: "Maker", tmp_path: Path) -> None:
    asked = {"data": [recipe(number) for number in range(2)], "version": "1.0"}
    (tmp_path / "val.json").write_text(json.dumps(asked))
    path = maker.llama(name="roomy-llama", places=4096)
    command = [sys.executable, "-m", "manyhop", "eval", "recipeqa", "val.json", "--json"]
    done = subprocess.run(
        [*command, "--answerer", f"hf:{path}", "--window", "2048"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert results["answerer"] == f"hf:{path}(shots=0, window=2048, no images, seed=0)"
    assert (results["n"], results["errors"]) == (2, 0)


def test_eval_names_what_is_wrong_with_a_checkpoint(tmp_path: Path) -> None:
    (tmp_path / "val.json").write_text(json.dumps({"data": [recipe(0)], "version": "1.0"}))
    command = [sys.executable, "-m", "manyhop", "eval", "recipeqa", "val.json", "-a", "hf:val"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("manyhop: there is neither a folder val nor a model")
