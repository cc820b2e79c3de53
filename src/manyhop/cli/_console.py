"""Where output goes, and how an error is said."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from manyhop.collection import DEFAULT_FOLDER, Collection

out = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
err = Console(stderr=True, soft_wrap=True, highlight=False)

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
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def open_collection(folder: Path, *, create: bool = False) -> Collection:
    """Open the collection that a command works on."""
    return Collection.open(folder, create=create)


def print_json(value: Any) -> None:
    """One JSON value on standard output, indented for people, whole for programs."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def shorten(text: str, width: int = 240) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def is_interactive() -> bool:
    """Whether progress bars make sense."""
    return err.is_terminal and not os.environ.get("CI")
