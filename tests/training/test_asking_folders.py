"""The folders and questions of our own that the chooser learns from."""

import json
from pathlib import Path
from typing import Any

import pytest

from training.asking import check_questions
from training.asking.make_folders import Procedure, split_lines, write_html, write_md, write_txt

ASKING = Path(check_questions.__file__).parent
TEA = Procedure("Tea", "Tools", [], ["kettle"], [("Boil", ["Boil water."]), ("", ["Pour & wait."])])


def read_questions(name: str) -> list[dict[str, Any]]:
    lines = (ASKING / f"questions-{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("write", [write_md, write_txt, write_html])
def test_steps_are_numbered_in_every_format(write: Any, tmp_path: Path) -> None:
    page = tmp_path / f"tea.{write.__name__[6:]}"
    page.write_bytes(write(TEA))
    text = check_questions.read_text(page)
    assert "kettle" in text
    assert text.index("step 1: boil") < text.index("step 2") < text.index("pour & wait.")


def test_lines_that_ran_together_are_parted() -> None:
    assert split_lines("2 cups flour1 eggStir.Bake") == ["2 cups flour", "1 egg", "Stir.", "Bake"]


@pytest.mark.parametrize("name", ["docs-a", "docs-b", "howtos-a", "howtos-b"])
def test_every_question_can_be_scored(name: str) -> None:
    questions = read_questions(name)
    faults = {each["id"]: check_questions.find_form_faults(each) for each in questions}
    assert not any(faults.values()), faults
    assert len(faults) == len(questions)
    assert 0.05 < sum(each["unanswerable"] for each in questions) / len(questions) < 0.15


def test_a_quotation_that_is_not_in_its_source_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "tea.txt").write_text("Let it steep for\n3 minutes.")
    question = {
        "sources": ["tea.txt"],
        "evidence": "steep for 3 minutes … add sugar (two quotations)",
    }
    assert check_questions.find_lost_quotations(question, tmp_path) == ["not found: add sugar"]


def test_a_word_that_an_unanswerable_question_denies_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "tea.txt").write_text("No calories at all.")
    evidence = "nothing says this; no hit in any file for: calories, kcal"
    assert check_questions.find_said_words(evidence, tmp_path) == ["said: calories"]
