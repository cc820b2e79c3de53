"""The engine under eval, as a user types it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run

BRIDGES = (("Humber Bridge", "1981", "Hull"), ("Severn Bridge", "1966", "Aust"))
TABLE: dict[str, Any] = {
    "id": "t1",
    "title": "Bridges",
    "table": {
        "table_name": "Road bridges",
        "header": [{"column_name": name} for name in ("Bridge", "Opened", "Town")],
        "table_rows": [[{"text": text, "links": []} for text in row] for row in BRIDGES],
    },
}


@pytest.fixture
def bridges(tmp_path: Path) -> str:
    """Two questions about one table, in MultiModalQA's format."""
    questions = [
        {
            "qid": name,
            "question": f"When did the {name} open?",
            "answers": [{"answer": year, "type": "string", "modality": "table"}],
            "supporting_context": [{"doc_id": "t1", "doc_part": "table"}],
            "metadata": {"type": "TableQ", "table_id": "t1"},
        }
        for name, year, _ in BRIDGES
    ]
    lines = "".join(json.dumps(row) + "\n" for row in questions)
    (tmp_path / "MMQA_dev.jsonl").write_text(lines)
    (tmp_path / "MMQA_tables.jsonl").write_text(json.dumps(TABLE) + "\n")
    return "MMQA_dev.jsonl"


def test_the_engine_answers_and_says_how_sure_it_is(run: "Run", bridges: str) -> None:
    results = run("eval", "mmqa", bridges, "-a", "manyhop:routing", "-o", "r", "--json").json
    assert results["answerer"] == "manyhop:routing(embedded)"
    assert results["metrics"]["mmqa.exact_match"]["value"] == 1
    assert results["metrics"]["mmqa.source_f1"]["value"] == 1
    assert results["calibration"]["n"] == 2
    assert results["abstained"] is None


def test_without_the_gold_sources_there_is_nothing_to_say(run: "Run", bridges: str) -> None:
    arguments = ("-a", "manyhop:routing", "--setting", "without-gold", "--abstain", "-o", "r")
    outcome = run("eval", "mmqa", bridges, *arguments)
    assert "manyhop:routing(embedded, abstains)" in outcome.out
    assert "Abstained from 100.0%" in outcome.out
    assert json.loads(Path("r/results.json").read_bytes())["metrics"]["mmqa.f1"]["value"] == 0


def test_options_of_the_engine_are_for_it_alone(run: "Run", bridges: str) -> None:
    complaint = run("eval", "mmqa", bridges, "-a", "random", "--abstain").complaint
    assert "--model, --abstain and --threshold are for manyhop" in complaint
    assert "there are no models named 'gpt'" in (
        run("eval", "mmqa", bridges, "-a", "manyhop", "--model", "gpt").complaint
    )


def test_a_collection_stands_in_for_candidates(run: "Run", bridges: str, tmp_path: Path) -> None:
    rows = "\n".join(",".join(row) for row in (("Bridge", "Opened", "Town"), *BRIDGES))
    (tmp_path / "bridges.csv").write_text(rows)
    assert run("index", "bridges.csv", "--collection", "kept").code == 0
    arguments = ("-a", "manyhop:routing", "--setting", "full", "--collection", "kept", "--json")
    results = run("eval", "mmqa", bridges, *arguments).json
    assert results["metrics"]["mmqa.exact_match"]["value"] == 1
