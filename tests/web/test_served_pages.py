"""The pages, as a person would go through them."""

import io
import re
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image as Pillow
from starlette.testclient import TestClient
from tests.evaluation.sums import Adder, Sums, write_sums
from tests.web.small_place import drawing

from manyhop.collection import index_paths
from manyhop.evaluation import run
from manyhop.sources import Span
from manyhop.web import Place, make_app


def answered(client: TestClient, path: str) -> str:
    for _ in range(600):
        text = client.get(path).text
        if "sse-connect" not in text:
            return text
        time.sleep(0.1)
    raise AssertionError("never answered")


def test_a_question_is_answered_with_its_citation_opened(client: TestClient, post: Any) -> None:
    asked = post("/ask", question="When did the Humber Bridge open?")
    text = answered(client, asked.url.path)
    assert '<p class="sentence"' in text
    assert "1981" in text
    assert re.search(r"<mark>[^<]*1981", text)
    assert "How it was found" in text
    assert 'href="/source/humber"' in text
    copied = client.get(f"{asked.url.path}/markdown").text
    assert copied.startswith("**When did the Humber Bridge open?**")
    assert "[1] Humber Bridge: “" in copied


def test_events_end_with_the_answer(client: TestClient, post: Any) -> None:
    asked = post("/ask", question="When did the Humber Bridge open?")
    text = client.get(f"{asked.url.path}/events").text
    assert "event: answer" in text
    assert text.rstrip().endswith("event: end\ndata:")


def test_a_follow_up_is_understood(client: TestClient, post: Any) -> None:
    first = post("/ask", question="When did the Humber Bridge open?")
    text = answered(client, first.url.path)
    talk = re.search(r'name="talk" value="(\w+)"', text)
    assert talk
    second = post("/ask", question="And how long is it?", talk=talk[1])
    text = answered(client, second.url.path)
    assert text.count('class="turn"') == 2
    assert "I took this as: And how long is" in text or "Humber Bridge" in text


def test_where_nothing_was_found_the_nearest_is_opened(place: Place) -> None:
    nearest = msgspec.to_builtins([place.collection.get("humber").cite(Span(33, 51))])
    kept = {
        "id": "notfound",
        "talk": "notfound",
        "text": "Who fell off the Humber Bridge?",
        "when": "2026-01-01T00:00:00+00:00",
        "answer": {
            "sentence": "I did not find it.",
            "abstained": True,
            "confidence": 0.1,
            "trace": {"planner": "look", "nearest": nearest},
        },
    }
    with (place.keep / "questions.jsonl").open("ab") as file:
        file.write(msgspec.json.encode(kept) + b"\n")
    with TestClient(make_app(place), base_url="http://localhost") as client:
        text = client.get("/asked/notfound").text
    assert "I did not find it." in text
    assert "What comes nearest" in text
    assert "<mark>It opened in 1981.</mark>" in text


def test_an_empty_question_is_refused(post: Any) -> None:
    answer = post("/ask", question="???", choices="one\ntwo")
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert "The question has no words; say what you want to know." in answer.text
    assert 'value="???"' in answer.text  # what was given is still there
    assert "one\ntwo</textarea>" in answer.text


def test_no_files_are_refused(post: Any) -> None:
    answer = post("/add", files=[("files", ("", b"", "text/plain"))])
    assert answer.status_code == 400
    assert "No files were given; choose some." in answer.text
    assert 'id="files"' in answer.text


def test_answers_are_there_after_a_restart(client: TestClient, place: Place, post: Any) -> None:
    asked = post("/ask", question="When did the Humber Bridge open?")
    answered(client, asked.url.path)
    with TestClient(make_app(place), base_url="http://localhost") as again:
        assert "1981" in again.get(asked.url.path).text
        csrf = re.search(r'name="csrf" value="([^"]+)"', client.get("/").text)
        assert csrf
        assert csrf[1] in again.get("/").text  # so that a page left open goes on


def test_a_picture_may_be_asked_about(client: TestClient, post: Any) -> None:
    files = {"picture": ("a.png", drawing("red"), "image/png")}
    choices = "red\nblue"
    asked = post("/ask", files=files, question="What colour is it?", choices=choices)
    text = answered(client, asked.url.path)
    assert "/picture/" in text
    assert 'class="choices"' in text
    (address,) = re.findall(r'src="(/picture/[^"]+)"', text)
    assert client.get(address.replace("&amp;", "&")).headers["content-type"].startswith("image/")


def test_the_collection_is_browsed_and_searched(client: TestClient) -> None:
    text = client.get("/collection").text
    assert "1 table" in text
    found = client.get("/collection", params={"q": "bridge opened England", "kind": "snippet"}).text
    assert found.index("Humber Bridge") < found.index("Add files")
    assert "/source/bridges" not in found


