from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.generation.built import SOURCES, longest_opened

if TYPE_CHECKING:
    from tests.cli.conftest import Run

from manyhop.generation.writing import About, write_mmqa
from manyhop.programs import Value


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = longest_opened(distractors=("ferry",))
    write_mmqa(tmp_path / "qa", [built], SOURCES, About(texts=2))
    return tmp_path / "qa"


def test_a_sound_folder_is_proved_from_its_own_files(folder: Path, run: "Run") -> None:
    done = run("validate", folder)
    assert done.code == 0, done.err
    assert "1 of 1 gold answers were derived again." in done.out
    assert "No rule is broken." in done.out


def test_a_wrong_answer_is_shown_and_fails(tmp_path: Path, run: "Run") -> None:
    wrong = longest_opened(values=(Value("1959"),), distractors=("ferry",))
    write_mmqa(tmp_path / "qa", [wrong], SOURCES, About(texts=2))
    done = run("validate", tmp_path / "qa")
    assert done.code == 1
    assert "0 of 1 gold answers" in done.out
    assert "q1: expected 1959, got 1958" in done.err


def test_json_has_everything(folder: Path, run: "Run") -> None:
    report = run("validate", folder, "--json").json
    assert report["proven"] == {"Compose(TextQ,TableQ)": 1}
    assert report["failures"] == report["breaches"] == []


def test_a_folder_that_was_not_built_is_one_clear_sentence(tmp_path: Path, run: "Run") -> None:
    done = run("validate", tmp_path / "nowhere")
    assert "is no folder; name one that manyhop build wrote" in done.complaint
