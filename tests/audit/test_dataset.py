import gzip
import json
from pathlib import Path

import pytest

from manyhop.audit import open_dataset
from manyhop.audit.remedies import write_debiased
from manyhop.benchmarks import Example
from manyhop.errors import ManyhopError

PHOTO = {
    "question_id": "q1",
    "image_id": 7,
    "question": "What floats?",
    "choices": ["boat", "stone"],
    "correct_choice_idx": 0,
    "direct_answers": ["boat"] * 10,
    "rationales": ["It floats."],
}
TABLE = {"question_id": "h1", "question": "How deep?", "table_id": "t", "answer-text": "9 m"}
MIXED = {
    "qid": "m1",
    "question": "How deep is it?",
    "answers": [{"answer": "9 m"}],
    "metadata": {"type": "TextQ"},
}
SNIPPET = {
    "Q": "How deep?",
    "A": ["9 m deep."],
    "Qcate": "text",
    "split": "val",
    "txt_posFacts": [],
    "img_posFacts": [],
}
CLOZE = {
    "qid": "c1",
    "recipe_id": "r",
    "task": "textual_cloze",
    "context": [],
    "question": ["@placeholder", "Rinse"],
    "choice_list": ["Dry", "Cut"],
    "answer": 1,
}
FILES: dict[str, tuple[str, str]] = {
    "aokvqa": ("val.json", json.dumps([PHOTO])),
    "hybridqa": ("dev.json", json.dumps([TABLE])),
    "mmqa": ("MMQA_dev.jsonl", json.dumps(MIXED) + "\n"),
    "webqa": ("WebQA_val.json", json.dumps({"w1": SNIPPET})),
    "recipeqa": ("val.json", json.dumps({"data": [CLOZE]})),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("packed", [False, True])
def test_a_file_says_what_it_is(name: str, packed: bool, tmp_path: Path) -> None:
    file, text = FILES[name]
    path = tmp_path / (file + ".gz" * packed)
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    found = open_dataset([str(path)])
    assert found.name == name
    assert len(list(found.examples())) == 1
    assert found.files == open_dataset([name, str(path)]).files


@pytest.mark.parametrize("name", FILES)
def test_what_stays_is_written_in_the_file_s_own_format(name: str, tmp_path: Path) -> None:
    file, text = FILES[name]
    (tmp_path / file).write_text(text)
    (tmp_path / "new").mkdir()
    dataset = open_dataset([str(tmp_path / file)])
    examples = list(dataset.examples())
    (written,) = write_debiased(dataset, examples, tmp_path / "new")
    assert written.name == file
    again = open_dataset([str(written)])
    assert [_said(one) for one in again.examples()] == [_said(one) for one in examples]
    write_debiased(dataset, [], tmp_path / "new")
    assert not list(open_dataset([name, str(written)]).examples())


def _said(example: Example) -> object:
    question = example.question
    return question.id, question.text, question.choices, question.parts, example.gold


def test_a_folder_of_splits_is_read_as_a_whole(tmp_path: Path) -> None:
    for split in ("train", "val", "test"):
        record = {**CLOZE, "qid": f"c-{split}", "recipe_id": split}
        (tmp_path / f"{split}.json").write_text(json.dumps({"data": [record]}))
    found = open_dataset([str(tmp_path)])
    assert found.name == "recipeqa"
    assert [one.question.id for one in found.examples()] == ["c-train", "c-val", "c-test"]


def test_context_files_go_along(tmp_path: Path) -> None:
    (tmp_path / "MMQA_dev.jsonl").write_text(json.dumps(MIXED) + "\n")
    (tmp_path / "MMQA_texts.jsonl").write_text("")
    (tmp_path / "new").mkdir()
    dataset = open_dataset([str(tmp_path)])
    write_debiased(dataset, list(dataset.examples()), tmp_path / "new")
    assert (tmp_path / "new/MMQA_texts.jsonl").is_file()


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "val.json.gz"
    path.write_bytes(b"not gzip")
    with pytest.raises(ManyhopError, match="can't be read"):
        open_dataset([str(path)])
