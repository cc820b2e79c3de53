import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from manyhop.answering import Answer
from manyhop.benchmarks import MMQA, Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.metrics import mmqa as metrics
from manyhop.sources import Image, Snippet, Table

DATA = Path(__file__).parents[2] / "../shared/data/mmqa"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the MultiModalQA files are not here")


def answer(value: object, modality: str = "table", **more: object) -> dict[str, Any]:
    return {"answer": value, "type": "string", "modality": modality, **more}


COMPOSED = {
    "qid": "q1",
    "question": "When did the longest bridge open?",
    "answers": [answer(1981.0, "text"), answer("1982", "text")],
    "metadata": {
        "type": "Compose(TextQ,TableQ)",
        "modalities": ["table", "text"],
        "intermediate_answers": [[answer("Humber"), answer("Severn")]],
        "pseudo_language_question": "when did {the [Bridge]} open",
        "rephrasing_meta": {"accuracy": 1.0},
        "table_id": "t1",
        "text_doc_ids": ["x2", "x1"],
        "image_doc_ids": ["i1"],
    },
    "supporting_context": [
        {"doc_id": "t1", "doc_part": "table"},
        {"doc_id": "x1", "doc_part": "text"},
        {"doc_id": "t1", "doc_part": "table"},
    ],
}
SINGLE = {
    "qid": "q2",
    "question": "Which bridge is red?",
    "answers": [answer("Forth", "image")],
    "metadata": {"type": "ImageQ", "table_id": "t1", "image_doc_ids": ["i1"]},
    "supporting_context": [{"doc_id": "i1", "doc_part": "image"}],
}
BLIND = {
    "qid": "q3",
    "question": "Who built it?",
    "metadata": {"image_doc_ids": [], "text_doc_ids": ["x1"], "table_id": "t2"},
}
QUESTIONS = [COMPOSED, SINGLE, BLIND]
CELLS = [[{"text": "Humber", "links": []}, {"text": "1410", "links": []}]]
TABLES = [
    {
        "id": "t1",
        "title": "Bridges",
        "url": "https://example.org/t1",
        "table": {
            "table_name": "Longest",
            "table_rows": CELLS,
            "header": [{"column_name": "Bridge"}, {"column_name": "Metres"}],
        },
    }
]
TEXTS = [
    {"id": f"x{n}", "title": f"Page {n}", "url": f"https://example.org/x{n}", "text": f"Text {n}."}
    for n in (1, 2)
]
IMAGES = [{"id": "i1", "title": "Forth", "url": "https://example.org/i1", "path": "i1.jpg"}]


def lines(path: Path, rows: list[Any]) -> Path:
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines(tmp_path / "MMQA_dev.jsonl.gz", QUESTIONS)
    lines(tmp_path / "MMQA_tables.jsonl.gz", TABLES)
    lines(tmp_path / "MMQA_texts.jsonl", TEXTS)
    lines(tmp_path / "MMQA_images.jsonl.gz", IMAGES)
    (tmp_path / "final_dataset_images").mkdir()
    (tmp_path / "final_dataset_images" / "i1.jpg").write_bytes(b"\xff\xd8\xff pixels")
    return tmp_path


def as_record(example: Example) -> dict[str, Any]:
    return {"qid": example.question.id, "question": example.question.text, **example.meta}


def test_a_question_comes_with_its_table_texts_and_images(folder: Path) -> None:
    example = next(MMQA(folder).examples())
    table, second, first, image = example.question.candidates
    assert isinstance(table, Table)
    assert isinstance(second, Snippet)
    assert isinstance(first, Snippet)
    assert isinstance(image, Image)
    assert [source.id for source in (table, second, first, image)] == ["t1", "x2", "x1", "i1"]
    assert table.rows[0][1].text == "1410"
    assert first.text == "Text 1."
    assert image.pixels() == b"\xff\xd8\xff pixels"


