"""manyhop chat as a user types into it, and as another program does."""

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from manyhop.answering import Answer, Question
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.sources import Snippet, Span

if TYPE_CHECKING:
    from tests.cli.conftest import OnTerminal, Run

HUMBER = Snippet(
    id="humber",
    title="Humber Bridge",
    text="The Humber Bridge opened on 24 June 1981. It cost 98 million pounds.",
    origin="notes/humber.md",
)


@pytest.fixture
def notes(tmp_path: Path) -> None:
    with Collection.open(tmp_path / ".manyhop", create=True) as collection:
        collection.add([HUMBER])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An asker that needs no models: it cites the bridge, or fails where it is told to."""

    def answer(_: object, question: Question) -> Answer:
        if "fail" in question.text:
            raise ManyhopError("the server is asleep; wake it")
        if "stop" in question.text:
            raise KeyboardInterrupt
        cited = HUMBER.cite(Span(28, 40))
        return Answer(
            values=("24 June 1981",),
            sentence="On 24 June 1981.",
            sources=("humber",),
            citations=(cited,),
            confidence=0.8,
        )

    monkeypatch.setattr("manyhop.asking.Asker.answer", answer)


def piped(run: "Run", monkeypatch: pytest.MonkeyPatch, *lines: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    outcome = run("chat")
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out


@pytest.mark.usefixtures("notes", "quick")
class TestPiped:
    def test_a_follow_up_shows_what_was_understood(
        self, run: "Run", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        out = piped(run, monkeypatch, "When did the Humber Bridge open?", "And what did it cost?")
        assert "? When did the Humber Bridge open?\nOn 24 June 1981.  likely, 80%" in out
        assert "I took this as: What did the Humber Bridge cost?" in out
        assert "[1] Humber Bridge  snippet  notes/humber.md" in out

    def test_the_commands(self, run: "Run", monkeypatch: pytest.MonkeyPatch) -> None:
        out = piped(
            run,
            monkeypatch,
            *("When did the Humber Bridge open?", "/sources", "/show 1", "/history", "/help"),
            *("/quit", "never asked"),
        )
        assert "[1] Humber Bridge  snippet  notes/humber.md  humber" in out
        assert "It cost 98 million pounds." in out
        assert "  1. When did the Humber Bridge open?\n     On 24 June 1981." in out
        assert "/show N" in out
        assert "never asked" not in out

    @pytest.mark.parametrize("word", ["quit", "Exit", "bye"])
    def test_a_word_alone_may_be_a_command(
        self, run: "Run", monkeypatch: pytest.MonkeyPatch, word: str
    ) -> None:
        out = piped(run, monkeypatch, "help", word, "never asked")
        assert "/show N" in out
        assert "never asked" not in out

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("/sources", "no source is cited yet; ask something first"),
            ("/show 1", "no source is cited yet; ask something first"),
            ("/dance", "there is no command /dance; /help lists them"),
            ("???", "Say what you want to know, or /help."),
            ("Why does it fail?", "the server is asleep; wake it"),
            ("Why does it stop?", "stopped"),
        ],
    )
    def test_what_goes_wrong_ends_no_conversation(
        self, run: "Run", monkeypatch: pytest.MonkeyPatch, line: str, said: str
    ) -> None:
        out = piped(run, monkeypatch, line, "When did the Humber Bridge open?")
        assert said in out
        assert "On 24 June 1981." in out

    def test_a_citation_that_is_not_there(
        self, run: "Run", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        out = piped(run, monkeypatch, "When did the Humber Bridge open?", "/show 2", "/show x")
        assert out.count("name a citation by its number, from 1 to 1: /show 1") == 2


@pytest.mark.usefixtures("notes")
def test_on_a_terminal_with_the_real_models(on_terminal: "OnTerminal") -> None:
    code, seen = on_terminal(
        "chat", typed="When did the Humber Bridge open?\nAnd what did it cost?\n/history\n/quit\n"
    )
    assert code == 0, seen
    assert "1 snippet. /help" in seen
    assert "24 June 1981" in seen
    assert "I took this as: What did the Humber Bridge cost?" in seen
    assert "Traceback" not in seen


def test_without_a_collection(run: "Run") -> None:
    assert "manyhop index" in run("chat").complaint
