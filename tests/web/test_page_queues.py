"""Collecting through the page in each paper's way, and reading what comes out."""

import io
import re
import zipfile
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from tests.web.small_place import HOSTILE, SOURCES, drawing

from manyhop.annotation import Item, Queue, flow_named
from manyhop.benchmarks import AOKVQA, MMQA, WebQA
from manyhop.generation.wording import read_review
from manyhop.sources import Image
from manyhop.web import Place

QUESTIONS = 20


class Person:
    """Somebody at the page: signs in, gets items, fills the form in."""

    def __init__(self, client: TestClient, queue: str, who: str) -> None:
        self.client, self.queue, self.who = client, queue, who

    def next(self, stage: str = "") -> str:
        self.client.cookies.set("who", self.who)
        return str(self.client.get(f"/queue/{self.queue}/next?stage={stage}").text)

    def decide(self, values: dict[str, Any], stage: str = "", page: str = "") -> str:
        """Fill in the next form; the page that comes after it."""
        text = page or self.next(stage)
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text))
        form = {name: unescape(value) for name, value in fields.items()}
        self.client.cookies.set("who", self.who)
        address = f"/queue/{self.queue}/decide?stage={stage}"
        return str(self.client.post(address, data={**form, **values}).text)


def queue_of(place: Place, name: str, flow: str, items: list[Item], sources: Any = ()) -> Queue:
    return Queue.create(place.keep / "queues" / name, flow_named(flow), items, sources)


def downloaded(client: TestClient, place: Place, name: str, to: Path) -> Path:
    csrf = (place.keep / ".secret").read_text()
    answer = client.post(f"/queue/{name}/export", data={"csrf": csrf})
    assert answer.status_code == 200
    zipfile.ZipFile(io.BytesIO(answer.content)).extractall(to)
    return to / name


def questions(count: int = QUESTIONS) -> list[Item]:
    record = {
        "answers": [{"answer": "1981", "type": "string", "modality": "text"}],
        "metadata": {"type": "TextQ", "modalities": ["text"]},
        "supporting_context": [{"doc_id": "humber", "doc_part": "text"}],
    }
    return [
        Item(
            id=f"q{n}",
            question=f"When opened [bridge {n}]?",
            answers=("1981",),
            sources=("humber",),
            gold=("humber",),
            record=record,
        )
        for n in range(count)
    ]


def test_built_questions_are_reviewed(client: TestClient, place: Place, tmp_path: Path) -> None:
    queue_of(place, "kept", "review", questions(3), SOURCES)
    ada = Person(client, "kept", "Ada")
    assert "When opened [bridge 0]?" in ada.next()
    ada.decide({"verdict": "keep", "question": "When opened [bridge 0]?"})
    ada.decide({"verdict": "edit", "question": "When did it open?"})
    refused = ada.decide({"question": "no verdict"})
    assert "“Decision” is missing" in refused
    done = ada.decide({"verdict": "reject", "question": "When?"})
    assert "Nothing is open for you" in done
    rows = read_review(downloaded(client, place, "kept", tmp_path) / "review.jsonl")
    assert [row.keep for row in rows.values()] == [True, True, False]
    assert rows["q1"].question == "When did it open?"


def test_twenty_rewritten_in_multimodalqas_way(
    client: TestClient, place: Place, tmp_path: Path
) -> None:
    queue_of(place, "rewritten", "mmqa", questions(), SOURCES)
    ada, ben = Person(client, "rewritten", "Ada"), Person(client, "rewritten", "Ben")
    for n in range(QUESTIONS):
        ada.decide({"question": f"When was bridge {n} opened?"}, "rewrite")
    sent_back = ben.decide({"verdict": "unclear", "feedback": "Which bridge?"}, "validate")
    assert "bridge 1 opened" in sent_back
    for _ in range(QUESTIONS - 1):
        ben.decide({"verdict": "right"}, "validate")
    assert "Sent back: Which bridge?" in ada.next()
    ada.decide({"question": "When was the bridge numbered 0 opened?"})
    ben.decide({"verdict": "right"})
    folder = downloaded(client, place, "rewritten", tmp_path)
    examples = list(MMQA(folder / "MMQA_dev.jsonl").examples())
    assert len(examples) == QUESTIONS
    assert examples[0].question.text == "When was the bridge numbered 0 opened?"
    assert examples[0].gold
    assert examples[0].gold.values == ("1981",)
    assert len((folder / "annotations.jsonl").read_bytes().splitlines()) == 2 * QUESTIONS + 2


