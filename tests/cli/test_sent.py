"""What leaves the machine: nothing, or what an endpoint is asked with; and never a strange file."""

import base64
import io
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image as Pillow

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import ChatServer

LISTENS = """
import sys

def hook(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        with open({told!r}, "a") as file:
            print(event, arguments, file=file)

sys.addaudithook(hook)
"""
QUESTION = "What colour is the red bridge in the picture?"


def png(shade: str) -> bytes:
    stream = io.BytesIO()
    Pillow.new("RGB", (64, 48), shade).save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.timeout(900)
def test_nothing_is_sent_where_no_endpoint_is_named(tmp_path: Path) -> None:
    """Neither by a command nor by its workers: each tells of every address that it looks for."""
    told = tmp_path / "told"
    (tmp_path / "sitecustomize.py").write_text(LISTENS.format(told=str(told)))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "red.png").write_bytes(png("red"))
    page = '<p>The bridge opened in 1981.</p><img src="http://127.0.0.1:9/a.png" alt="A bridge">'
    (tmp_path / "docs" / "a.html").write_text(page)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        return done.stdout + done.stderr

    assert "1 snippet" in run("-m", "manyhop", "index", "docs", "-c", "c")
    assert "1981" in run("-m", "manyhop", "ask", "When did the bridge open?", "-c", "c")
    assert not told.exists()
    run("-c", "import socket; socket.socket().connect_ex(('127.0.0.1', 9))")
    assert "socket.connect" in told.read_text()  # it does listen


class TestPictures:
    @pytest.fixture
    def indexed(self, run: "Run", tmp_path: Path) -> Path:
        """A page with a picture, and a page with one from outside."""
        (tmp_path / "docs").mkdir()
        (tmp_path / "outside").mkdir()
        (tmp_path / "docs" / "a.png").write_bytes(png("red"))
        (tmp_path / "outside" / "secret.png").write_bytes(png("blue"))
        shown = "![The red bridge](a.png)\n\n![The red bridge](../outside/secret.png)"
        (tmp_path / "docs" / "a.md").write_text(f"# Bridges\n\n{shown}\n")
        assert run("index", "docs", "-c", "c").code == 0
        return tmp_path / "c" / "collection.sqlite"

    def sent(self, run: "Run", server: "ChatServer", picture: bytes) -> bool:
        asked = ("ask", QUESTION, "-c", "c", "--model", "openai:m", "--base-url", server.url)
        assert run(*asked).code == 0
        return base64.b64encode(picture).decode() in json.dumps(server.requests)

    def test_one_that_was_indexed(
        self, run: "Run", indexed: Path, chat_server: "ChatServer"
    ) -> None:
        assert self.sent(run, chat_server, png("red"))

    def test_not_one_from_outside_the_named_folders(
        self, run: "Run", indexed: Path, chat_server: "ChatServer"
    ) -> None:
        assert not self.sent(run, chat_server, png("blue"))

    def test_not_one_that_a_received_collection_names(
        self, run: "Run", indexed: Path, chat_server: "ChatServer", tmp_path: Path
    ) -> None:
        with closing(sqlite3.connect(indexed)) as database, database:
            query = "SELECT key, record FROM sources WHERE kind = 'image'"
            for key, record in database.execute(query).fetchall():
                row = json.loads(record) | {"path": str(tmp_path / "outside" / "secret.png")}
                row.pop("content", None)
                change = "UPDATE sources SET record = ? WHERE key = ?"
                database.execute(change, (json.dumps(row).encode(), key))
        assert not self.sent(run, chat_server, png("blue"))
        assert chat_server.requests

    def test_not_one_that_was_exchanged_since(
        self, run: "Run", indexed: Path, chat_server: "ChatServer", tmp_path: Path
    ) -> None:
        (tmp_path / "docs" / "a.png").write_bytes(png("green"))
        assert not self.sent(run, chat_server, png("green"))
