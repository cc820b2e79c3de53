"""The questions we wrote about folders of our own keep the format the scorer reads."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FILES = sorted(Path("training/asking").glob("questions-*.jsonl"))


def read_questions(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_question_has_an_answer_with_its_source_or_neither(path: Path) -> None:
    for question in read_questions(path):
        assert question["evidence"], question["id"]
        if question["unanswerable"]:
            assert not question["sources"], question["id"]
        else:
            assert question["sources"], question["id"]
            assert question["answers"], question["id"]
            assert all(answer.strip() for answer in question["answers"]), question["id"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_ids_and_questions_are_told_apart(path: Path) -> None:
    questions = list(read_questions(path))
    assert len({each["id"] for each in questions}) == len(questions)
    assert len({(each["question"], each.get("image")) for each in questions}) == len(questions)
    assert {each["collection"] for each in questions} == {path.stem.removeprefix("questions-")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_right_choice_is_among_the_choices(path: Path) -> None:
    for question in read_questions(path):
        if "choices" in question:
            assert set(question["answers"]) & set(question["choices"]), question["id"]
