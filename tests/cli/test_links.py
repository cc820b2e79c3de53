"""What speaks of the same thing, as the command shows it."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture
def bridges(run: "Run", tmp_path: Path) -> Path:
    folder = tmp_path / "bridges"
    folder.mkdir()
    (folder / "wren.md").write_text("# Wren Bridge\n\nThe Wren Bridge is a bridge of red iron.\n")
    (folder / "bridges.csv").write_text("Bridge,Opened\nWren Bridge,1902\nAlder Bridge,1911\n")
    (folder / "mills.csv").write_text("Mill,Stones\nAlder,2\n")
    assert run("index", folder).code == 0
    return folder


def test_things_are_shown_with_the_rule_that_found_them(run: "Run", bridges: Path) -> None:
    first, second = run("links").out.splitlines()
    assert first.startswith("bridges  table ")
    assert second == "    Wren Bridge  1 snippet · title at row 1, column 1"


def test_one_table_whole_and_as_json(run: "Run", bridges: Path) -> None:
    (topic,) = run("links", "--json").json
    assert run("links", "--table", topic["id"], "--json").json == [topic]
    (thing,) = topic["things"]
    assert (thing["key"], thing["cells"]) == (
        "wren bridge",
        [{"row": 0, "column": 0, "text": "Wren Bridge", "rule": "title"}],
    )
    assert len(thing["snippets"]) == 1
    assert thing["images"] == []


def test_the_limit_says_that_there_is_more(run: "Run", bridges: Path) -> None:
    (bridges / "rails.csv").write_text("Bridge,Rails\nWren Bridge,2\n")
    run("index", bridges)
    assert run("links", "--limit", "1").out.splitlines()[-1] == "… and more; --limit shows them"


def test_where_nothing_is_linked_it_says_so(run: "Run", bridges: Path) -> None:
    (bridges / "wren.md").unlink()
    run("index", bridges)
    assert run("links").out.startswith("Nothing is linked")


def test_an_unknown_table(run: "Run", bridges: Path) -> None:
    assert run("links", "--table", "t9").complaint.startswith("there is no table 't9' in .manyhop")


def test_help_has_examples(run: "Run") -> None:
    assert "manyhop links --limit 3" in run("links", "--help").out
