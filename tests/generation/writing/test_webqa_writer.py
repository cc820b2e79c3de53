import json
from pathlib import Path
from typing import Any

import pytest
from tests.generation.built import BEL, SOURCES, drawn, longest_opened

from manyhop.benchmarks import WebQA
from manyhop.generation._built import BuiltQuestion
from manyhop.generation._query import Said, Shown
from manyhop.generation.writing import About, write_webqa
from manyhop.programs import ImageQ, TextQ, Value
from manyhop.sources import AnySource, Image, Region

PICTURES = {
    f"{name}.png": Image(
        id=f"{name}.png",
        title=f"{name} Bridge",
        caption=f"The {name} Bridge",
        data=drawn(red),
    )
    for red, name in enumerate(("Arn", "Bel", "Cor", "Dal"))
}
CONTEXT: dict[str, AnySource] = {
    **{id: source for id, source in SOURCES.items() if not isinstance(source, Image)},
    **PICTURES,
}


def opened(**changes: object) -> BuiltQuestion:
    question = "When did the Bel Bridge open?"
    fields: dict[str, object] = {
        "id": "text",
        "question": question,
        "type": "TextQ",
        "program": TextQ(question),
        "queries": {question: Said("bel", "opened-in")},
        "gold": ("bel",),
        "hops": (),
        **changes,
    }
    return longest_opened(**fields)


def coloured(**changes: object) -> BuiltQuestion:
    question = "What colour are the towers of the Arn Bridge?"
    shown = Value("red", citations=(PICTURES["Arn.png"].cite(Region()),))
    fields: dict[str, object] = {
        "id": "image",
        "question": question,
        "type": "ImageQ",
        "program": ImageQ(question),
        "queries": {question: Shown("Arn.png", "colour of the towers")},
        "values": (shown,),
        "gold": ("Arn.png",),
        "hops": (),
        **changes,
    }
    return longest_opened(**fields)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    needs_a_table = longest_opened()
    counts = write_webqa(
        tmp_path / "out", [opened(), needs_a_table, coloured(split="test")], CONTEXT, About()
    )
    assert counts == {"val": 1, "test": 1}
    return tmp_path / "out"


def records(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text())  # type: ignore[no-any-return]


def test_a_text_question_has_the_official_fields(folder: Path) -> None:
    (row,) = records(folder / "WebQA_train_val.json").values()
    assert row["Guid"] == "text"
    assert row["Qcate"] == "text"
    assert row["split"] == "val"
    assert row["topic"] == "Bridges of Norland"
    assert row["A"] == ["The Bel Bridge opened in 1958."]
    assert row["Keywords_A"] == "1958"
    assert row["txt_posFacts"] == [
        {
            "snippet_id": "text_1",
            "fact": BEL.text,
            "title": "Bel Bridge",
            "url": "",
            "source_id": "bel",
        }
    ]
    negatives = [fact["source_id"] for fact in row["txt_negFacts"]]
    assert negatives
    assert not {"bel", "bel2", "near"} & set(negatives)  # gold, its page, and the answer
    assert len(row["img_negFacts"]) == 4


def test_a_picture_question_has_a_category_and_pixels(folder: Path) -> None:
    (row,) = records(folder / "WebQA_test.json").values()
    assert row["Qcate"] == "color"
    (gold,) = row["img_posFacts"]
    assert gold["source_id"] == "Arn.png"
    assert gold["image_id"] >= 30_000_000
    others = [fact["source_id"] for fact in row["img_negFacts"]]
    assert sorted(others) == ["Bel.png", "Cor.png", "Dal.png"]


def test_our_own_loader_reads_it_with_pixels(folder: Path) -> None:
    (example,) = WebQA([folder / "WebQA_test.json"], images=folder / "imgs.tsv").examples()
    assert example.gold is not None
    assert example.gold.keywords == "red"
    pictures = [each for each in example.question.candidates if isinstance(each, Image)]
    (gold,) = [picture for picture in pictures if picture.id in example.gold.sources]
    assert gold.pixels() == PICTURES["Arn.png"].data
