"""Who is let in, and what is refused."""

import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.small_place import HOSTILE, SOURCES

from manyhop.errors import ManyhopError
from manyhop.web import LARGEST, Place, make_app, serve

PAGES = ["/", "/collection", "/pictures", "/runs", "/sets", "/queues", "/source/humber"]


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.nip.io"])
def test_another_name_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8765", "[::1]:8765"])
def test_this_machine_is_served(client: TestClient, host: str) -> None:
    assert client.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:9", "http://localhost.evil.example"]
)
def test_a_post_from_another_site_is_refused(client: TestClient, place: Place, origin: str) -> None:
    csrf = (place.keep / ".secret").read_text()
    data = {"csrf": csrf, "question": "When did it open?"}
    assert client.post("/ask", data=data, headers={"origin": origin}).status_code == 403
    headers = {"sec-fetch-site": "cross-site"}
    assert client.post("/ask", data=data, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "path", ["/ask", "/add", "/who", "/queues/new", "/queue/x/decide", "/queue/x/export"]
)
def test_a_post_without_the_pages_token_is_refused(client: TestClient, path: str) -> None:
    for data in ({"question": "When?"}, {"question": "When?", "csrf": "guessed"}):
        assert client.post(path, data=data).status_code == 403


def test_beyond_this_machine_a_token_is_needed(place: Place) -> None:
    app = make_app(place, host="192.0.2.7", token="a-token")
    with TestClient(app, base_url="http://192.0.2.7:8765") as far:
        assert far.get("/").status_code == 401
        assert far.get("/?token=wrong").status_code == 401
        let_in = far.get("/?token=a-token&q=1", follow_redirects=False)
        assert let_in.status_code == 303
        assert let_in.headers["location"] == "/?q=1"  # the token leaves the address
        cookie = let_in.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert far.get("/").status_code == 200


def test_a_browser_is_told_to_run_nothing_but_our_own(client: TestClient) -> None:
    for path in PAGES:
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert " style=" not in answer.text
        assert "<style" not in answer.text
        assert len(answer.content) < 300_000


@pytest.mark.parametrize(
    "path",
    [
        "/source/..%2f..%2fetc%2fpasswd",
        "/picture/..%2f..%2fetc%2fpasswd",
        "/pdf/..%2f..%2fetc%2fpasswd",
        "/static/..%2f_app.py",
        "/static/%2e%2e/_app.py",
        "/run/..%2f..%2fetc",
        "/run/x/sample/../../etc/passwd",
        "/set/..%2f..",
        "/audit/..%2f..",
        "/queue/..%2f..",
        "/picture/..%2fx?asked=1",
        "/source/humber?queue=..%2f..",
        "/asked/..%2f.secret",
    ],
)
def test_paths_lead_nowhere(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text


def test_what_is_uploaded_stays_in_its_folder(place: Place, post: Any) -> None:
    names = ["../../outside.md", "/etc/outside.md", "..\\..\\outside.md", ".hidden/outside.md"]
    answer = post("/add", files=[("files", (name, b"# Words", "text/plain")) for name in names])
    assert answer.status_code == 200
    written = set(place.keep.parent.rglob("*outside.md"))
    assert written
    assert all(path.is_relative_to(place.keep / "added") for path in written)
    assert not Path("/etc/outside.md").exists()


def test_too_much_is_refused(client: TestClient) -> None:
    answer = client.post("/add", headers={"content-length": str(LARGEST + 1)}, content=b"")
    assert answer.status_code == 413


def test_what_is_no_picture_is_refused(post: Any) -> None:
    files = {"picture": ("a.png", b"<svg onload=go()>", "image/png")}
    answer = post("/ask", files=files, question="What is this?")
    assert answer.status_code == 400
    assert "no picture" in answer.text


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.id)
def test_what_a_source_says_stays_text(client: TestClient, source: Any) -> None:
    text = client.get(f"/source/{source.id}").text
    assert "<script>alert" not in text
    assert "<img src=x" not in text


def test_what_a_person_writes_stays_text(client: TestClient, post: Any) -> None:
    for text in (
        client.get("/collection", params={"q": HOSTILE}).text,
        client.get("/pictures", params={"q": HOSTILE}).text,
        post("/queues/new", name=HOSTILE, flow="aokvqa", count="1").text,
        post("/who", who=HOSTILE, to="/queues").text,
        post("/who", who=HOSTILE, to="//evil.example").text,
    ):
        assert "<script>alert" not in text
        assert "<img src=x" not in text


def test_a_port_that_is_taken_is_said(place: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        with pytest.raises(ManyhopError, match=f"port {port} .* choose another with --port"):
            serve(place, port=port)
