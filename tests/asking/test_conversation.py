"""Several questions in a row, in Python."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import manyhop
from manyhop.answering import Answer, Question
from manyhop.asking import Conversation
from manyhop.collection import Collection
from manyhop.models import Endpoint, WritingModels
from manyhop.sources import Snippet, Span

if TYPE_CHECKING:
    from tests.conftest import ChatServer

HUMBER = Snippet(
    id="humber",
    title="Humber Bridge",
    text="The Humber Bridge opened on 24 June 1981. It cost 98 million pounds.",
)


class Parrot:
    """Says what it was asked, and cites the bridge."""

    name = "parrot"

    def answer(self, question: Question) -> Answer:
        cited = HUMBER.cite(Span(0, 17))
        return Answer(
            values=("1981",), sentence=question.text, sources=("humber",), citations=(cited,)
        )


@pytest.fixture
def notes(tmp_path: Path) -> Collection:
    with Collection.open(tmp_path / "notes", create=True) as collection:
        collection.add([HUMBER])
    return Collection.open(tmp_path / "notes")


def test_a_follow_up_is_asked_as_it_was_understood(notes: Collection) -> None:
    talk = Conversation(notes, answerer=Parrot())
    assert talk.ask("When did the Humber Bridge open?").remark == ""
    turn = talk.ask("And what  did it cost?")
    assert turn.asked == "And what did it cost?"
    assert turn.understood == turn.answer.sentence == "What did the Humber Bridge cost?"
    assert turn.remark == "I took this as: What did the Humber Bridge cost?"
    assert [turn.understood for turn in talk.turns] == [
        "When did the Humber Bridge open?",
        "What did the Humber Bridge cost?",
    ]


def test_what_is_cited_is_spoken_of(notes: Collection) -> None:
    talk = Conversation(notes, answerer=Parrot())
    talk.ask("When did they celebrate?")
    assert talk.ask("Who built it?").understood == "Who built Humber Bridge?"


def test_what_is_not_clear_is_said(notes: Collection) -> None:
    turn = Conversation(notes, answerer=Parrot()).ask("Who built it?")
    assert (turn.understood, turn.sure) == ("Who built it?", False)
    assert "not sure what this refers to" in turn.remark
    assert "not sure" in turn._repr_html_()


def test_a_model_behind_an_endpoint_rewrites(notes: Collection, chat_server: "ChatServer") -> None:
    chat_server.script = [chat_server.says("How much did the Humber Bridge cost to build?")]
    with Endpoint("m", base_url=chat_server.url) as endpoint:
        talk = Conversation(notes, model=WritingModels(endpoint), answerer=Parrot())
        talk.ask("When did the Humber Bridge open?")
        assert talk.ask("And the price?").understood == (
            "How much did the Humber Bridge cost to build?"
        )
        chat_server.otherwise = chat_server.says("I cannot do that.")
        assert talk.ask("Who built it?").understood == "Who built the Humber Bridge?"
    sent = str(chat_server.requests[0]["messages"])
    assert "When did the Humber Bridge open?" in sent
    assert "And the price?" in sent


def test_the_models_answer_question_after_question(notes: Collection) -> None:
    talk = manyhop.Conversation(notes)
    first = talk.ask("When did the Humber Bridge open?").answer
    second = talk.ask("And what did it cost?").answer
    assert "24 June 1981" in " ".join(first.values)
    assert "98 million" in " ".join((*second.values, second.rationale))
