"""The commands as a user types them: what they print and how they end."""

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
