"""People take questions out or reword them in a file."""

from pathlib import Path

import msgspec
import pytest

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation._query import Said
from manyhop.generation.wording import read_review, review_rows, reviewed
from manyhop.programs import TextQ, Value
from manyhop.sources import Citation, Span


def built(id: str, words: str) -> BuiltQuestion:
    place = Citation("s1", Span(3, 7), "1981")
    return BuiltQuestion(
        id=id,
        question=words,
        pseudo=words.lower(),
        type="TextQ",
        program=TextQ(words),
        queries={words: Said("s1", "opened-in")},
        values=(Value("1981", citations=(place,)),),
        topic="t1",
    )


QUESTIONS = [built("a", "When did it open?"), built("b", "When was it opened?"), built("c", "Why?")]


def test_a_queue_comes_back_with_decisions(tmp_path: Path) -> None:
    first, second, third = review_rows(QUESTIONS)
    assert first.evidence == ("1981",)
    decided = [
        msgspec.structs.replace(first, keep=True),
        msgspec.structs.replace(second, question="In which year was it opened?"),
        msgspec.structs.replace(third, keep=False),
    ]
    path = tmp_path / "review.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in decided))
    kept = list(reviewed(QUESTIONS, read_review(path)))
    assert [each.question for each in kept] == ["When did it open?", "In which year was it opened?"]
    assert kept[1].paraphrase_of == "When was it opened?"


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    path.write_text('{"id": "a"\n')
    with pytest.raises(ManyhopError, match=r"review\.jsonl, line 1"):
        read_review(path)


def test_an_empty_file_decides_nothing(tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    path.write_text("")
    with pytest.raises(ManyhopError, match=r"review\.jsonl is empty"):
        read_review(path)
