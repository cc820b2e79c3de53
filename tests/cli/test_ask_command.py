"""manyhop ask as a user types it."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import manyhop
from manyhop.collection import Collection, index_paths

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import ChatServer

SAMPLE = Path(manyhop.__file__).parent / "sample"
LOOP = "What comes after passing the end up through the small loop when you tie a bowline?"
BEHIND = "Lead the end around behind the standing part."
RIALTO = "Which boat is in the picture?"
BROOKLYN = "What passes below the Brooklyn Bridge in its picture?"


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Procedures, which are read without the language model."""
    folder = tmp_path_factory.mktemp("knots")
    with Collection.open(folder, create=True) as collection:
        index_paths(collection, [SAMPLE / "procedures"], ocr=False)
    return folder


@pytest.fixture
def knots(run: "Run", indexed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MANYHOP_COLLECTION", str(indexed))
    return indexed


class TestAsking:
    def test_a_collection(self, run: "Run", knots: Path) -> None:
        outcome = run("ask", LOOP, "--planner", "explicit")
        assert outcome.code == 0
        assert outcome.err.count("\n") <= 1  # how to read better, where that is not installed
        assert BEHIND.rstrip(".") in outcome.out.splitlines()[0]
        assert f"    Step 3 of 6  «{BEHIND}»" in outcome.out
        assert "ProcedureQ next" in outcome.out

    def test_looking_first(self, run: "Run", knots: Path) -> None:
        outcome = run("ask", "How do you tie a bowline?")
        assert "Form a small loop in the rope" in outcome.out.splitlines()[0]
        assert f"«{BEHIND}»" in outcome.out

    def test_json_holds_everything(self, run: "Run", knots: Path) -> None:
        told = run("ask", LOOP, "--planner", "explicit", "--json").json
        assert told["question"] == LOOP
        assert told["values"] == [BEHIND]
        assert told["abstained"] is False
        assert 0 < told["confidence"] <= 1
        (cited,) = told["cited"]
        assert cited["kind"] == "procedure"
        assert told["citations"][0]["source_id"] == cited["id"]
        assert told["trace"]["hops"][0]["found"]

    def test_files_without_a_collection(self, run: "Run", tmp_path: Path) -> None:
        bowline = SAMPLE / "procedures/tie-a-bowline.md"
        told = run("ask", LOOP, "--guess", "--source", bowline, "--no-ocr", "--json").json
        assert told["values"] == [BEHIND]
        assert told["cited"][0]["origin"] == "tie-a-bowline.md"
        assert not (tmp_path / ".manyhop").exists()

    def test_what_was_skipped_is_said(self, run: "Run", tmp_path: Path) -> None:
        (tmp_path / "empty.md").write_text("")
        bowline = SAMPLE / "procedures/tie-a-bowline.md"
        outcome = run("ask", LOOP, "-s", bowline, "-s", "empty.md", "--no-ocr")
        assert outcome.code == 0
        assert outcome.err.startswith("Skipped empty.md: ")

    def test_another_planner(self, run: "Run", knots: Path) -> None:
        told = run("ask", LOOP, "--planner", "routing", "--json").json
        assert told["trace"]["planner"] == "routing"

    def test_a_given_program(self, run: "Run", knots: Path) -> None:
        program = 'ProcedureQ("Bring the end back down through the small loop", previous)'
        outcome = run("ask", "What comes before?", "--program", program)
        assert f"«{BEHIND}»" in outcome.out
        assert "\nProcedureQ previous Bring the end" in outcome.out

    def test_fewer_sources(self, run: "Run", knots: Path) -> None:
        found = run("ask", LOOP, "--k", "1", "--json").json["trace"]["hops"][0]["found"]
        assert len({one["citations"][0]["source_id"] for one in found}) == 1

    def test_verbose(self, run: "Run", knots: Path) -> None:
        assert "Proposals:" in run("ask", LOOP, "--verbose").out


class TestAPicture:
    def test_with_choices(self, run: "Run", tmp_path: Path) -> None:
        picture = SAMPLE / "images/rialto.png"
        choices = ("a canoe", "a steamer", "a gondola")
        picture_only = ("--image", picture, "--no-ocr")
        outcome = run("ask", RIALTO, *picture_only, "--choices", *choices)
        assert outcome.code == 0
        assert "( ) a canoe  ( ) a steamer  (•) a gondola" in outcome.out
        assert str(picture) in outcome.out
        told = run("ask", RIALTO, "--choices", "|".join(choices), *picture_only, "--json").json
        assert told["choice"] == 2
        assert told["cited"][0]["path"] == str(picture)

    @pytest.mark.parametrize("content", [b"", b"not a picture"])
    def test_that_is_none(self, run: "Run", tmp_path: Path, content: bytes) -> None:
        (tmp_path / "a.png").write_bytes(content)
        assert "a.png" in run("ask", BROOKLYN, "--image", "a.png").complaint
        (tmp_path / "a.md").write_text("Words.")
        assert "a.md is no picture" in run("ask", BROOKLYN, "--image", "a.md").complaint
        assert "gone.png" in run("ask", BROOKLYN, "--image", "gone.png").complaint


def test_abstaining_is_no_failure(run: "Run", knots: Path) -> None:
    last = 'ProcedureQ("Check that the end is at least as long as your hand is wide", next)'
    outcome = run("ask", "What comes after the last step?", "--program", last, "--json")
    assert outcome.code == 0
    assert outcome.json["abstained"] is True
    assert outcome.json["values"] == []


class TestMistakes:
    def test_no_collection(self, run: "Run") -> None:
        assert "manyhop index" in run("ask", LOOP).complaint

    def test_no_words(self, run: "Run", knots: Path) -> None:
        assert "no words" in run("ask", " ?!").complaint

    def test_a_missing_file(self, run: "Run") -> None:
        assert "nowhere.md does not exist" in run("ask", LOOP, "-s", "nowhere.md").complaint

    def test_nothing_to_answer_from(self, run: "Run", tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        assert "nothing to answer from in empty" in run("ask", LOOP, "-s", "empty").complaint

    def test_a_picture_and_files(self, run: "Run") -> None:
        files = ("-s", SAMPLE / "texts", "-i", SAMPLE / "images/humber.png")
        assert "leave out one" in run("ask", LOOP, *files).complaint

    @pytest.mark.parametrize(
        ("program", "fault"),
        [('TextQ("Why?"', "can't be read"), ('TextQ("Who built [answer]?")', "can't be run")],
    )
    def test_a_faulty_program(self, run: "Run", knots: Path, program: str, fault: str) -> None:
        assert fault in run("ask", LOOP, "--program", program).complaint

    def test_an_unknown_model(self, run: "Run", knots: Path) -> None:
        assert "'gpt'" in run("ask", LOOP, "--model", "gpt").complaint

    def test_two_questions(self, run: "Run", knots: Path) -> None:
        assert run("ask", "When", "did", "it", "open?").code == 2


def test_a_server(run: "Run", tmp_path: Path, chat_server: "ChatServer") -> None:
    (tmp_path / "humber.md").write_text("# Humber Bridge\n\nIt opened in 1981.\n")
    server = ("--model", "openai:small", "--base-url", chat_server.url)
    given = ("--program", 'TextQ("When did the Humber Bridge open?")')
    chat_server.otherwise = chat_server.says("Passage: 1\nAnswer: 1981")
    told = run("ask", "When did it open?", "-s", "humber.md", *server, *given, "--json")
    assert told.code == 0, told.err
    assert chat_server.requests
    assert told.json["values"] == ["1981"]
