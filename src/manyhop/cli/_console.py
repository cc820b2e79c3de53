"""Where output goes, and how an error is said."""

import logging
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.text import Text

from manyhop.collection import DEFAULT_FOLDER, Collection
from manyhop.sources import Kind

# The terminal: where all text for people goes, and the one place where it is made safe to print.
#
# Texts, titles, file names and what servers say come from others. They may hold what would steer
# the terminal, and what rich would take for its markup; neither gets further than here.

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_BROKEN = re.compile(r"[\ud800-\udfff]")  # bytes of a file name that are no text


def printable(text: str) -> str:
    r"""The text without what steers a terminal or turns the direction of writing.

    Line ends and tabs stay. Example: ``printable("\x1b]0;title\x07red")`` → ``"]0;titlered"``
    """
    return _BROKEN.sub("\ufffd", _STEERING.sub("", text))


def printable_json(text: str) -> str:
    """JSON that means the same, with every such character written by its number."""
    return _STEERING.sub(_by_number, text)


class Screen(Console):
    """A console that prints everything as it is said: no markup, no emoji codes, no escapes.

    Styles are given as ``style=`` or in a ``Text``.
    Example: ``Screen().print("[/b]", style="dim")``
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Every piece of text on its way to the terminal; rich's own controls pass."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text), style, control)


class Remarks(logging.Handler):
    """What the library has to remark, as lines on a screen."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(logging.WARNING)
        self._screen = screen

    def emit(self, record: logging.LogRecord) -> None:
        """Print one remark."""
        self._screen.print(f"manyhop: {record.getMessage()}")


def _by_number(found: re.Match[str]) -> str:
    return found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}"


def words_column(format: str) -> TextColumn:
    """A column of a progress bar, which would read markup too: ``words_column("{task.total}")``."""
    return TextColumn(format, markup=False)


def progress_bar(*columns: ProgressColumn) -> Progress:
    """A bar on a terminal: what is being done, how far it is, these columns, the time left."""
    return Progress(
        words_column("{task.description}"),
        BarColumn(),
        *columns,
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not is_interactive(),
    )


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
