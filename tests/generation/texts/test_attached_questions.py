import gzip
import json
from pathlib import Path

import pytest

from manyhop.errors import ManyhopError
from manyhop.generation._query import Written
from manyhop.generation._topic import Thing
from manyhop.generation.texts import attached_questions, derive_written
from manyhop.sources import Snippet

TEXT = "The Moss Bridge spans the Lund. It opened in 1933. Ida Marr drew it in 1930."
BRIDGE = Snippet(id="bridge", title="Moss Bridge", text=TEXT)
THINGS = (
    Thing(key="moss bridge", name="Moss Bridge", snippets=(BRIDGE,)),
    Thing(key="ida marr", name="Ida Marr"),
)


def write(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_squad(tmp_path: Path) -> None:
    asked = {
        "question": "When did the Moss Bridge open?",
        "answers": [{"text": "1933", "answer_start": TEXT.index("1933")}],
    }
    impossible = {"question": "Who broke it?", "answers": [], "is_impossible": True}
    paragraphs = [{"context": TEXT, "qas": [asked, impossible]}]
    data = {"data": [{"title": "Moss_Bridge", "paragraphs": paragraphs}]}
    (single,) = attached_questions(write(tmp_path / "squad.json", data), THINGS)
    assert single.question == "When did [answer] open?"
    assert single.whole == "When did the Moss Bridge open?"
    assert single.subject_entity == "moss bridge"
    assert single.answers == ("1933",)
    assert single.noun == "date"
    assert isinstance(single.query, Written)
    assert derive_written(single.query, {"bridge": BRIDGE}) == single.values


def test_hotpotqa(tmp_path: Path) -> None:
    row = {
        "question": "Who drew the bridge over the Lund?",
        "answer": "Ida Marr",
        "supporting_facts": [["Moss Bridge", 2], ["Lund", 0]],
    }
    (single,) = attached_questions(write(tmp_path / "hotpot.json", [row]), THINGS)
    assert single.question == "Who drew the bridge over the Lund?"
    assert single.subject == ""
    assert single.entities == ("ida marr",)
    assert single.person


def test_open_questions_go_by_the_thing_they_name(tmp_path: Path) -> None:
    rows = [
        {"question": "when did Moss Bridge open", "answer": ["in the year 1933", "1933"]},
        {"question": "when did Oak Bridge open", "answer": ["1933"]},
    ]
    path = tmp_path / "open.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    (single,) = attached_questions(path, THINGS)
    assert single.question == "when did [answer] open"


@pytest.mark.parametrize(
    "row",
    [
        {"question": "Is Moss Bridge old?", "answer": "yes"},
        {"question": "Did Moss Bridge open in 1933?", "answer": "1933"},
        {"question": "Which article stands before Moss Bridge?", "answer": "it"},
    ],
)
def test_an_answer_that_does_not_stand_there_once_is_left_out(
    tmp_path: Path, row: dict[str, str]
) -> None:
    assert list(attached_questions(write(tmp_path / "open.json", [row]), THINGS)) == [] or (
        row["answer"] == "it"
    )


def test_a_name_that_stands_twice_is_no_hole(tmp_path: Path) -> None:
    row = {"question": "Is it Moss Bridge or New Moss Bridge that opened in what year?"}
    path = write(tmp_path / "open.json", [row | {"answer": "1933"}])
    (single,) = attached_questions(path, THINGS)
    assert single.subject == ""
    assert "[answer]" not in single.question


def test_a_line_that_is_not_json(tmp_path: Path) -> None:
    path = tmp_path / "open.jsonl"
    path.write_text('{"question": "who?", "answer": "Ida"}\n{"question": \n', encoding="utf-8")
    with pytest.raises(ManyhopError, match=r"open\.jsonl, line 2"):
        list(attached_questions(path, THINGS))


def test_a_record_without_a_question(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="record 1: there is no question"):
        list(attached_questions(write(tmp_path / "open.json", [{"answer": "Ida"}]), THINGS))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"none\.json"):
        list(attached_questions(tmp_path / "none.json", THINGS))


def test_text_questions_of_multimodalqa(tmp_path: Path) -> None:
    place = {"doc_id": "bridge", "part": "text", "start_byte": 51, "text": "Ida Marr"}
    answer = {"answer": "Ida Marr", "type": "string", "text_instances": [place]}
    text = {
        "qid": "1",
        "question": "Who drew the bridge over the Lund?",
        "answers": [answer],
        "metadata": {"type": "TextQ"},
    }
    other = text | {"qid": "2", "metadata": {"type": "TableQ"}}
    path = tmp_path / "MMQA.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in (text, other)), encoding="utf-8")
    marr = Thing(key="=ida marr", name="Ida Marr")
    (single,) = attached_questions(path, [marr], [BRIDGE])
    assert single.phrase == "the person who drew the bridge over the Lund"
    assert single.entities == ("=ida marr",)
    assert isinstance(single.query, Written)
    assert single.query.snippet == "bridge"
    assert list(attached_questions(path, [marr])) == []
