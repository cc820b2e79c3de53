"""A whole benchmark, with questions that people asked."""

import json
from pathlib import Path

import pytest
from tests.generation import skerry

from manyhop.errors import ManyhopError
from manyhop.generation import BuildSettings, make_benchmark

FEW = BuildSettings(count=40, seed=1)


def lines(path: Path, *rows: dict[str, str]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_question_about_a_picture_is_taken_in(tmp_path: Path) -> None:
    asked = {"image": "Mill Lane", "question": "How many cars are parked there?", "answer": "7"}
    path = lines(tmp_path / "asked.jsonl", asked)
    made = make_benchmark(skerry.sources(), FEW, picture_questions=[path])
    assert made.sources["view-mill-lane"].meta["questions"][0]["answers"] == ["7"]


def test_a_file_about_no_picture_here_is_refused(tmp_path: Path) -> None:
    row = {"image": "elsewhere.png", "question": "How many?", "answer": "7"}
    for path in (lines(tmp_path / "empty.jsonl"), lines(tmp_path / "other.jsonl", row)):
        with pytest.raises(ManyhopError, match="no question in it is about a picture"):
            make_benchmark(skerry.sources(), FEW, picture_questions=[path])


def test_a_file_about_no_text_here_is_refused(tmp_path: Path) -> None:
    path = lines(tmp_path / "empty.jsonl")
    with pytest.raises(ManyhopError, match="no question in it is answered by a text here"):
        make_benchmark(skerry.sources(), FEW, question_sets=[path])


def test_questions_to_be_answered_with_yes_or_no_are_refused(tmp_path: Path) -> None:
    """BoolQ's, whose answers stand in no text."""
    row = {"question": "is it red", "title": "Mill Lane", "passage": "It is.", "answer": True}
    path = tmp_path / "boolq.jsonl"
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(ManyhopError, match=r"boolq.jsonl.*true or false.*leave the file out"):
        make_benchmark(skerry.sources(), FEW, question_sets=[path])


def test_divided_as_webqa() -> None:
    """Documents may be shared; by document, they are not."""
    made = make_benchmark(skerry.sources(), FEW, adversarial=True)
    assert made.dropped["in two splits"] == 0
    assert {built.split for built in made.questions} >= {"train", "test"}
