"""The commands as a user types them."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import manyhop
from manyhop.collection import Collection

if TYPE_CHECKING:
    from tests.cli.conftest import Run

SAMPLE = Path(manyhop.__file__).parent / "sample"
COMMANDS = ("index", "search", "ask", "list", "show", "info", "delete", "export", "rebuild", "demo")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "ferry.md").write_text("# Ferry\n\nThe ferry at Alder leaves at eight.\n")
    (folder / "mills.csv").write_text("Mill,Stones\nAlder,2\nWren,4\n")
    return folder


@pytest.fixture
def indexed(run: "Run", notes: Path) -> Path:
    assert run("index", notes).code == 0
    return notes


class TestIndex:
    def test_says_what_came_in(self, run: "Run", notes: Path) -> None:
        outcome = run("index", notes)
        assert outcome.code == 0
        assert outcome.out.splitlines() == [
            "2 added, 0 updated, 0 removed from 2 of 2 files.",
            ".manyhop holds 1 snippet, 1 table.",
        ]
        assert outcome.err == ""

    def test_takes_in_what_changed(self, run: "Run", indexed: Path) -> None:
        (indexed / "mills.csv").unlink()
        assert "0 added, 0 updated, 1 removed from 0 of 1 files." in run("index", indexed).out

    def test_lists_what_was_skipped(self, run: "Run", notes: Path) -> None:
        (notes / "empty.md").touch()
        for name in ("a.xyz", "b.xyz", "c.xyz"):
            (notes / name).write_text("?")
        outcome = run("index", notes)
        assert outcome.code == 0
        assert outcome.err.splitlines() == [
            "Skipped 4:",
            "  notes/a.xyz (and 2 more) is of a kind Manyhop does not read (.xyz)",
            "  notes/empty.md is empty; put something into it or leave it out",
        ]
        assert run("index", notes).code == 0

    def test_fails_where_nothing_can_be_read(self, run: "Run", tmp_path: Path) -> None:
        (tmp_path / "empty.md").touch()
        assert run("index", tmp_path / "empty.md").code == 1

    def test_json_stands_alone(self, run: "Run", notes: Path) -> None:
        (notes / "empty.md").touch()
        report = run("index", notes, "--json").json
        assert (report["files"], report["added"]) == (3, 2)
        assert [skipped["where"] for skipped in report["skipped"]] == ["notes/empty.md"]

    def test_force(self, run: "Run", indexed: Path) -> None:
        assert run("index", indexed, "--json").json["read"] == 0
        assert run("index", indexed, "--force", "--json").json["read"] == 2


class TestSearch:
    def test_shows_the_best_hit_first(self, run: "Run", indexed: Path) -> None:
        first = run("search", "When does the ferry leave?").out.splitlines()[:2]
        assert first[0].startswith(" 1. Ferry  snippet ")
        assert "notes/ferry.md" in first[0]
        assert first[1].strip() == "The ferry at Alder leaves at eight."

    def test_json(self, run: "Run", indexed: Path) -> None:
        hits = run("search", "When does the ferry leave?", "--json").json
        assert hits[0]["source"]["text"] == "The ferry at Alder leaves at eight."
        assert hits[0]["score"] >= hits[1]["score"]

    def test_k(self, run: "Run", indexed: Path) -> None:
        assert len(run("search", "Alder", "-k", "1", "--json").json) == 1
        assert run("search", "Alder", "-k", "0").code != 0

    @pytest.mark.parametrize(("word", "kind"), [("text", "snippet"), ("tables", "table")])
    def test_modality(self, run: "Run", indexed: Path, word: str, kind: str) -> None:
        hits = run("search", "Alder", "--modality", word, "--json").json
        assert [hit["source"]["kind"] for hit in hits] == [kind]

    def test_explain(self, run: "Run", indexed: Path) -> None:
        outcome = run("search", "ferry", "-k", "1", "--explain")
        assert "words " in outcome.out
        assert "meaning " in outcome.out
        (hit,) = run("search", "ferry", "-k", "1", "--explain", "--json").json
        assert hit["explanation"]["words"] > 0

    def test_markup_in_a_title_is_text(self, run: "Run", notes: Path) -> None:
        (notes / "a.md").write_text("# [bold]Rye[/red]\n\nIt is [/ground] at Alder.\n")
        run("index", notes)
        out = run("search", "rye [/x]", "-m", "text").out
        assert "[bold]Rye[/red]" in out
        assert "[/ground]" in out

    def test_a_wide_table_says_what_is_left_out(self, run: "Run", tmp_path: Path) -> None:
        rows = [",".join(f"{name}{number}" for number in range(9)) for name in "abcdef"]
        (tmp_path / "wide.csv").write_text("\n".join(rows))
        run("index", tmp_path / "wide.csv")
        assert "… 2 more rows, 3 more columns" in run("search", "b1").out


class TestSources:
    def test_list_and_show(self, run: "Run", indexed: Path) -> None:
        lines = run("list").out.splitlines()
        assert len(lines) == 2
        for line in lines:
            id = line.split()[0]
            assert run("show", id, "--json").json["id"] == id
            assert "Alder" in run("show", id).out

    def test_list_a_few(self, run: "Run", indexed: Path) -> None:
        assert run("list", "--limit", "1").out.endswith("… and 1 more; --limit shows more\n")
        tables = run("list", "--modality", "table", "--json").json
        assert [table["kind"] for table in tables] == ["table"]

    def test_info(self, run: "Run", indexed: Path) -> None:
        assert "1 snippet\n" in run("info").out
        facts = run("info", "--json").json
        assert facts["sources"] == {"snippet": 1, "table": 1, "image": 0, "procedure": 0}
        assert facts["files"] == 2

    def test_show_a_picture(self, run: "Run") -> None:
        run("index", SAMPLE / "images/humber.png", "--no-ocr")
        (image,) = run("list", "--json").json
        assert "×" in run("show", image["id"]).out

    def test_delete(self, run: "Run", indexed: Path) -> None:
        ids = [source["id"] for source in run("list", "--json").json]
        assert run("delete", ids[0]).out == "1 deleted.\n"
        assert [source["id"] for source in run("list", "--json").json] == ids[1:]

    def test_what_is_exported_can_be_indexed(self, run: "Run", tmp_path: Path) -> None:
        run("index", SAMPLE, "--no-ocr")
        assert "85 sources written" in run("export", "all.jsonl").out
        outcome = run("index", "all.jsonl", "--no-ocr", "-c", "copy", "--allow-outside")
        assert outcome.err == ""
        with Collection.open(".manyhop") as one, Collection.open("copy") as other:
            assert {source.id: source for source in one} == {source.id: source for source in other}


@pytest.mark.extras
def test_demo(run: "Run") -> None:
    outcome = run("demo", "--keep", "bridges")
    assert outcome.code == 0
    assert " 1 Which bridge opened earlier, the Humber Bridge or the one with" in outcome.out
    assert "William Tierney Clark designed" in outcome.out
    assert "chain-bridge.md “William Tierney Clark”" in outcome.out
    assert "were left unanswered." in outcome.out
    assert run("info", "-c", "bridges", "--json").json["sources"]["image"] > 0


def test_version(run: "Run") -> None:
    assert run("--version").out == f"manyhop {manyhop.__version__}\n"


def test_the_environment_names_the_collection(
    run: "Run", notes: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MANYHOP_COLLECTION", str(tmp_path / "elsewhere"))
    run("index", notes)
    assert run("info", "--json").json["folder"] == str(tmp_path / "elsewhere")
    assert not (tmp_path / ".manyhop").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(run: "Run", command: str) -> None:
    outcome = run(command, "--help")
    assert outcome.code == 0
    assert "Example" in outcome.out
    assert outcome.out.count(f"manyhop {command}") >= 2  # the usage, and the example


class TestMistakes:
    def test_an_unknown_modality(self, run: "Run", indexed: Path) -> None:
        assert "'film'" in run("search", "ferry", "-m", "film").complaint

    def test_a_question_without_words(self, run: "Run", indexed: Path) -> None:
        assert "no words" in run("search", " ?").complaint

    def test_a_missing_path(self, run: "Run", tmp_path: Path) -> None:
        assert "nowhere does not exist" in run("index", "nowhere").complaint
        assert not (tmp_path / ".manyhop").exists()

    def test_a_missing_collection(self, run: "Run") -> None:
        for arguments in (["search", "ferry"], ["info"], ["list"], ["show", "1"], ["delete", "1"]):
            assert "manyhop index" in run(*arguments).complaint

    def test_an_unknown_id(self, run: "Run", indexed: Path) -> None:
        assert "'nobody'" in run("show", "nobody").complaint
        assert "nothing was deleted" in run("delete", "nobody").complaint

    def test_an_empty_folder(self, run: "Run", tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        assert "no files to index in empty" in run("index", "empty").complaint

    def test_the_collection_itself(self, run: "Run", indexed: Path) -> None:
        assert "is a collection" in run("index", ".manyhop").complaint

    def test_a_file_for_the_collection(self, run: "Run", indexed: Path) -> None:
        assert "is a file" in run("index", indexed, "-c", indexed / "ferry.md").complaint

    def test_a_place_to_export_to_that_is_not_there(self, run: "Run", indexed: Path) -> None:
        assert "No such file" in run("export", "gone/all.jsonl").complaint

    @pytest.mark.parametrize("damage", [b"", b"not a database at all" * 400])
    def test_a_damaged_collection(self, run: "Run", indexed: Path, damage: bytes) -> None:
        for path in Path(".manyhop").glob("collection.sqlite*"):
            path.write_bytes(damage)
        assert "damaged" in run("search", "ferry").complaint

    def test_another_writer(self, run: "Run", indexed: Path) -> None:
        with Collection.open(".manyhop") as collection, collection.writer():
            assert "another process is writing" in run("index", indexed).complaint
            assert run("search", "ferry").code == 0


def test_a_reader_that_leaves_early_is_no_error(indexed: Path) -> None:
    program = [sys.executable, "-m", "manyhop", "list"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_command_runs_from_anywhere(indexed: Path, tmp_path: Path) -> None:
    program = [sys.executable, "-m", "manyhop", "search", "ferry", "-c", str(tmp_path / ".manyhop")]
    run = subprocess.run(program, cwd=os.sep, capture_output=True, text=True, check=True)
    assert "ferry.md" in run.stdout


def test_ctrl_c_says_how_to_go_on(run: "Run", notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("manyhop.cli._collection._indexed", interrupt)
    outcome = run("index", notes)
    assert outcome.code == 130
    assert "run it again to go on" in outcome.complaint


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_collection_that_is_not_writable(run: "Run", indexed: Path) -> None:
    folder = Path(".manyhop")
    folder.chmod(0o555)
    try:
        assert "not writable" in run("search", "ferry").complaint
        assert "not writable" in run("index", indexed).complaint
    finally:
        folder.chmod(0o755)
