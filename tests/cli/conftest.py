"""The commands as a user types them: what they print and how they end."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from manyhop.cli import main


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)

    @property
    def complaint(self) -> str:
        """The one sentence of a failure."""
        assert self.code not in (0, None)
        assert self.out == ""
        assert "Traceback" not in self.err
        (line,) = self.err.strip().splitlines()
        assert line.startswith("manyhop: ")
        return line.removeprefix("manyhop: ")


Run = Callable[..., Outcome]
OnTerminal = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MANYHOP_COLLECTION", raising=False)

    def run(*arguments: str | Path) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["manyhop", *map(str, arguments)])
        capsys.readouterr()
        code: Any = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def on_terminal(tmp_path: Path) -> OnTerminal:
    """Runs a command in a process of its own on a pseudo terminal; its code and what was seen."""

    def run(*arguments: str | Path, typed: str = "") -> tuple[int, str]:
        screen, terminal = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-c", "from manyhop.cli import main; main()", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "TERM": "xterm", "CI": "", "COLUMNS": "120"},
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        os.write(screen, typed.encode())
        seen = b""
        try:
            while part := os.read(screen, 65536):
                seen += part
        except OSError:  # how a pseudo terminal says that it has ended
            pass
        os.close(screen)
        return process.wait(), seen.decode("utf-8", "replace")

    return run
