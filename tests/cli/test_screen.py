"""What others wrote is printed as it is said: it steers no terminal and is no markup."""

import io
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image as Pixels
from rich.progress import Progress
from rich.text import Text

from manyhop.cli._console import Screen, printable, printable_json, words_column
from manyhop.collection import Collection
from manyhop.sources import Cell, Column, Image, Procedure, Snippet, Step, Table

if TYPE_CHECKING:
    from tests.cli.conftest import OnTerminal, Run
    from tests.conftest import ChatServer

ESCAPE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"
STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
MARKUP = "[/b] notes [ :warning: [red]"
COMMANDS = (
    ("search", "ferry"),
    ("search", "ferry", "--explain"),
    ("search", "ferry", "--json"),
    ("list",),
    ("list", "--json"),
    ("links",),
    ("ask", "When does the ferry leave?", "--planner", "explicit", "--guess", "--verbose"),
)


@pytest.fixture
def hostile(tmp_path: Path) -> Collection:
    """Every kind of source, each with escapes and markup wherever there is text."""
    nasty = f"{MARKUP} {ESCAPE}"
    picture = tmp_path / f"{nasty.replace('/', '')}.png"
    Pixels.new("RGB", (8, 8), "red").save(picture)
    with Collection.open(tmp_path / ".manyhop", create=True) as collection:
        collection.add(
            [
                Snippet(
                    id=f"one{ESCAPE}[/b]",
                    title=f"Ferry {nasty}",
                    text=f"The ferry leaves at eight. {nasty}",
                    origin=f"{nasty}.md",
                ),
                Table(
                    id="two",
                    title=f"Ferry {nasty}",
                    caption=f"Ferry times {nasty}",
                    columns=(Column(f"Ferry {nasty}"), Column("Time")),
                    rows=((Cell(f"Alder {nasty}"), Cell("eight")),),
                ),
                Image(id="three", title=f"Ferry {nasty}", caption=nasty, path=str(picture)),
                Procedure(
                    id="four",
                    title=f"Board the ferry {nasty}",
                    steps=(Step(title=nasty, text=f"Buy a ticket {nasty}"), Step(text="Board")),
                ),
            ]
        )
    return collection


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_lets_escapes_or_markup_through(
    run: "Run", hostile: Collection, command: tuple[str, ...]
) -> None:
    outcome = run(*command)
    assert outcome.code == 0
    assert not STEERING.search(outcome.out + outcome.err)


@pytest.mark.parametrize("id", [f"one{ESCAPE}[/b]", "two", "three", "four"])
def test_a_source_is_shown_with_its_brackets(run: "Run", hostile: Collection, id: str) -> None:
    outcome = run("show", id)
    assert outcome.code == 0
    assert not STEERING.search(outcome.out)
    assert "[/b] notes [ :warning: [red]" in " ".join(outcome.out.split())


def test_an_error_that_names_what_was_typed(run: "Run", hostile: Collection) -> None:
    outcome = run("show", f"nowhere{ESCAPE}[/b]")
    assert outcome.code == 1
    assert not STEERING.search(outcome.err)
    assert "[/b]" in outcome.err


def test_what_a_server_says(run: "Run", hostile: Collection, chat_server: "ChatServer") -> None:
    body = '{"error": {"message": "no such model \\u001b[2J\\u009b31m [/b]"}}'
    chat_server.otherwise = chat_server.sends(404, body.encode())
    outcome = run(
        *("ask", "When does the ferry leave?", "--planner", "explicit"),
        *("--model", "openai:m", "--base-url", chat_server.url),
    )
    assert outcome.code == 1
    assert "no such model [2J31m [/b]" in outcome.err
    assert not STEERING.search(outcome.err)


def test_a_folder_with_an_open_bracket_on_a_terminal(
    on_terminal: "OnTerminal", tmp_path: Path
) -> None:
    folder = tmp_path / "notes ["
    folder.mkdir()
    for number in range(3):
        (folder / f"b] \x1b[2J {number}.md").write_text("# Ferry\n\nIt leaves at eight.\n")
    code, seen = on_terminal("index", folder.name)
    assert code == 0, seen
    assert "3 files" in seen
    assert "\x1b[2J" not in seen


def test_a_file_name_that_is_no_text(run: "Run", tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    path = os.fsdecode(os.fsencode(folder) + b"/\xff.md")
    try:
        Path(path).write_text("# Ferry\n\nThe ferry leaves at eight.\n")
    except (OSError, UnicodeError):
        pytest.skip("this file system keeps names that are text only")
    outcome = run("index", folder)
    assert "Traceback" not in outcome.err


def test_line_ends_and_tabs_stay() -> None:
    assert printable("a\tb\nc\r\x1b[31m\ud800") == "a\tb\nc[31m\ufffd"


def test_json_says_the_same() -> None:
    assert printable_json('["a\x7f\u202e"]') == '["a\\u007f\\u202e"]'


def test_styles_are_the_screens_own() -> None:
    file = io.StringIO()
    screen = Screen(file=file, force_terminal=True, color_system="standard", width=60)
    screen.print(Text.assemble(("\x1b[2Jred", "red")))
    assert file.getvalue() == "\x1b[31m[2Jred\x1b[0m\n"


def test_a_progress_bar_shows_brackets() -> None:
    file = io.StringIO()
    with Progress(words_column("{task.description}"), console=Screen(file=file, width=60)) as bar:
        bar.add_task("notes [/b] \x1b[2J", total=1)
    assert "notes [/b] [2J" in file.getvalue()