@pytest.mark.parametrize("way", ["upwards", "absolute", "link"])
def test_a_row_names_no_picture_outside_the_benchmark(folder: Path, way: str) -> None:
    """Somebody else's benchmark may name any picture of the machine, to have it sent."""
    benchmark = folder / "benchmark"
    benchmark.mkdir()
    for path in folder.glob("MMQA_*"):
        path.rename(benchmark / path.name)
    secret = folder / "secret.jpg"
    secret.write_bytes(b"\xff\xd8\xff pixels")
    (benchmark / "link.jpg").symlink_to(secret)
    named = {"upwards": "../secret.jpg", "absolute": str(secret), "link": "link.jpg"}[way]
    lines(benchmark / "MMQA_images.jsonl.gz", [{**IMAGES[0], "path": named}])
    *_, image = next(MMQA(benchmark).examples()).question.candidates
    assert isinstance(image, Image)
    assert (image.id, image.path) == ("i1", "")


def test_gold_has_values_sources_program_and_intermediate_answers(folder: Path) -> None:
    example = next(MMQA(folder).examples())
    assert example.gold is not None
    assert example.gold.values == ("1981.0", "1982")
    assert example.gold.sources == ("t1", "x1")
    assert example.gold.program == "Compose(TextQ,TableQ)"
    assert example.gold.intermediate == (("Humber", "Severn"),)
    assert (example.category, example.group) == ("Compose(TextQ,TableQ)", "t1")
    assert example.meta["metadata"]["pseudo_language_question"] == "when did {the [Bridge]} open"


def test_flat_intermediate_answers_are_steps_of_one(tmp_path: Path) -> None:
    metadata = {**COMPOSED["metadata"], "intermediate_answers": [answer("Humber")]}  # type: ignore[dict-item]
    path = lines(tmp_path / "questions.jsonl", [{**COMPOSED, "metadata": metadata}])
    (example,) = MMQA(path).examples()
    assert example.gold is not None
    assert example.gold.intermediate == (("Humber",),)


def test_nothing_is_lost(folder: Path) -> None:
    assert [as_record(example) for example in MMQA(folder).examples()] == QUESTIONS


def test_a_blind_question_has_no_gold_no_score_and_no_breakdowns(folder: Path) -> None:
    benchmark: Benchmark = MMQA(folder)
    *_, blind = benchmark.examples()
    assert blind.gold is None
    assert benchmark.score(blind, Answer(values=("Freeman Fox",))) == {}
    assert benchmark.breakdowns(blind) == {}
    assert [source.id for source in blind.question.candidates] == ["x1"]


def test_a_file_alone_has_no_candidates_and_says_so(tmp_path: Path) -> None:
    mmqa = MMQA(lines(tmp_path / "some.jsonl", QUESTIONS))
    assert not any(example.question.candidates for example in mmqa.examples())
    assert mmqa.notes == (
        "questions: some.jsonl",
        "candidates are without MMQA_tables, MMQA_texts, MMQA_images: no such file is there",
    )


def test_a_folder_offers_dev_before_train_and_test(folder: Path) -> None:
    lines(folder / "MMQA_test.jsonl.gz", [BLIND])
    lines(folder / "MMQA_train.jsonl.gz", [SINGLE])
    assert MMQA(folder).notes == ("questions: MMQA_dev.jsonl.gz",)
    assert len(list(MMQA(folder / "MMQA_test.jsonl.gz").examples())) == 1


def test_lists_are_scored_by_exact_match_and_f1(folder: Path) -> None:
    mmqa = MMQA(folder)
    example = next(mmqa.examples())
    whole = mmqa.score(example, Answer(values=("1982", "1981")))
    assert whole == {"mmqa.exact_match": 1.0, "mmqa.f1": 1.0, "mmqa.source_f1": 0.0}
    half = mmqa.score(example, Answer(sentence="1981", sources=("t1", "i1")))
    assert half == {"mmqa.exact_match": 0.0, "mmqa.f1": 0.5, "mmqa.source_f1": 0.5}
    assert set(mmqa.score(example, Answer()).values()) == {0.0}