def test_twenty_in_aokvqas_way(client: TestClient, place: Place, tmp_path: Path) -> None:
    pictures = [
        Image(id=f"p{n}", title=f"Picture {n}", data=drawing("green", 40 + n))
        for n in range(QUESTIONS)
    ]
    items = [Item(id=p.id, sources=(p.id,), gold=(p.id,)) for p in pictures]
    queue_of(place, "pictured", "aokvqa", items, pictures)
    people = [Person(client, "pictured", f"person {n}") for n in range(10)]
    for n in range(QUESTIONS):
        asked = {"question": f"Who made number {n}?", "answer": f"a painter called {n}"}
        people[0].decide(asked, "write")
    for person in people:
        for _ in range(QUESTIONS):
            person.decide({"answers": "a painter"}, "answer")
    for _ in range(QUESTIONS):
        choices = ["a painter", "a child", "a printer", "nobody"]
        people[1].decide({"choices": choices, "right": "1"}, "choices")
    for person in people[2:5]:
        for _ in range(QUESTIONS):
            person.decide({"rationales": f"{person.who} knows paint."}, "rationale")
    for person, verdict in zip(people[5:8], ("good", "good", "bad"), strict=True):
        for _ in range(QUESTIONS):
            person.decide({"verdict": verdict}, "vote")
    page = client.get("/queue/pictured").text
    assert re.search(r"vote: Vote</th><td class=\"number\">−?\d\.\d{3}", page)
    folder = downloaded(client, place, "pictured", tmp_path)
    examples = list(AOKVQA(folder / "aokvqa_v1p0_val.json", images=folder / "images").examples())
    assert len(examples) == QUESTIONS
    gold = examples[3].gold
    assert gold
    assert gold.choice == 0
    assert gold.answers == ("a painter",) * 10
    assert len(gold.rationales) == 3
    assert examples[3].question.image
    assert examples[3].question.image.pixels()


def test_twenty_in_webqas_way(client: TestClient, place: Place, tmp_path: Path) -> None:
    test = Item(id="t", question="Is this good?", known={"verdict": ["good"]})
    items = [
        Item(id=f"s{n}", sources=("humber", "tower"), gold=("humber",)) for n in range(QUESTIONS)
    ]
    queue_of(place, "webbed", "webqa", [test, *items], SOURCES)
    ada, ben, cy, dee = (Person(client, "webbed", who) for who in ("Ada", "Ben", "Cy", "Dee"))
    for person in (ada, ben, cy):
        person.decide({"verdict": "good"})
    failed = dee.decide({"verdict": "bad"})
    assert "test at the beginning was not passed" in failed
    for n in range(QUESTIONS):
        asked = {
            "question": f"When did bridge {n} open?",
            "answer": "It opened in 1981.",
            "keywords": "1981",
            "category": "text",
            "sources": ["humber"],
        }
        ada.decide(asked, "create")
    for _ in range(QUESTIONS):
        ben.decide({"verdict": "keep"}, "filter")
    ben.decide({"verdict": "right"}, "validate")
    cy.decide({"verdict": "wrong"}, "validate")
    for person in (ben, cy):
        for _ in range(QUESTIONS - 1):
            person.decide({"verdict": "right"}, "validate")
    assert "Settle 1" in client.get("/queue/webbed").text
    ada.decide({"verdict": "right"}, page=client.get("/queue/webbed/disputed").text)
    for person in (ben, cy):
        for _ in range(QUESTIONS):
            person.decide({"references": f"{person.who} says 1981."}, "reference")
    folder = downloaded(client, place, "webbed", tmp_path)
    examples = list(WebQA([folder / "WebQA_train_val.json"]).examples())
    assert len(examples) == QUESTIONS
    gold = examples[0].gold
    assert gold
    assert gold.keywords == "1981"
    assert gold.sentences == ("It opened in 1981.", "Ben says 1981.", "Cy says 1981.")
    assert gold.sources == ("humber",)


def test_who_comes_late_is_told_and_loses_nothing(client: TestClient, place: Place) -> None:
    queue = queue_of(place, "late", "review", questions(2), SOURCES)
    ada, ben = Person(client, "late", "Ada"), Person(client, "late", "Ben")
    queue.patience = place.queue("late").patience = 0.0  # so that both get the same item
    page = ben.next()
    assert "bridge 0" in page
    ada.decide({"verdict": "keep", "question": "When did it open?"})
    told = ben.decide({"verdict": "reject", "question": "When?"}, page=page)
    assert "Somebody else was quicker" in told
    assert "bridge 1" in told  # and goes on
    assert queue.counts()["finished"] == 1
    assert [each.who for each in queue.decisions.standing()] == ["Ada", "Ben"]
    again = ben.decide({"verdict": "reject", "question": "When?"}, page=page)
    assert "You have decided this already" in again
    assert "bridge 1" in again