def test_a_long_table_is_paged(client: TestClient) -> None:
    first, last = client.get("/source/bridges").text, client.get("/source/bridges?page=3").text
    assert "Bridge 99<" in first
    assert "Bridge 100<" not in first
    assert "Bridge 249<" in last
    assert "page=2" in first


def test_pictures_are_a_wall_and_drawn_anew(client: TestClient) -> None:
    assert "/picture/tower?size=small" in client.get("/pictures").text
    assert client.get("/picture/tower").headers["content-type"] in ("image/png", "image/jpeg")
    assert client.get("/picture/humber").status_code == 404


def test_files_are_added_and_what_was_skipped_is_said(client: TestClient, post: Any) -> None:
    files = [
        ("files", ("ferry.md", b"# Ferry\n\nThe ferry to Alder leaves at nine.", "text/markdown")),
        ("files", ("broken.pdf", b"%PDF-1.4 nothing", "application/pdf")),
    ]
    assert post("/add", files=files).status_code == 200
    text = client.get("/added").text
    assert "event: end" in text
    text = client.get("/collection", params={"q": "ferry to Alder"}).text
    assert "leaves at nine" in text
    assert "broken.pdf" in text


@pytest.fixture(scope="module")
def runs(place: Place, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    beside = place.keep.parent / "beside"
    sums = Sums(write_sums(tmp_path_factory.mktemp("sums") / "sums.txt"))
    for name, wrong in (("good", 5), ("bad", 3)):
        run(sums, Adder(wrong), beside / name)
    return ["good", "bad"]


def test_runs_are_listed_looked_at_and_compared(client: TestClient, runs: list[str]) -> None:
    assert all(f"/run/{name}" in client.get("/runs").text for name in runs)
    page = client.get("/run/good").text
    assert 'class="plot"' in page
    every = client.get("/run/good/samples").text
    wrong = client.get("/run/good/samples?wrong=1").text
    count = [int(n) for n in re.findall(r"(\d+) samples?<", every + wrong)]
    assert count[0] > count[1] > 0
    link = re.search(r'href="(/run/good/sample/[^"]+)"', wrong)
    assert link
    assert "One sample" in client.get(link[1]).text
    compared = client.get("/compare?a=good&b=bad").text
    assert "Paired differences" in compared
    assert "From right to wrong" in compared


def test_strange_filters_do_no_harm(client: TestClient, runs: list[str]) -> None:
    for query in ("sure=x", "sure=-1", "page=999999999999", "metric=none", "q=%00"):
        assert client.get(f"/run/good/samples?{query}").status_code == 200


def test_what_is_not_there_is_said_plainly(client: TestClient) -> None:
    for path in ("/source/none", "/run/none", "/set/none", "/audit/none", "/queue/none", "/no"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "That cannot be shown" in answer.text


def test_ten_people_wait_their_turn(client: TestClient, place: Place, post: Any) -> None:
    paths = [post("/ask", question=f"When did Bridge {n} open?").url.path for n in range(10)]
    assert len(set(paths)) == 10
    for path in paths:
        assert 'class="sentence' in answered(client, path)
    lines = (place.keep / "questions.jsonl").read_bytes().splitlines()
    assert all(msgspec.json.decode(line)["id"] for line in lines)


def test_the_folder_of_the_page_holds_what_it_says(place: Place) -> None:
    names = {path.name for path in Path(place.keep).iterdir()}
    assert {"added", "pictures", "queues", "questions.jsonl", ".secret"} <= names


def test_the_page_of_a_pdf_file_is_drawn(client: TestClient, place: Place, tmp_path: Path) -> None:
    canvas = pytest.importorskip("reportlab.pdfgen.canvas", reason="needs reportlab")
    paper = canvas.Canvas(str(tmp_path / "locks.pdf"))
    for text in ("The first lock of the canal was dug in 1790.", "The second is a stair of five."):
        paper.drawString(72, 720, text)
        paper.showPage()
    paper.save()
    index_paths(place.collection, [tmp_path], ocr=False)
    (hit,) = place.collection.search("second lock stair of five", k=1, modality="snippet")
    assert hit.source.meta["page"] == 2
    assert f'src="/pdf/{hit.source.id}"' in client.get(f"/source/{hit.source.id}").text
    drawn = client.get(f"/pdf/{hit.source.id}")
    assert drawn.headers["content-type"] == "image/png"
    with Pillow.open(io.BytesIO(drawn.content)) as seen:
        assert min(seen.convert("L").tobytes()) < 100  # there is ink on it
    assert client.get("/pdf/humber").status_code == 404
