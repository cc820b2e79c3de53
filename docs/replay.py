"""Runs the examples in the docs and puts their real output below them.

In the pages listed here, in order and in one scratch folder:

- the lines after ``$`` in a ``console`` block are run, and what they print replaces the rest;
- a ``python`` block is run, and what it prints replaces the plain block right after it; if it
  starts with a comment that names a file (``# latent.py``), it is saved as that file instead;
- a ``json`` block is saved as ``lines.jsonl``.

Run ``python docs/replay.py`` after a change that shows in the docs, and read the difference.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent
PAGES = (
    DOCS / "indexing-and-searching.md",
    DOCS / "adding-an-encoder.md",
    DOCS.parent / "README.md",
)
BLOCK = re.compile(r"```(console|python|json)\n(.*?)```\n(?:\n```\n(.*?)```\n)?", re.DOTALL)


class Replay:
    """One scratch folder in which the pages are played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        (self.folder / "src").symlink_to(DOCS.parent / "src")

    def page(self, text: str) -> str:
        """The page with the output of now."""
        return BLOCK.sub(self._block, text)

    def _block(self, found: re.Match[str]) -> str:
        language, body, output = found.groups()
        if language == "console":
            commands = re.findall(r"^\$ (.*)$", body, re.MULTILINE)
            played = "".join(f"$ {command}\n{self._run(command)}" for command in commands)
            return found[0].replace(body, played, 1)
        if language == "json":
            (self.folder / "lines.jsonl").write_text(body)
        elif name := re.match(r"# (\w+\.py)\n", body):
            (self.folder / name[1]).write_text(body)
        elif output is not None:
            (self.folder / "example.py").write_text(body)
            printed = self._run(f"{sys.executable} example.py")
            return f"```python\n{body}```\n\n```\n{printed}```\n"
        return found[0]

    def _run(self, command: str) -> str:
        """What a command prints, without what only this machine has."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env=os.environ | {"PATH": path, "PYTHONPATH": "src", "MANYHOP_COLLECTION": ".manyhop"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        lines = [line.rstrip() for line in done.stdout.splitlines()]
        return "".join(f"{line}\n" for line in lines).replace(str(self.folder), "…")


def main() -> None:
    """Play every page."""
    with tempfile.TemporaryDirectory() as scratch:
        replay = Replay(Path(scratch))
        for page in PAGES:
            page.write_text(replay.page(page.read_text()))


if __name__ == "__main__":
    main()
