"""HybridQA: tables with links, passages behind them, one gold string."""

import json
from pathlib import Path
from typing import Any

import pytest

from manyhop.answering import Answer
from manyhop.baselines import open_answerer
from manyhop.benchmarks import HybridQA, open_benchmark
from manyhop.errors import ManyhopError
from manyhop.evaluation import run, score
from manyhop.sources import CellAt, Link, Snippet, Table

DATA = Path("../shared/data/hybridqa")
MUNICH, CHENG = "/wiki/Munich", "/wiki/Chi_Cheng_(athlete)"
TABLE: dict[str, Any] = {
    "table_id": "hurdles_0",
    "title": "100 metres hurdles",
    "url": "https://en.wikipedia.org/wiki/100_metres_hurdles",
    "header": [["Year", []], ["Athlete", []], ["Place", []]],
    "data": [
        [["1970", []], ["Chi Cheng", [CHENG]], ["Munich", [MUNICH]]],
        [["1971", []], ["Karin Balzer", []], ["East Berlin", []]],
    ],
    "section_title": "Season's bests",
    "section_text": "",
    "intro": "A track event.",
}
PASSAGES = {CHENG: "Chi Cheng was born in Hsinchu .", MUNICH: "Munich is in Bavaria .", "/x": " "}


def asked(id: str, answer: str | None, *kinds: str) -> dict[str, Any]:
    nodes = [["x", [0, 1], CHENG if kind == "passage" else None, kind] for kind in kinds]
    row = {"question_id": id, "question": "Where?", "table_id": "hurdles_0", "answer-node": nodes}
    return row if answer is None else row | {"answer-text": answer}


QUESTIONS = [
    asked("q1", "Hsinchu", "passage", "passage"),
    asked("q2", "the Munich", "passage", "table"),
    asked("q3", "2"),
]


def write(folder: Path, questions: list[dict[str, Any]] | None = None) -> Path:
    (folder / "dev.traced.json").write_text(json.dumps(questions or QUESTIONS))
    (folder / "tables.jsonl").write_text(json.dumps(TABLE) + "\n")
    packed = {"table_id": "hurdles_0", "passages": PASSAGES}
    (folder / "hybridqa_dev_passages.jsonl").write_text(json.dumps(packed) + "\n")
    return folder


def test_a_question_comes_with_its_table_and_the_linked_passages(tmp_path: Path) -> None:
    example = next(HybridQA(write(tmp_path)).examples())
    table, *passages = example.question.candidates
    assert isinstance(table, Table)
    assert (table.id, table.title, table.caption) == ("hurdles_0", TABLE["title"], "Season's bests")
    assert table.rows[0][1].links == (Link("Chi Cheng", "Chi Cheng (athlete)", CHENG),)
    assert table.quote(CellAt(1, 2)) == "East Berlin"
    assert table.columns[0].kind == "date"
    assert [passage.title for passage in passages] == ["Chi Cheng (athlete)", "Munich"]
    assert isinstance(passages[0], Snippet)
    assert passages[0].id == CHENG
    assert example.group == "hurdles_0"


def test_the_category_says_where_the_answer_stands(tmp_path: Path) -> None:
    benchmark = HybridQA(write(tmp_path))
    groups = [benchmark.breakdowns(example) for example in benchmark.examples()]
    assert groups == [{"answer": "passage"}, {"answer": "table"}, {"answer": "computed"}]


def test_the_first_value_is_scored(tmp_path: Path) -> None:
    benchmark = HybridQA(write(tmp_path))
    _, munich, _ = benchmark.examples()
    scores = benchmark.score(munich, Answer(values=("Munich, Bavaria", "Munich")))
    assert scores == {"hybridqa.exact_match": 0.0, "hybridqa.f1": pytest.approx(2 / 3)}
    assert benchmark.score(munich, Answer())["hybridqa.f1"] == 0


def test_a_blind_question_has_no_gold(tmp_path: Path) -> None:
    benchmark = HybridQA(write(tmp_path, [asked("q1", None)]))
    (example,) = benchmark.examples()
    assert example.gold is None
    assert benchmark.score(example, Answer()) == {}


def test_the_official_folder_of_tables(tmp_path: Path) -> None:
    packed = list(HybridQA(write(tmp_path)).examples())
    released = tmp_path / "released_data"
    released.mkdir()
    (released / "dev.traced.json").write_text(json.dumps(QUESTIONS))
    for folder, content in (("tables_tok", TABLE), ("request_tok", PASSAGES)):
        place = tmp_path / "WikiTables-WithLinks" / folder
        place.mkdir(parents=True)
        (place / "hurdles_0.json").write_text(json.dumps(content))
    assert list(HybridQA(released).examples()) == packed


def test_without_tables_there_are_no_candidates_and_the_notes_say_so(tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    path.write_text(json.dumps(QUESTIONS))
    benchmark = HybridQA(path)
    assert "no candidates" in benchmark.notes[1]
    assert all(not example.question.candidates for example in benchmark.examples())


def test_predictions_read_back_the_same(tmp_path: Path) -> None:
    benchmark = HybridQA(write(tmp_path))
    path = tmp_path / "predictions.json"
    said = {"q1": Answer(values=("Hsinchu", "Taiwan")), "q2": Answer()}
    benchmark.write_predictions(benchmark.examples(), said, path)
    assert json.loads(path.read_text()) == [
        {"question_id": "q1", "pred": "Hsinchu"},
        {"question_id": "q2", "pred": ""},
    ]
    assert benchmark.read_predictions(path)["q1"].values == ("Hsinchu",)
    assert score(benchmark, path).results.metrics["hybridqa.f1"].value == pytest.approx(1 / 3)


def test_the_oracle_is_always_right(tmp_path: Path) -> None:
    benchmark = open_benchmark("hybridqa", write(tmp_path))
    results = run(benchmark, open_answerer("oracle", benchmark), tmp_path / "run")
    assert results.metrics["hybridqa.exact_match"].value == 1


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("tables.jsonl", {"title": "x"}, "tables.jsonl:1, field table_id"),
        ("tables.jsonl", TABLE | {"data": [[["1970", []]]]}, "not as long as the header"),
        ("tables.jsonl", TABLE | {"header": ["Year"]}, r"tables.jsonl:1, field header\[0\]"),
        ("hybridqa_dev_passages.jsonl", {"table_id": "t", "passages": []}, "field passages"),
    ],
)
def test_broken_contexts(tmp_path: Path, file: str, content: object, message: str) -> None:
    (write(tmp_path) / file).write_text(json.dumps(content))
    with pytest.raises(ManyhopError, match=message):
        list(HybridQA(tmp_path).examples())


@pytest.mark.extras
@pytest.mark.skipif(not DATA.is_dir(), reason="the HybridQA files are not at hand")
def test_the_real_file() -> None:
    examples = list(HybridQA(DATA).examples())
    assert len(examples) == 2608
    assert all(isinstance(example.question.candidates[0], Table) for example in examples)
    table = examples[0].question.candidates[0]
    assert isinstance(table, Table)
    known = {source.id for source in examples[0].question.candidates}
    linked = {link.url for row in table.rows for cell in row for link in cell.links}
    assert linked
    assert linked <= known
