"""Where output goes, and how an error is said."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from manyhop.cli._screen import Screen, printable_json
from manyhop.collection import DEFAULT_FOLDER, Collection
from manyhop.sources import Kind

out = Screen(width=None if sys.stdout.isatty() else 120)
err = Screen(stderr=True, soft_wrap=True)

CollectionOption = Annotated[
    Path,
    typer.Option(
        "--collection",
        "-c",
        envvar="MANYHOP_COLLECTION",
        help="The collection's folder.",
        show_default=str(DEFAULT_FOLDER),
    ),
]
ModelOption = Annotated[
    str,
    typer.Option(
        envvar="MANYHOP_MODEL", help="embedded, large, openai:MODEL or hf:FOLDER_OR_NAME."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def open_collection(folder: Path, *, create: bool = False) -> Collection:
    """Open the collection that a command works on."""
    return Collection.open(folder, create=create)


def print_json(value: Any) -> None:
    """One JSON value on standard output, indented for people, whole for programs."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    typer.echo(printable_json(text))


def shorten(text: str, width: int = 240) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def tally(counts: Mapping[Kind, int]) -> str:
    """What there is of each kind: ``"28 snippets, 1 table"``, or ``"nothing"``."""
    some = [(kind, number) for kind, number in counts.items() if number]
    words = [f"{number:,} {kind}{'s' if number > 1 else ''}" for kind, number in some]
    return ", ".join(words) or "nothing"


def print_line(line: Text) -> None:
    """One line, cut at a terminal's edge, whole in a pipe."""
    if out.is_terminal:
        out.print(line, no_wrap=True, overflow="ellipsis")
    else:
        out.print(line, soft_wrap=True)


def is_interactive() -> bool:
    """Whether progress bars make sense."""
    return err.is_terminal and not os.environ.get("CI")
