"""Checkpoints that are missing, damaged, or made for something else."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from manyhop.errors import ManyhopError
from manyhop.models.hub import _opening
from manyhop.models.hub._checkpoint import find_checkpoint
from manyhop.models.hub._opening import open_generator, open_text_encoder, open_text_reader, task_of

if TYPE_CHECKING:
    from tests.models.hub.conftest import Maker


def copied(path: str, folder: Path) -> Path:
    shutil.copytree(path, folder / "copy")
    return folder / "copy"


def with_architecture(folder: Path, architecture: str) -> str:
    config = {"architectures": [architecture]} if architecture else {}
    (folder / "config.json").write_text(json.dumps(config))
    return str(folder)


def test_a_folder_that_is_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"holds no config\.json; name the folder"):
        find_checkpoint(str(tmp_path))
    (tmp_path / "config.json").write_text('{"architectures": [')
    with pytest.raises(ManyhopError, match=r"config\.json is damaged .* download the checkpoint"):
        find_checkpoint(str(tmp_path))


def test_without_torch_the_extra_is_named() -> None:
    blocked = (
        "import sys; sys.modules['torch'] = None\n"
        "from manyhop.models.hub._checkpoint import libraries\n"
        "try:\n    libraries()\nexcept Exception as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", blocked], capture_output=True, text=True)
    assert 'pip install "manyhop[transformers]"' in done.stdout


@pytest.mark.extras
def test_a_name_that_is_neither_folder_nor_cached(
    maker: "Maker", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    for name in ("nobody/nothing", "../no/such/folder"):
        with pytest.raises(ManyhopError, match=r"neither a folder .* HF_HUB_OFFLINE=0"):
            find_checkpoint(name)
    assert not list(tmp_path.iterdir())


@pytest.mark.extras
def test_a_name_in_the_cache(
    maker: "Maker", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = tmp_path / "models--we--tiny"
    shutil.copytree(maker.bert("BertModel"), repository / "snapshots" / ("a" * 40))
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("a" * 40)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    assert open_text_encoder("we/tiny").name.startswith("hf:we/tiny@")


@pytest.mark.extras
def test_weights_that_are_cut_short_or_gone(maker: "Maker", tmp_path: Path) -> None:
    folder = copied(maker.bert("BertForQuestionAnswering"), tmp_path)
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    with pytest.raises(ManyhopError, match=r"cannot be loaded \(.+\); copy or download it again"):
        open_text_reader(str(folder))
    weights.unlink()
    with pytest.raises(ManyhopError, match=r"cannot be loaded \(.+\); copy or download it again"):
        open_text_reader(str(folder))


@pytest.mark.extras
def test_random_numbers_never_stand_in_for_missing_weights(maker: "Maker", tmp_path: Path) -> None:
    folder = copied(maker.bert("BertModel"), tmp_path)
    config: dict[str, Any] = json.loads((folder / "config.json").read_text())
    config["architectures"] = ["BertForQuestionAnswering"]
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(ManyhopError, match=r"lacks 2 weights \(qa_outputs\.bias, …\)"):
        open_text_reader(str(folder))


@pytest.mark.extras
@pytest.mark.parametrize(
    ("architecture", "task"),
    [
        ("BertModel", "encode texts"),
        ("MPNetModel", "encode texts"),
        ("XLMRobertaForMaskedLM", "encode texts"),
        ("DebertaV2ForSequenceClassification", "rerank"),
        ("RobertaForQuestionAnswering", "read texts"),
        ("CLIPModel", "encode pictures"),
        ("SiglipModel", "encode pictures"),
        ("BlipForQuestionAnswering", "answer about pictures"),
        ("ViltForQuestionAnswering", "answer about pictures"),
        ("Qwen2_5_VLForConditionalGeneration", "write about pictures"),
        ("SmolVLMForConditionalGeneration", "write about pictures"),
        ("LlamaForCausalLM", "write"),
        ("GPT2LMHeadModel", "write"),
        ("BartForConditionalGeneration", "rewrite"),
        ("T5ForConditionalGeneration", "rewrite"),
    ],
)
def test_the_architecture_tells_the_task(
    maker: "Maker", tmp_path: Path, architecture: str, task: str
) -> None:
    assert task_of(find_checkpoint(with_architecture(tmp_path, architecture))) == task


@pytest.mark.extras
def test_code_in_a_checkpoint_is_never_run(maker: "Maker", tmp_path: Path) -> None:
    folder = copied(maker.bert("BertModel"), tmp_path)
    config: dict[str, Any] = json.loads((folder / "config.json").read_text())
    config |= {
        "auto_map": {"AutoConfig": "mine.Mine", "AutoModel": "mine.Model"},
        "model_type": "x",
    }
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "mine.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    with pytest.raises(ManyhopError, match="cannot be loaded"):
        open_text_encoder(str(folder))
    assert not (tmp_path / "ran").exists()


@pytest.mark.extras
@pytest.mark.parametrize("architecture", ["ViTForImageClassification", "WhisperModel", "Mine", ""])
def test_an_architecture_of_no_use(maker: "Maker", tmp_path: Path, architecture: str) -> None:
    with pytest.raises(ManyhopError, match=r"which Manyhop has no use for; choose an encoder"):
        open_generator(with_architecture(tmp_path, architecture))


@pytest.mark.extras
def test_a_checkpoint_made_for_something_else(maker: "Maker") -> None:
    path = maker.bert("BertModel")
    for opening in ("reranker", "text_reader", "image_encoder", "image_answerer", "generator"):
        with pytest.raises(ManyhopError, match=r"is BertModel, made to encode texts; choose a"):
            getattr(_opening, f"open_{opening}")(path)


@pytest.mark.extras
@pytest.mark.parametrize(
    "architecture", ["LxmertForQuestionAnswering", "LayoutLMv2ForQuestionAnswering"]
)
def test_what_needs_pictures_is_no_reader_of_texts(
    maker: "Maker", tmp_path: Path, architecture: str
) -> None:
    checkpoint = find_checkpoint(with_architecture(tmp_path, architecture))
    with pytest.raises(ManyhopError, match=f"is {architecture}, which Manyhop has no use for"):
        task_of(checkpoint)
