"""How a command ends when it is stopped or may not write."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from manyhop.errors import remedy

if TYPE_CHECKING:
    from tests.cli.conftest import Run

STOPPED_WHILE_IMPORTING = """
import sys
from importlib.abc import MetaPathFinder

class Stop(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stop())
sys.argv = ["manyhop", "info"]
from manyhop.cli import main
main()
"""


@pytest.mark.parametrize("module", ["numpy", "rich", "typer", "manyhop.answering"])
def test_stopped_while_importing(module: str) -> None:
    script = STOPPED_WHILE_IMPORTING.format(module=module)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "manyhop: stopped\n")


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "make room on the disk"),
        (errno.EACCES, "ask for permission to write there, or choose another place"),
        (errno.EROFS, "ask for permission to write there, or choose another place"),
        (errno.EISDIR, ""),
    ],
)
def test_advice_follows_the_cause(number: int, advice: str) -> None:
    assert remedy(OSError(number, os.strerror(number))) == advice


def test_an_error_of_the_system_comes_with_its_remedy(
    run: "Run", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("The ferry leaves at eight.")
    run("index", "a.md")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "out.jsonl")

    monkeypatch.setattr("manyhop.collection.Collection.export", refuse)
    assert run("export", "out.jsonl").complaint == (
        "out.jsonl: Permission denied; ask for permission to write there, or choose another place"
    )
