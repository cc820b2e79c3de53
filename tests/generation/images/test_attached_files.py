import json
from pathlib import Path
from typing import Any

import pytest

from manyhop.errors import ManyhopError
from manyhop.generation.images import AttachedQuestion, attach, attached_image_questions
from manyhop.sources import Image


def lines(path: Path, *rows: Any) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def test_reads_ones_own_lines(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "asked.jsonl",
        {"image": "humber.png", "question": "How many towers are there?", "answer": 2},
        {"image": "tay", "question": "Is there a train?", "answers": [True]},
    )
    assert attached_image_questions(path) == [
        AttachedQuestion("How many towers are there?", ("humber.png",), ("2",)),
        AttachedQuestion("Is there a train?", ("tay",), ("yes",)),
    ]


def mmqa(kind: str, question: str, answers: list[str], images: list[str], among: list[str]) -> Any:
    return {
        "qid": question,
        "question": question,
        "answers": [{"answer": answer} for answer in answers],
        "metadata": {"type": kind, "image_doc_ids": among},
        "supporting_context": [{"doc_id": id, "doc_part": "image"} for id in images],
    }


def test_takes_questions_about_pictures_from_mmqa(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "MMQA_dev.jsonl",
        mmqa("ImageQ", "What is on the logo of FK Sava?", ["a boat"], ["a"], ["a", "b", "c"]),
        mmqa("ImageListQ", "Which clubs have a boat?", ["FK Sava"], ["a"], ["a", "b", "c"]),
        mmqa("TextQ", "Who founded FK Sava?", ["Ana"], [], []),
    )
    one, several = attached_image_questions(path)
    assert one == AttachedQuestion("What is on the logo of FK Sava?", ("a",), ("a boat",))
    assert several.among == ("a", "b", "c")
    sava, drina, other = attach(
        [Image(id="a", caption="x"), Image(id="b", caption="y"), Image(id="z", caption="z")],
        [one, several],
    )
    assert [entry["answers"] for entry in sava.meta["questions"]] == [["a boat"], ["yes"]]
    assert [entry["answers"] for entry in drina.meta["questions"]] == [["no"]]
    assert other.meta == {}


def test_pictures_are_known_by_path_and_title() -> None:
    question = AttachedQuestion("How many towers?", ("humber.png", "Tay"), ("2",))
    humber, tay = attach(
        [Image(id="1", path="photos/humber.png"), Image(id="2", title="Tay", caption="x")],
        [question],
    )
    assert humber.meta["questions"] == tay.meta["questions"]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"image": "a", "answer": "2"}, "question"),
        ({"question": "How many?", "answer": "2"}, "image"),
        ({"image": "a", "question": "How many?"}, "answer"),
    ],
)
def test_says_which_field_is_missing(tmp_path: Path, row: Any, field: str) -> None:
    path = lines(tmp_path / "asked.jsonl", row)
    with pytest.raises(ManyhopError, match=rf"asked\.jsonl.*field {field}: it is missing"):
        attached_image_questions(path)
