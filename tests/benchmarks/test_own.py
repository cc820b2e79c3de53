"""Question files of anybody's making: what is what, and which answer is right."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from tests.benchmarks.datasets_of_others import BOOLEAN, EXAM, SCIENCE, SQUAD, TITLED

from manyhop.answering import Answer
from manyhop.benchmarks import OwnQuestions
from manyhop.errors import ManyhopError


def written(path: Path, rows: Any) -> Path:
    lines = path.suffix == ".jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) if lines else json.dumps(rows))
    return path


def test_letters_name_choices_of_several_fields(tmp_path: Path) -> None:
    with (tmp_path / "exam.csv").open("w", newline="") as file:
        csv.writer(file).writerows(EXAM)
    exam = OwnQuestions(tmp_path / "exam.csv")
    assert exam.fields.choices == ("Option A", "Option B", "Option C")
    first, second = exam.examples()
    assert first.question.choices == ("Oslo", "Bergen", "Hamar")
    assert [first.gold and first.gold.choice, second.gold and second.gold.choice] == [0, 2]
    assert exam.score(second, Answer(values=("the sea",))) == {"own.accuracy": 1.0}
    assert exam.score(second, Answer(values=("B",), choice=1)) == {"own.accuracy": 0.0}


def test_a_question_that_is_an_object_with_labelled_choices(tmp_path: Path) -> None:
    science = OwnQuestions(written(tmp_path / "science.jsonl", SCIENCE))
    (only,) = science.examples()
    assert only.question.text == "What melts?"
    assert only.gold is not None
    assert only.question.choices[only.gold.choice or 0] == "ice"


def test_paragraphs_are_taken_apart_and_group_by_article(tmp_path: Path) -> None:
    squad = OwnQuestions(written(tmp_path / "squad.json", SQUAD))
    first, second = squad.examples()
    assert first.group == second.group == "Forth"
    assert first.question.candidates == second.question.candidates
    assert first.gold is not None
    assert first.gold.answers == ("1890", "in 1890")
    assert second.gold is None
    assert squad.score(first, Answer(values=("In 1890",)))["own.exact_match"] == 1.0
    assert squad.score(first, Answer(values=("March 1890",)))["own.f1"] == pytest.approx(2 / 3)


def test_true_and_false_are_yes_and_no(tmp_path: Path) -> None:
    asked = OwnQuestions(written(tmp_path / "bool.jsonl", BOOLEAN))
    assert [one.gold and one.gold.answers for one in asked.examples()] == [("yes",), ("no",)]


def test_titled_sentences_become_texts(tmp_path: Path) -> None:
    (only,) = OwnQuestions(written(tmp_path / "hops.json", TITLED)).examples()
    assert [source.title for source in only.question.candidates] == ["Forth", "Tay"]


def test_numbers_from_one_are_told_from_numbers_from_zero(tmp_path: Path) -> None:
    rows = [{"q": f"{n}?", "options": ["a", "b"], "label": n % 2 + 1} for n in range(4)]
    ones = OwnQuestions(written(tmp_path / "ones.jsonl", rows))
    assert [one.gold and one.gold.choice for one in ones.examples()] == [0, 1, 0, 1]
    for row in rows:
        row["label"] = row["label"] - 1  # type: ignore[operator]
    zeros = OwnQuestions(written(tmp_path / "zeros.jsonl", rows))
    assert [one.gold and one.gold.choice for one in zeros.examples()] == [0, 1, 0, 1]


def test_a_row_is_written_with_its_choices_moved(tmp_path: Path) -> None:
    from msgspec.structs import replace

    science = OwnQuestions(written(tmp_path / "science.jsonl", SCIENCE))
    (only,) = science.examples()
    assert only.gold is not None
    moved = replace(
        only,
        question=replace(only.question, choices=only.question.choices[::-1]),
        gold=replace(only.gold, choice=0),
    )
    row = science.row_of(moved)
    assert row["answerKey"] == "A"
    assert [each["text"] for each in row["question.choices"]] == ["ice", "rock"]


def test_a_field_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "some.jsonl", [{"a": "b", "c": "d"}])
    with pytest.raises(ManyhopError, match=r"which field is the question .* --question.* a, c"):
        OwnQuestions(path)
    with pytest.raises(ManyhopError, match=r"no field 'x' for --answer; it has a, c"):
        OwnQuestions(path, question="a", answer="x")


def test_an_answer_that_is_no_choice_is_named_with_its_line(tmp_path: Path) -> None:
    rows = [{"question": "?", "choices": ["a", "b"], "answer": "z"}]
    with pytest.raises(ManyhopError, match=r"bad\.jsonl.*1: 'z' is none of the 2 choices"):
        list(OwnQuestions(written(tmp_path / "bad.jsonl", rows)).examples())


@pytest.mark.parametrize("content", ["", "[]", "{}", "[1, 2]"])
def test_files_without_questions_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "none.json").write_text(content)
    with pytest.raises(ManyhopError):
        OwnQuestions(tmp_path / "none.json")
