"""manyhop eval-retrieval, as a user types it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from manyhop.collection import Collection
from manyhop.sources import Image, Snippet

if TYPE_CHECKING:
    from tests.cli.conftest import Run

TEXTS = {
    "d1": "The Humber Bridge opened in 1981.",
    "d2": "Bowline is a knot that makes a loop.",
    "d3": "Tea is brewed from leaves.",
}
QUESTIONS = {"q1": "When did the Humber Bridge open?", "q2": "How is tea brewed?"}
NEEDED = {"q1": "d1", "q2": "d3"}


@pytest.fixture
def beir(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "qrels").mkdir(parents=True)
    rows = [{"_id": id, "title": "", "text": text} for id, text in TEXTS.items()]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    asked = [{"_id": id, "text": text} for id, text in QUESTIONS.items()]
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, asked)))
    lines = "".join(f"{question}\t{source}\t1\n" for question, source in NEEDED.items())
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n" + lines)
    return folder


@pytest.mark.parametrize("mode", ["words", "meaning", "hybrid"])
def test_beirs_folder(run: "Run", beir: Path, mode: str) -> None:
    found = run("eval-retrieval", "beir", beir, "--mode", mode, "-k", "1", "-k", "3", "--json").json
    assert list(found) == ["recall@1", "recall@3", "ndcg@1", "ndcg@3", "reciprocal_rank"]
    assert found["recall@1"]["value"] == found["ndcg@3"]["value"] == 1
    assert found["recall@1"]["n"] == 2


def test_a_run_is_written_and_scores_the_same(run: "Run", beir: Path, tmp_path: Path) -> None:
    first = run("eval-retrieval", "beir", beir, "--out", "r", "--json").json
    assert (tmp_path / "r" / "run.trec").read_text().startswith("q1 Q0 d1 1 ")
    judged = ("eval-retrieval", "trec", "r/qrels.trec", "--run", "r/run.trec", "--json")
    assert run(*judged).json == first


def test_trecs_topics_over_a_collection(run: "Run", beir: Path, tmp_path: Path) -> None:
    assert run("index", beir / "corpus.jsonl", "-c", "c").code == 0
    (tmp_path / "qrels").write_text("q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 2\n")
    (tmp_path / "topics").write_text("".join(f"{id}\t{text}\n" for id, text in QUESTIONS.items()))
    asked = ("eval-retrieval", "trec", "qrels", "--questions", "topics", "-c", "c")
    assert run(*asked, "--json").json["recall@1"]["value"] == 1
    assert "hybrid, modality unknown: 2 questions" in run(*asked).out


def test_a_benchmark_with_the_modality_known_or_not(run: "Run", tmp_path: Path) -> None:
    """A caption stands in the way of a text that says less of the question's words."""
    texts = [{"snippet_id": "t1", "title": "Ferry", "fact": "The ferry leaves at eight."}]
    caption = "When does the old red ferry leave? The old red ferry"
    row = {
        "Guid": "g",
        "Q": "When does the old red ferry leave?",
        "A": ["At eight."],
        "Keywords_A": "eight",
        "Qcate": "text",
        "split": "val",
        "topic": "ferries",
        "txt_posFacts": texts,
        "txt_negFacts": [],
        "img_posFacts": [],
        "img_negFacts": [{"image_id": 7, "title": "", "caption": caption}],
    }
    (tmp_path / "val.json").write_text(json.dumps({"g": row}))
    asked = ("eval-retrieval", "webqa", "val.json", "--mode", "words", "-k", "1", "--json")
    assert run(*asked).json["recall@1"]["value"] == 0
    assert run(*asked, "--modality-known").json["recall@1"]["value"] == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("q1 d1\n", "qrels:1: 2 columns; judgements have"),
        ("q1 0 d1 high\n", "qrels:1: the grade 'high' is no number"),
        ("", "qrels has no judgements"),
    ],
)
def test_broken_judgements(run: "Run", tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "qrels").write_text(content)
    (tmp_path / "run").write_text("q1 Q0 d1 1 0.5 me\n")
    assert told in run("eval-retrieval", "trec", "qrels", "--run", "run").complaint


def test_what_is_missing_is_named(run: "Run", beir: Path, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("q9 0 d1 1\n")
    (tmp_path / "topics").write_text("q1\twhen\n")
    asked = ("eval-retrieval", "trec", "qrels")
    assert "name --questions, or a --run" in run(*asked).complaint
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add([Snippet(text="a"), Image(caption="b")])
    told = run(*asked, "--questions", "topics", "-c", "c").complaint
    assert "1 judged questions have no text, such as 'q9'" in told
    (beir / "qrels" / "test.tsv").unlink()
    assert "test.tsv is no file" in run("eval-retrieval", "beir", beir).complaint
    assert "there is no benchmark 'squad'" in run("eval-retrieval", "squad", beir).complaint
