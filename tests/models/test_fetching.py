"""Getting a file that the user asked for, against a server on this machine."""

import hashlib
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from manyhop.errors import ManyhopError
from manyhop.models import Wanted, fetch_file, hub_address

CONTENT = bytes(range(256)) * 9_000
DIGEST = hashlib.sha256(CONTENT).hexdigest()


class Hub(BaseHTTPRequestHandler):
    """Serves one file, by parts where that is asked; may break off or serve something else."""

    breaks_off_at = len(CONTENT)
    content = CONTENT
    asked: list[str] = []  # noqa: RUF012

    def do_GET(self) -> None:
        self.asked.append(self.headers.get("Range") or "all")
        start = int((re.findall(r"bytes=(\d+)-", self.headers.get("Range") or "") or ["0"])[0])
        if self.path != "/made/here/resolve/main/model.gguf":
            self.send_error(404)
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(self.content) - start))
        self.end_headers()
        self.wfile.write(self.content[start : self.breaks_off_at])

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Hub, "asked", [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}/")
    yield f"{hub_address()}/made/here/resolve/main/model.gguf"
    server.shutdown()
    server.server_close()


def wanted(address: str, sha256: str = DIGEST) -> Wanted:
    return Wanted("model.gguf", address, len(CONTENT), sha256)


def test_a_whole_file_appears_and_is_not_fetched_again(address: str, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = fetch_file(wanted(address), tmp_path, lambda done, of: told.append((done, of)))
    assert path.read_bytes() == CONTENT
    assert told[-1] == (len(CONTENT), len(CONTENT))
    assert fetch_file(wanted(address), tmp_path) == path
    assert Hub.asked == ["all"]
    assert [each.name for each in tmp_path.iterdir()] == ["model.gguf"]


def test_what_broke_off_goes_on(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hub, "breaks_off_at", 1_500_000)
    with pytest.raises(ManyhopError, match="run the same command again"):
        fetch_file(wanted(address), tmp_path)
    have = (tmp_path / "model.gguf.part").stat().st_size
    assert 0 < have <= 1_500_000
    monkeypatch.setattr(Hub, "breaks_off_at", len(CONTENT))
    assert fetch_file(wanted(address), tmp_path).read_bytes() == CONTENT
    assert Hub.asked == ["all", f"bytes={have}-"]


def test_another_file_is_refused_and_not_kept(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hub, "content", CONTENT[:-1] + b"?")
    with pytest.raises(ManyhopError, match="SHA-256 differs"):
        fetch_file(wanted(address), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_there_is_said(address: str, tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"could not be fetched.*404"):
        fetch_file(wanted(address.replace("here", "there")), tmp_path)


def test_a_full_disk_is_said_before_anything_is_fetched(address: str, tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="no room"):
        fetch_file(wanted(address)._replace(bytes=1 << 60), tmp_path)
    assert Hub.asked == []