def test_a_prediction_file_has_no_place_for_sources_and_is_not_scored_on_them(folder: Path) -> None:
    mmqa = MMQA(folder)
    (folder / "predictions.json").write_text('{"q1": ["1981", "1982"]}')
    answer = mmqa.read_predictions(folder / "predictions.json")["q1"]
    assert mmqa.score(next(mmqa.examples()), answer) == {"mmqa.exact_match": 1.0, "mmqa.f1": 1.0}


def test_examples_are_broken_down_as_in_the_official_script(folder: Path) -> None:
    mmqa = MMQA(folder)
    composed, single, _ = mmqa.examples()
    assert mmqa.breakdowns(composed) == {
        "type": "Compose(TextQ,TableQ)",
        "hop": "Multi-hop",
        "modality": "text",
    }
    assert mmqa.breakdowns(single) == {"type": "ImageQ", "hop": "Single-hop", "modality": "image"}


def test_predictions_are_written_and_read_again(folder: Path) -> None:
    mmqa = MMQA(folder)
    answers = {"q1": Answer(values=("1981", "1982")), "q3": Answer()}
    path = folder / "predictions.json"
    mmqa.write_predictions(mmqa.examples(), answers, path)
    assert json.loads(path.read_text()) == {"q1": ["1981", "1982"], "q3": []}
    read = mmqa.read_predictions(path)
    assert {id: answer.values for id, answer in read.items()} == {"q1": ("1981", "1982"), "q3": ()}


def test_a_prediction_may_be_a_string(folder: Path) -> None:
    path = folder / "predictions.json"
    path.write_text('{"q1": "1981"}')
    assert MMQA(folder).read_predictions(path)["q1"].values == ("1981",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"q1": 1981}', r"predictions.json\[q1\]: make the answer a string or a list of strings"),
        ('{"q1": NaN}', r"predictions.json\[q1\]: make the answer"),
        ('{"q1": ["1981", null]}', r"predictions.json\[q1\]: make the answer"),
        ('{"q1": "a", "q1": "b"}', r"predictions.json\[q1\] answers q1 a second time"),
        ('["1981"]', r"predictions.json\[0\] has no qid"),
        ('{"q1": "a"', "predictions.json:1 is not valid JSON: expected a comma or }"),
        ('{"q1": "a"} {}', "predictions.json:1 is not valid JSON: there is more"),
        ("", "predictions.json:1 is not valid JSON: expected a JSON object or list"),
    ],
)
def test_broken_predictions_say_where(folder: Path, content: str, message: str) -> None:
    path = folder / "predictions.json"
    path.write_text(content)
    with pytest.raises(ManyhopError, match=message):
        MMQA(folder).read_predictions(path)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([SINGLE, SINGLE], r"MMQA_dev.jsonl:2 repeats the qid q2"),
        ([{**SINGLE, "question": 5}], r"MMQA_dev.jsonl:1, field question: expected `str`"),
        ([{"id": "q2", "question": "?"}], r"MMQA_dev.jsonl:1: .*`qid`"),
        ([SINGLE, {**BLIND, "answers": []}], r"MMQA_dev.jsonl:2, field answers: empty"),
        ([{**SINGLE, "answers": [{"answer": None}]}], r"field answers\[0\].answer"),
        ([5], r"MMQA_dev.jsonl:1: expected `object`"),
    ],
)
def test_broken_questions_say_where(tmp_path: Path, rows: list[Any], message: str) -> None:
    lines(tmp_path / "MMQA_dev.jsonl", rows)
    with pytest.raises(ManyhopError, match=message):
        list(MMQA(tmp_path).examples())