def test_what_is_settled_is_not_settled_twice(client: TestClient, place: Place) -> None:
    flow = flow_named("mmqa")
    stages = (flow.stages[0], msgspec.structs.replace(flow.stages[1], annotators=2))
    two = msgspec.structs.replace(flow, stages=stages)
    queue = Queue.create(place.keep / "queues" / "argued", two, questions(1), SOURCES)
    ada, ben, cy = (Person(client, "argued", who) for who in ("Ada", "Ben", "Cy"))
    ada.decide({"question": "When did it open?"})
    ben.decide({"verdict": "right"})
    cy.decide({"verdict": "wrong"})
    page = client.get("/queue/argued/disputed").text
    assert "Ben: verdict right" in page
    ada.decide({"verdict": "right"}, page=page)
    told = ben.decide({"verdict": "wrong"}, page=page)
    assert "This is settled already" in told
    assert "Nothing is disputed" in told
    assert queue.counts()["finished"] == 1


def test_a_test_at_the_beginning_is_given_as_a_file(client: TestClient, place: Place) -> None:
    csrf = (place.keep / ".secret").read_text()
    form = {"csrf": csrf, "name": "tested", "flow": "webqa", "count": "2"}
    for line, reason in ((b"nonsense\n", "line 1"), (b'{"id": "t"}', "under “known”")):
        refused = client.post("/queues/new", data=form, files={"tests": ("t.jsonl", line)})
        assert refused.status_code == 400
        assert reason in refused.text
        assert 'value="tested"' in refused.text  # what was given is still in the form
    line = b'{"id": "t", "question": "Who?", "known": {"verdict": ["good"]}}\n'
    client.post("/queues/new", data=form, files={"tests": ("t.jsonl", line)})
    assert "qualify" in Person(client, "tested", "Ada").next()


def test_undo_gives_the_item_back(client: TestClient, place: Place) -> None:
    queue_of(place, "undone", "review", questions(2), SOURCES)
    ada = Person(client, "undone", "Ada")
    ada.decide({"verdict": "reject", "question": "When?"})
    csrf = (place.keep / ".secret").read_text()
    client.cookies.set("who", "Ada")
    text = client.post("/queue/undone/undo", data={"csrf": csrf}).text
    assert "bridge 0" in text


def test_hints_show_how_far_a_rewording_goes(client: TestClient, place: Place) -> None:
    queue_of(place, "hinted", "mmqa", questions(1), SOURCES)
    csrf = (place.keep / ".secret").read_text()
    form = {"csrf": csrf, "item": "q0", "question": "When opened [bridge 0]?"}
    assert "nearly the same words" in client.post("/queue/hinted/hints", data=form).text


def test_what_annotators_write_stays_text(client: TestClient, place: Place) -> None:
    queue_of(place, "evil", "mmqa", [Item(id=HOSTILE, question=HOSTILE, pseudo=HOSTILE)], SOURCES)
    ada, ben = Person(client, "evil", "Ada"), Person(client, "evil", "Ben")
    pages = [ada.next(), ada.decide({"question": HOSTILE}), ben.next()]
    pages.append(ben.decide({"verdict": "unclear", "feedback": HOSTILE}))
    pages += [ada.next(), client.get("/queue/evil").text]
    for text in pages:
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    assert "Sent back" in pages[4]


def test_a_queue_is_made_from_the_collection(client: TestClient, place: Place) -> None:
    csrf = (place.keep / ".secret").read_text()
    form = {"csrf": csrf, "name": "from here", "flow": "webqa", "count": "2"}
    text = client.post("/queues/new", data=form).text
    assert "from-here" in text
    assert len(place.queue("from-here").items) == 2


@pytest.mark.parametrize("name", ["from here", ""])
def test_a_queue_without_a_name_of_its_own_is_refused(
    client: TestClient, place: Place, name: str
) -> None:
    csrf = (place.keep / ".secret").read_text()
    form = {"csrf": csrf, "name": name, "flow": "webqa", "count": "2"}
    refused = client.post("/queues/new", data=form)
    assert refused.status_code == 400
    assert "choose another name" in refused.text or "needs a name" in refused.text
    form = {"csrf": csrf, "name": "many", "flow": "webqa", "count": "100001"}
    assert "a number from 1 to 100,000" in client.post("/queues/new", data=form).text
