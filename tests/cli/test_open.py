"""The command that serves the page; the page itself is tested in ``tests/web``."""

import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run

pytest.importorskip("uvicorn", reason="needs the extra web")


@pytest.mark.parametrize("command", ["open", "serve"])
def test_a_port_that_is_taken_is_said(tmp_path: Path, run: "Run", command: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        done = run(command, "--collection", tmp_path / "c", "--port", port)
    assert done.code == 1
    assert f"at port {port}" in done.err
    assert "choose another with --port" in done.err


def test_without_the_extra_it_says_what_to_install(
    tmp_path: Path, run: "Run", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("manyhop.cli._open.find_spec", lambda name: None)
    done = run("open", "--collection", tmp_path / "c")
    assert done.code == 1
    assert "pip install 'manyhop[web]'" in done.err
