import gzip
import json
import random
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from manyhop.errors import ManyhopError
from manyhop.generation._query import Said, SaidOf, Written
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.texts import derive_said, derive_said_of, derive_written, text_singles
from manyhop.sources import AnySource, Cell, CellAt, Column, Snippet, Table

DATA = Path(__file__).parents[3] / "../shared/data/hybridqa"
HOLT = Snippet(id="holt", title="Mira Holt", text="Mira Holt ( born in Lund ) is a rower .")
SOURCES: dict[str, AnySource] = {"holt": HOLT}


def test_what_a_snippet_says() -> None:
    (value,) = derive_said(Said("holt", "born-in"), SOURCES)
    assert value.text == "Lund"
    assert value.citations == (HOLT.cite(value.citations[0].place),)


def test_what_a_snippet_does_not_say() -> None:
    assert derive_said(Said("holt", "died-in"), SOURCES) == ()


def test_of_whom_it_is_said() -> None:
    (value,) = derive_said_of(SaidOf("born-in", "Lund", (("holt", "M. Holt"),)), SOURCES)
    assert value.text == "M. Holt"


def test_what_is_written() -> None:
    (value,) = derive_written(Written("holt", 20, 24), SOURCES)
    assert value.text == "Lund"


def test_a_snippet_that_is_not_there() -> None:
    with pytest.raises(ManyhopError, match="gone"):
        derive_said(Said("gone", "born-in"), SOURCES)


def topics() -> list[Topic]:
    passages: dict[str, dict[str, str]] = {}
    with gzip.open(DATA / "hybridqa_dev_passages.jsonl.gz", "rt", encoding="utf-8") as lines:
        for _, line in zip(range(80), lines, strict=False):
            row = json.loads(line)
            passages[row["table_id"]] = row["passages"]
    found = []
    with gzip.open(DATA / "tables.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["table_id"] in passages:
                found.append(topic_from(row, passages[row["table_id"]]))
    return found


def topic_from(row: dict[str, object], passages: dict[str, str]) -> Topic:
    data, header = row["data"], row["header"]
    assert isinstance(data, list)
    assert isinstance(header, list)
    cells: dict[str, list[CellAt]] = {}
    for at, line in enumerate(data):
        for column, (_, links) in enumerate(line):
            for link in links[:1]:
                cells.setdefault(link, []).append(CellAt(at, column))
    things = []
    for page, places in cells.items():
        name = unquote(page.removeprefix("/wiki/")).replace("_", " ")
        text = passages.get(page)
        snippets = (Snippet(id=page, title=name, text=text),) if text else ()
        name = re.sub(r"\s*\([^()]*\)$", "", name)
        things.append(Thing(key=page, name=name, cells=tuple(places), snippets=snippets))
    table = Table(
        title=str(row["title"]),
        columns=tuple(Column(name) for name, _ in header),
        rows=tuple(tuple(Cell(text) for text, _ in line) for line in data),
    )
    return Topic(id=str(row["table_id"]), title=table.title, things=tuple(things), table=table)


@pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside the project")
def test_every_question_over_real_passages_derives_its_values_again() -> None:
    count = 0
    for topic in topics():
        sources: dict[str, AnySource] = {
            snippet.id: snippet for thing in topic.things for snippet in thing.snippets
        }
        for single in text_singles(topic, random.Random(topic.id)):
            count += 1
            assert single.values
            assert single.question.endswith("?")
            assert not re.search(r"[{}]|\s\s", single.question + single.phrase + single.predicate)
            if isinstance(single.query, Said):
                assert derive_said(single.query, sources) == single.values
            else:
                assert isinstance(single.query, SaidOf)
                assert derive_said_of(single.query, sources) == single.values
    assert count > 1000