def test_broken_context_files_say_where(folder: Path) -> None:
    texts = folder / "MMQA_texts.jsonl"
    for rows, message in (
        ([TEXTS[0], TEXTS[0]], r"MMQA_texts.jsonl:2 repeats the id x1"),
        ([{"title": "no id", "text": "x"}], r"MMQA_texts.jsonl:1, field id: it is missing"),
        ([{"id": "x1", "title": "no text"}], r"MMQA_texts.jsonl:1 is no row with a text"),
    ):
        lines(texts, rows)
        with pytest.raises(ManyhopError, match=message):
            list(MMQA(folder).examples())
    lines(texts, TEXTS)
    lines(folder / "MMQA_tables.jsonl.gz", [{"id": "t1", "table": {"rows": []}}])
    with pytest.raises(ManyhopError, match=r"MMQA_tables.jsonl.gz:1 is no table.*`table_rows`"):
        list(MMQA(folder).examples())


def test_a_file_that_was_cut_off_is_an_error(folder: Path) -> None:
    path = folder / "MMQA_dev.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ManyhopError, match=r"MMQA_dev.jsonl.gz:.* cut off or damaged"):
        list(MMQA(folder).examples())


def test_a_folder_without_questions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="neither a question file nor a folder with MMQA_dev"):
        MMQA(tmp_path)


@needs_data
def test_the_slice_has_every_candidate() -> None:
    mmqa = MMQA(DATA / "slice")
    examples = list(mmqa.examples())
    assert len(examples) == 72
    for example in examples:
        metadata = example.meta["metadata"]
        wanted = [metadata["table_id"], *metadata["text_doc_ids"], *metadata["image_doc_ids"]]
        assert [source.id for source in example.question.candidates] == wanted
        assert example.gold
        assert set(example.gold.sources) <= set(wanted)
    images = {
        source.id: source
        for example in examples
        for source in example.question.candidates
        if isinstance(source, Image)
    }
    assert len(images) == 197
    assert all(image.pixels() for image in images.values())


@needs_data
@pytest.mark.parametrize(
    ("name", "count"), [("MMQA_dev", 1641), ("MMQA_test", 3660), ("slice/MMQA_dev", 72)]
)
def test_the_real_files_lose_nothing(name: str, count: int) -> None:
    path = DATA / f"{name}.jsonl.gz"
    records = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    examples = list(MMQA(path).examples())
    assert [as_record(example) for example in examples] == records
    assert len(examples) == count


@needs_data
def test_the_oracle_is_right_and_its_predictions_survive_the_file(tmp_path: Path) -> None:
    mmqa = MMQA(DATA)
    examples = list(mmqa.examples())
    golds = {example.question.id: example.gold for example in examples if example.gold}
    oracle = {id: Answer(values=gold.values, sources=gold.sources) for id, gold in golds.items()}
    mmqa.write_predictions(examples, oracle, tmp_path / "predictions.json.gz")
    read = mmqa.read_predictions(tmp_path / "predictions.json.gz")
    assert {id: answer.values for id, answer in read.items()} == {
        id: gold.values for id, gold in golds.items()
    }
    for example in examples:
        scores = mmqa.score(example, oracle[example.question.id])
        assert scores == {"mmqa.exact_match": 1.0, "mmqa.f1": 1.0, "mmqa.source_f1": 1.0}


@needs_data
def test_breakdowns_and_means_are_those_of_the_official_evaluation() -> None:
    mmqa = MMQA(DATA)
    examples = [example for example in mmqa.examples() if example.gold]
    answers = {
        example.question.id: Answer(values=example.gold.values[: 1 + number % 2])
        for number, example in enumerate(examples)
        if example.gold
    }
    whole = metrics.evaluate(
        {id: answer.values for id, answer in answers.items()},
        [
            metrics.Gold(
                example.question.id,
                [example.gold.values],
                example.category,
                mmqa.breakdowns(example)["modality"],
            )
            for example in examples
            if example.gold
        ],
    )
    for example in examples:
        scores = mmqa.score(example, answers[example.question.id])
        official = whole.by_question[example.question.id]
        assert scores["mmqa.exact_match"] == official.exact_match
        assert scores["mmqa.f1"] == official.f1
    hops = Counter(mmqa.breakdowns(example)["hop"] for example in examples)
    assert hops == {name: score.n for name, score in whole.by_hop.items()}
    assert len(whole.by_type) == 16
