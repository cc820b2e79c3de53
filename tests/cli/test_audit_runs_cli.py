"""Auditing runs from the command line's side: real runs of floors on a made-up benchmark."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyhop.baselines import open_answerer
from manyhop.benchmarks import open_benchmark
from manyhop.cli._app import app
from manyhop.cli._audit_view import audit_runs
from manyhop.errors import ManyhopError
from manyhop.evaluation import run

COLOURS = ("red", "blue", "green", "white")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Four answerers on forty questions in A-OKVQA's layout."""
    root = tmp_path_factory.mktemp("runs")
    path = root / "val.json"
    rows = [
        {
            "question_id": f"q{n}",
            "image_id": n // 2,
            "question": f"What colour is the {('bus', 'boat', 'lamp', 'tent')[n % 4]} in row {n}?",
            "choices": list(COLOURS),
            "correct_choice_idx": n % 3,
            "direct_answers": [COLOURS[n % 3]] * 6 + [COLOURS[(n + 1) % 4]] * 4,
            "rationales": [f"The paint in row {n} tells it."],
        }
        for n in range(40)
    ]
    path.write_text(json.dumps(rows))
    benchmark = open_benchmark("aokvqa", path)
    found = []
    for name in ("random", "most-common", "weighted-random", "question-only"):
        run(benchmark, open_answerer(name, benchmark), root / name, files=[path])
        found.append(root / name)
    return found


def test_the_papers_tables_are_printed_and_written(
    folders: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audit_runs(folders, to=tmp_path / "audit")
    printed = capsys.readouterr().out
    for title in (
        "Accuracy by answer frequency in training",
        "Accuracy by knowledge type",
        "Pairwise difference between correctly answered questions",
        "Majority vote and oracle combination",
    ):
        assert title in printed
    assert "no file was named" in printed
    assert (tmp_path / "audit" / "audit.html").exists()
    assert (tmp_path / "audit" / "figures" / "aokvqa-answer-frequency.csv").exists()


def test_json_holds_every_figure(folders: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    audit_runs(folders, as_json=True)
    (analysis,) = json.loads(capsys.readouterr().out)
    assert analysis["questions"] == 40
    assert {"diversity", "nearest-questions", "all-or-none-right"} <= {
        each["name"] for each in analysis["figures"]
    }


def test_the_five_most_similar_questions(
    folders: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    audit_runs(folders[:1], similar_to="What colour is the boat in row 5?", as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert len(found) == 5
    assert found[0]["text"] == "What colour is the boat in row 5?"
    assert found[0]["id"] == "q5"


def test_folders_of_runs_are_told_from_a_dataset(folders: list[Path], tmp_path: Path) -> None:
    named = [str(folder) for folder in folders]
    said = CliRunner().invoke(app, ["audit", *named, "--out", str(tmp_path / "audit")])
    assert said.exit_code == 0, said.output
    assert "Pairwise difference between correctly answered questions" in said.output
    assert (tmp_path / "audit" / "audit.md").exists()
    asked = CliRunner().invoke(app, ["audit", named[0], "--similar", "the boat", "--json"])
    assert len(json.loads(asked.output)) == 5
    for option, given in (("--only", "length"), ("--folds", "3"), ("--seeds", "1")):
        mixed = CliRunner().invoke(app, ["audit", *named, option, given])
        assert isinstance(mixed.exception, ManyhopError)


def test_training_must_be_said_whose_it_is(folders: list[Path], tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("red\nblue\n")
    audit_runs(folders[:2], training=[str(words)], as_json=True)
    audit_runs(folders[:2], training=[f"aokvqa={words}"], as_json=True)
    with pytest.raises(ManyhopError, match="can't be read"):
        audit_runs(folders[:2], training=["nowhere.txt"])
