"""What is written, read by a loader and scored by an evaluation that share no code with ours.

Both are written anew from the data set's specification, with nothing but the standard library, as
somebody would who has never heard of Manyhop.
"""

import gzip
import json
import re
import string
from collections import defaultdict
from itertools import permutations
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from tests.generation import skerry

from manyhop.answering import Answer
from manyhop.benchmarks import MMQA
from manyhop.generation import BuildSettings, make_benchmark
from manyhop.generation.composing import PAPER
from manyhop.generation.writing import About, write_mmqa

SINGLE = ("TextQ", "TableQ", "ImageQ", "ImageListQ")
UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
UNITS += "fifteen sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS = {word: value for value, word in enumerate(UNITS.split())}
NUMBERS |= {word: 10 * value for value, word in enumerate(TENS.split(), start=2)}
NUMBERS |= {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "point": 0}

Record = dict[str, Any]
Files = dict[str, list[Record]]


def lines(path: Path) -> list[Record]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def as_float(piece: str) -> float | None:
    try:
        return float(piece)
    except ValueError:
        return None


def piece_of(text: str) -> str:
    piece = text.lower()
    if as_float(piece) is None:
        piece = "".join(letter for letter in piece if letter not in string.punctuation)
    value = as_float(piece)
    if value is None:
        value = NUMBERS.get(piece)
    if value is not None:
        piece = str(float(value))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", piece).split())


def span_of(text: str) -> str:
    return " ".join(piece for part in re.split("[ -]", text) if (piece := piece_of(part)))


def exact(said: list[str], gold: list[str]) -> float:
    return float(set(map(span_of, said)) == set(map(span_of, gold)) and len(said) == len(gold))


def overlap(said: str, gold: str) -> float:
    bag, wanted = set(span_of(said).split()), set(span_of(gold).split())
    numbers = {word for word in wanted if as_float(word) is not None}
    if numbers and not numbers & bag:
        return 0.0
    shared = len(bag & wanted)
    precision = shared / len(bag) if bag else 1.0
    recall = shared / len(wanted) if wanted else 1.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def f1(said: list[str], gold: list[str]) -> float:
    few, many = sorted((said, gold), key=len)
    if not few:
        return 0.0
    if said == gold:
        return round(sum(overlap(each, each) for each in gold) / len(gold), 2)
    best = max(
        sum(overlap(one, other) for one, other in zip(few, order, strict=False))
        for order in permutations(many)
    )
    return round(best / len(many), 2)


