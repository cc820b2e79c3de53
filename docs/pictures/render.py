"""Draws ask.svg and search.svg: the bundled sample asked and searched, as a terminal shows it.

Run ``python docs/pictures/render.py`` after a change to how answers or hits look. It needs a
pseudo-terminal, which Windows does not have.
"""

import io
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

HERE = Path(__file__).parent
SAMPLE = HERE.parent.parent / "src" / "manyhop" / "sample"
WIDTH = 110
QUESTIONS = (["Which bridge opened earlier, the Humber Bridge or the one with two red towers?"],)
SEARCHES = (
    ["two red towers in the fog", "-k", "1"],
    ["Which engineer's wife passed on his orders when he was too sick to come?", "-k", "1"],
    ["main span in metres and opening date of suspension bridges", "-m", "table", "-k", "1"],
    ["How do I roll paper into tubes for a model bridge?", "-m", "procedure", "-k", "1"],
)
NOT_OURS = re.compile(r"@font-face \{.*?\}\s*|<!-- Generated.*?-->\s*", re.DOTALL)


def main() -> None:
    """Index the sample, ask and search it, and save what the terminal shows."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        shutil.copytree(SAMPLE, folder / "sample")
        _terminal(folder, "index", "sample", "--no-ocr")
        _draw(folder, "ask", QUESTIONS)
        _draw(folder, "search", SEARCHES)


def _draw(folder: Path, command: str, runs: Iterable[list[str]]) -> None:
    screen = Console(record=True, width=WIDTH, highlight=False, file=io.StringIO())
    for words, *options in runs:
        typed = " ".join((f'manyhop {command} "{words}"', *options))
        screen.print(Text.assemble(("$", "green"), f" {typed}"))
        shown = _terminal(folder, command, words, *options)
        screen.print(Text.from_ansi(shown.replace(f"{folder}/", "")))
        screen.print()
    svg = screen.export_svg(
        title=f"manyhop {command}", theme=MONOKAI, unique_id=command, font_aspect_ratio=0.63
    )
    svg = NOT_OURS.sub("", svg).replace("Fira Code, monospace", "monospace")
    (HERE / f"{command}.svg").write_text(svg)


def _terminal(folder: Path, *arguments: str) -> str:
    """What a command shows in a terminal, colours included."""
    ours, theirs = pty.openpty()
    settings = {
        "COLUMNS": str(WIDTH),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "CI": "1",
    }
    subprocess.run(
        [sys.executable, "-m", "manyhop", *arguments],
        cwd=folder,
        env=os.environ | settings,
        stdout=theirs,
        check=True,
    )
    os.close(theirs)
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    os.close(ours)
    return shown.decode().replace("\r\n", "\n").rstrip("\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # Linux says so at the end
        return b""


if __name__ == "__main__":
    main()
