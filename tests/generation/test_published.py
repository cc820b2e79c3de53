"""Whatever is changed in a published folder shows when it is validated."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.generation.built import SOURCES, longest_opened

from manyhop.generation._validation import Validation, validate_published
from manyhop.generation.writing import About, read_published, write_hugging_face, write_mmqa

GOOD = longest_opened(distractors=("ferry",), split="dev")
Record = dict[str, Any]


def change(folder: Path, name: str, mend: Callable[[Record], object]) -> None:
    path = folder / f"MMQA_{name}.jsonl.gz"
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    mend(rows[0])
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))


def validate(folder: Path) -> Validation:
    return validate_published(read_published(folder))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_mmqa(tmp_path / "qa", [GOOD], SOURCES, About(texts=2))
    return tmp_path / "qa"


def test_nothing_is_wrong_with_what_was_written(folder: Path) -> None:
    assert validate(folder).is_sound


BREAKS: dict[str, Callable[[Record], object]] = {
    "the answer": lambda q: q["answers"][0].update(answer="Wrong Person"),
    "a second answer": lambda q: q["answers"].append(dict(q["answers"][0], answer="1960")),
    "no answer": lambda q: q["answers"].clear(),
    "the answer's type": lambda q: q["answers"][0].update(type="yesno"),
    "the answer's kind of source": lambda q: q["answers"][0].update(modality="image"),
    "where the answer begins": lambda q: q["answers"][0]["text_instances"][0].update(start_byte=3),
    "whose text it is": lambda q: q["answers"][0]["text_instances"][0].update(doc_id="far"),
    "the cells": lambda q: q["answers"][0].update(table_indices=[[2, 0]]),
    "the supporting context": lambda q: q["supporting_context"].pop(),
    "a wrong support": lambda q: q["supporting_context"][0].update(doc_id="far"),
    "the part of a support": lambda q: q["supporting_context"][0].update(doc_part="image"),
    "candidates without the gold": lambda q: q["metadata"]["text_doc_ids"].remove("bel"),
    "a candidate of another kind": lambda q: q["metadata"]["image_doc_ids"].append("far"),
    "the table": lambda q: q["metadata"].update(table_id="t9"),
    "the intermediate answer": lambda q: q["metadata"]["intermediate_answers"][0][0].update(
        answer="Arn Bridge"
    ),
    "no intermediate answers": lambda q: q["metadata"].update(intermediate_answers=[]),
    "the type": lambda q: q["metadata"].update(type="TextQ"),
    "the modalities": lambda q: q["metadata"].update(modalities=["image"]),
    "the question": lambda q: q.update(question="When did the shortest bridge of Norland open?"),
    "the pseudo-language": lambda q: q["metadata"].update(pseudo_language_question="when"),
    "a query": lambda q: q["metadata"]["manyhop"]["queries"]["When did Bel Bridge open?"].update(
        snippet="arn"
    ),
    "the proof": lambda q: q["metadata"]["manyhop"].pop("seal"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_every_break_is_found(folder: Path, name: str) -> None:
    change(folder, "dev", BREAKS[name])
    assert not validate(folder).is_sound


def test_a_question_in_another_split_is_found(folder: Path) -> None:
    (folder / "MMQA_dev.jsonl.gz").rename(folder / "MMQA_test.jsonl.gz")
    (breach,) = validate(folder).breaches
    assert "split" in breach.fault


def test_a_changed_source_is_found(folder: Path) -> None:
    change(folder, "texts", lambda row: row.update(text="Bel Bridge opened in 1999."))
    change(folder, "tables", lambda row: row["table"]["table_rows"].reverse())
    assert not validate(folder).is_sound


def test_a_folder_for_a_hub_is_proved_as_well(tmp_path: Path) -> None:
    write_hugging_face(tmp_path / "hub", [GOOD], SOURCES, About(texts=2))
    report = validate(tmp_path / "hub")
    assert report.is_sound, report
    assert report.proven == {"Compose(TextQ,TableQ)": 1}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("answers", ["Wrong Person"]),
        ("gold", ["far"]),
        ("context", ["far"]),
        ("question", "When did the shortest bridge open?"),
        ("hops", '[["Arn Bridge"]]'),
        ("type", "TextQ"),
    ],
)
def test_breaks_of_a_folder_for_a_hub_are_found(tmp_path: Path, column: str, value: object) -> None:
    from arro3.io import read_parquet

    from manyhop.generation.writing._hugging_face import Shards

    write_hugging_face(tmp_path / "hub", [GOOD], SOURCES, About(texts=2))
    (path,) = (tmp_path / "hub" / "data").glob("*.parquet")
    (batch,) = read_parquet(path)
    names = batch.schema.names
    row = {name: column.to_pylist()[0] for name, column in zip(names, batch.columns, strict=True)}
    shards = Shards(path.parent, "dev")
    shards.add({**row, column: value})
    shards.finish()
    assert not validate(tmp_path / "hub").is_sound