def evaluate(predictions: dict[str, Any], records: list[Record]) -> dict[str, tuple[float, float]]:
    """Means in per cent: of all, by the answer's modality, by hop and by type."""
    scores = defaultdict(list)
    for record in records:
        gold = [str(answer["answer"]) for answer in record["answers"]]
        said = predictions.get(record["qid"], [])
        said = [said] if isinstance(said, str) else said
        kind = record["metadata"]["type"]
        hop = "Single-hop" if kind in SINGLE else "Multi-hop"
        for group in ("all", record["answers"][0]["modality"], hop, kind):
            scores[group].append((exact(said, gold), f1(said, gold)))
    return {
        group: (100 * fmean(em for em, _ in each), 100 * fmean(f for _, f in each))
        for group, each in scores.items()
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = make_benchmark(skerry.sources(), BuildSettings(count=300, seed=5))
    target = tmp_path_factory.mktemp("skerry") / "qa"
    write_mmqa(target, made.questions, made.sources, About(name="skerry", seed=5))
    return target


@pytest.fixture(scope="module")
def files(folder: Path) -> Files:
    return {path.name.split(".")[0]: lines(path) for path in sorted(folder.glob("MMQA_*"))}


@pytest.fixture(scope="module")
def records(files: Files) -> list[Record]:
    splits = ("MMQA_train", "MMQA_dev", "MMQA_test")
    return [record for split in splits for record in files.get(split, [])]


def oracle(records: list[Record]) -> dict[str, Any]:
    return {each["qid"]: [answer["answer"] for answer in each["answers"]] for each in records}


def test_right_answers_score_a_hundred_in_every_group(records: list[Record]) -> None:
    assert len(records) > 100
    scores = evaluate(oracle(records), records)
    assert set(scores.values()) == {(100.0, 100.0)}
    assert {"all", "text", "table", "image", "Single-hop", "Multi-hop"} <= set(scores)
    assert len(set(PAPER) & set(scores)) > 8


def test_wrong_and_missing_answers_do_not(records: list[Record]) -> None:
    nothing = evaluate({}, records)
    assert set(nothing.values()) == {(0.0, 0.0)}
    right = oracle(records)
    turned = dict(zip(right, [*list(right.values())[1:], ["no such thing"]], strict=True))
    assert evaluate(turned, records)["all"][0] < 30


def test_it_says_what_our_evaluation_says(folder: Path, records: list[Record]) -> None:
    right = oracle(records)
    half = {qid: said for number, (qid, said) in enumerate(right.items()) if number % 2}
    theirs = evaluate(half, records)["all"]
    predictions = folder.parent / "predictions.json"
    predictions.write_text(json.dumps(half))
    ours: list[tuple[float, float]] = []
    for split in ("train", "dev", "test"):
        if not (path := folder / f"MMQA_{split}.jsonl.gz").exists():
            continue
        benchmark = MMQA(path)
        answers = benchmark.read_predictions(predictions)
        for example in benchmark.examples():
            score = benchmark.score(example, answers.get(example.question.id, Answer()))
            ours.append((score["mmqa.exact_match"], score["mmqa.f1"]))
    assert (100 * fmean(em for em, _ in ours), 100 * fmean(f for _, f in ours)) == theirs


def test_the_fields_are_the_documented_ones(records: list[Record]) -> None:
    for record in records:
        metadata, answers = record["metadata"], record["answers"]
        assert isinstance(record["qid"], str)
        assert isinstance(record["question"], str)
        assert {answer["type"] for answer in answers} <= {"string", "yesno", "number"}
        (modality,) = {answer["modality"] for answer in answers}
        assert modality in {"text", "table", "image"}
        assert all(isinstance(answer["answer"], str | int | float) for answer in answers)
        assert set(metadata["modalities"]) <= {"text", "table", "image"}
        assert all(isinstance(hop, list) for hop in metadata["intermediate_answers"])
        for entity in metadata["wiki_entities_in_question"] + metadata["wiki_entities_in_answers"]:
            assert {"text", "wiki_title", "url"} <= set(entity)
            assert entity["wiki_title"][0].isalnum()
        parts = {context["doc_part"] for context in record["supporting_context"]}
        assert parts <= {"text", "table", "image"}


def test_every_place_that_is_named_is_in_the_context_files(
    records: list[Record], files: Files
) -> None:
    texts = {row["id"]: row["text"].encode() for row in files["MMQA_texts"]}
    tables = {row["id"]: row["table"]["table_rows"] for row in files["MMQA_tables"]}
    images = {row["id"] for row in files["MMQA_images"]}
    for record in records:
        metadata = record["metadata"]
        assert metadata["table_id"] in tables or not metadata["table_id"]
        assert set(metadata["text_doc_ids"]) <= set(texts)
        assert set(metadata["image_doc_ids"]) <= images
        given = {*metadata["text_doc_ids"], *metadata["image_doc_ids"], metadata["table_id"]}
        assert {each["doc_id"] for each in record["supporting_context"]} <= given
        for answer in record["answers"]:
            for place in answer["text_instances"]:
                words = place["text"].encode()
                start = place["start_byte"]
                assert texts[place["doc_id"]][start : start + len(words)] == words
            for row, column in answer["table_indices"]:
                assert tables[metadata["table_id"]][row][column]["text"]
            assert {each["doc_id"] for each in answer["image_instances"]} <= images
