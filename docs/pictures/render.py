"""Draws search.svg: real searches of the bundled sample, as a terminal shows them.

Run ``python docs/pictures/render.py`` after a change to search or to how hits look. It needs a
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
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

HERE = Path(__file__).parent
SAMPLE = HERE.parent.parent / "src" / "manyhop" / "sample"
WIDTH = 110
SEARCHES = (
    ["two red towers in the fog"],
    ["Which engineer's wife passed on his orders when he was too sick to come?"],
    ["main span in metres and opening date of suspension bridges", "-m", "table"],
    ["How do I roll paper into tubes for a model bridge?", "-m", "procedure"],
)
NOT_OURS = re.compile(r"@font-face \{.*?\}\s*|<!-- Generated.*?-->\s*", re.DOTALL)


def main() -> None:
    """Index the sample, search it, and save what the terminal shows."""
    screen = Console(record=True, width=WIDTH, highlight=False, file=io.StringIO())
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        shutil.copytree(SAMPLE, folder / "sample")
        _terminal(folder, "index", "sample", "--no-ocr")
        for search in SEARCHES:
            question, *options = search
            command = " ".join((f'manyhop search "{question}"', *options, "-k 1"))
            screen.print(f"[green]$[/green] {command}")
            shown = _terminal(folder, "search", *search, "-k", "1")
            screen.print(Text.from_ansi(shown.replace(f"{folder}/", "")))
            screen.print()
    svg = screen.export_svg(
        title="manyhop search", theme=MONOKAI, unique_id="search", font_aspect_ratio=0.63
    )
    svg = NOT_OURS.sub("", svg).replace("Fira Code, monospace", "monospace")
    (HERE / "search.svg").write_text(svg)


def _terminal(folder: Path, *arguments: str) -> str:
    """What a command shows in a terminal, colours included."""
    ours, theirs = pty.openpty()
    settings = {"COLUMNS": str(WIDTH), "TERM": "xterm-256color", "CI": "1"}
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
