"""What the page keeps is whole after a kill, and its owner's alone."""

import os
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from tests.web.small_place import SOURCES

from manyhop.annotation import Item, Queue, flow_named
from manyhop.collection import Collection
from manyhop.web import Place, make_app


@pytest.fixture
def keep(tmp_path: Path) -> Path:
    with Collection.open(tmp_path / "collection", create=True) as collection:
        collection.add(SOURCES[:1])
    return tmp_path / "keep"


def opened(keep: Path) -> TestClient:
    place = Place(keep.parent / "collection", keep)
    return TestClient(make_app(place), base_url="http://localhost")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("left", ["", "half"])
def test_a_secret_that_was_not_written_to_its_end_is_none(keep: Path, left: str) -> None:
    keep.mkdir()
    (keep / ".secret").write_text(left)
    (keep / ".secret").chmod(0o644)
    with opened(keep) as client:
        headers = {"origin": "http://localhost"}
        answer = client.post("/who", data={"csrf": left, "who": "Ada"}, headers=headers)
    assert answer.status_code == 403
    assert len((keep / ".secret").read_text()) == 32
    assert mode(keep / ".secret") == 0o600


def test_the_secret_stays_the_same(keep: Path) -> None:
    opened(keep)
    secret = (keep / ".secret").read_text()
    opened(keep)
    assert (keep / ".secret").read_text() == secret


def test_half_a_report_and_half_a_question_keep_no_page_from_opening(keep: Path) -> None:
    keep.mkdir()
    (keep / "added.json").write_text('{"state": "wor')
    whole = {"id": "a", "talk": "a", "text": "When?", "when": "2026-01-01", "error": "none"}
    lines = msgspec.json.encode(whole) + b'\n{"id": "b", "tal'
    (keep / "questions.jsonl").write_bytes(lines)
    with opened(keep) as client:
        assert client.get("/collection").status_code == 200
        csrf = (keep / ".secret").read_text()
        asked = client.post("/ask", data={"csrf": csrf, "question": "When did it open?"})
    assert asked.status_code == 200
    kept = (keep / "questions.jsonl").read_bytes().splitlines()
    assert [msgspec.json.decode(line)["text"] for line in kept[:2]] == ["When?", whole_text(kept)]


def whole_text(kept: list[bytes]) -> Any:
    """That of the question asked after the line that was cut off."""
    return msgspec.json.decode(kept[-1])["text"]


def test_what_the_page_keeps_is_its_owners_alone(keep: Path) -> None:
    opened(keep)
    assert mode(keep) == 0o700
    queue = Queue.create(keep / "queues" / "q", flow_named("review"), [Item(id="q1")])
    assert mode(queue.folder) == 0o700
    assert {mode(path) for path in queue.folder.iterdir()} == {0o600}


def dies_making_a_queue(folder: Path, point: int) -> bool:
    """Make a queue in a fork that ends at one of the steps on the disk; whether it came to that."""
    child = os.fork()
    if child == 0:
        left = point

        def hook(event: str, arguments: Any) -> None:
            nonlocal left
            if event in ("os.rename", "os.mkdir", "open") and str(folder.parent) in str(arguments):
                left -= 1
                if left == 0:
                    os._exit(9)

        sys.addaudithook(hook)
        Queue.create(folder, flow_named("review"), [Item(id="q1")])
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of this process")
def test_a_queue_that_was_being_made_is_whole_or_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "queues" / "q"
    deaths = 0
    while not folder.exists() and dies_making_a_queue(folder, deaths + 1):
        deaths += 1
    assert deaths > 5
    assert list(Queue.open(folder).items) == ["q1"]
