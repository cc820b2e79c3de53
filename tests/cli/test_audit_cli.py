import csv
import json
from pathlib import Path

import pytest
from tests.audit.invented import fair
from tests.audit.remedies.test_remedies import as_records
from typer.testing import CliRunner

from manyhop.audit import FOLDS, SEEDS
from manyhop.cli import _audit
from manyhop.cli._app import app
from manyhop.errors import ManyhopError

RUNNER = CliRunner()
QUICK = ["--folds", "2", "--seeds", "1", "--only", "length", "--only", "position"]


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Cloze questions whose right choice is the longest."""
    spoilt = fair(
        120, 0, lambda n, c, r: ([f"{t} very well" if p == r else t for p, t in enumerate(c)], r)
    )
    path = tmp_path / "cloze.json"
    path.write_text(json.dumps({"data": as_records(spoilt)}))
    return path


def test_the_defaults_are_those_of_python() -> None:
    assert (_audit.FOLDS, _audit.SEEDS) == (FOLDS, SEEDS)


def test_an_audit_says_what_gives_the_answers_away(dataset: Path) -> None:
    said = RUNNER.invoke(app, ["audit", str(dataset), *QUICK])
    assert said.exit_code == 0, said.output
    assert "recipeqa: biased" in said.output
    assert "a model that sees only how long each answer is gets 100%" in said.output
    assert "number of letters: most of all  right 100.0% of 120" in said.output


def test_an_audit_as_json_and_as_a_folder(dataset: Path, tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    said = RUNNER.invoke(
        app, ["audit", "recipeqa", str(dataset), *QUICK, "--json", "-o", str(folder)]
    )
    assert said.exit_code == 0, said.output
    found = json.loads(said.output)
    assert found["verdict"] == "biased"
    assert found == json.loads((folder / "audit.json").read_text())
    assert [one["verdict"] for one in found["findings"]] == ["biased", "clean"]
    assert "What cheaters get" in (folder / "audit.html").read_text()
    assert "sees only how long each answer is" in (folder / "audit.md").read_text()
    rows = list(csv.DictReader((folder / "scores.csv").open()))
    assert len(rows) == 240
    assert {row["cheater"] for row in rows} == {"length", "position"}
    figures = list(csv.DictReader((folder / "figures/recipeqa-cheaters.csv").open()))
    assert (figures[0]["row"], figures[0]["column"], figures[0]["value"]) == (
        "length",
        "score",
        "1.000000",
    )
    again = RUNNER.invoke(app, ["audit", str(dataset), *QUICK, "-o", str(folder)])
    assert isinstance(again.exception, ManyhopError)
    assert "is not empty" in str(again.exception)


def test_some_questions_can_be_chosen(dataset: Path) -> None:
    said = RUNNER.invoke(
        app,
        ["audit", str(dataset), *QUICK, "--where", "task=textual_cloze", "--limit", "80", "--json"],
    )
    assert json.loads(said.output)["questions"] == 80
    none = RUNNER.invoke(app, ["audit", str(dataset), *QUICK, "--where", "task=visual_cloze"])
    assert isinstance(none.exception, ManyhopError)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["mmqa"], "name the file or folder of mmqa too"),
        (["nowhere.json"], "neither there nor a benchmark's name"),
        (["{}", "--labels", "{other}"], "are for runs"),
        (["{other}"], "holds no questions"),
    ],
)
def test_what_is_wrong_is_said(
    arguments: list[str], reason: str, dataset: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"hello": 1}')
    named = [each.format(dataset, other=other) for each in arguments]
    said = RUNNER.invoke(app, ["audit", *named])
    assert isinstance(said.exception, ManyhopError)
    assert reason in str(said.exception)


def test_debias_writes_a_set_that_is_harder_to_cheat_at(dataset: Path, tmp_path: Path) -> None:
    folder = tmp_path / "fair"
    said = RUNNER.invoke(app, ["debias", str(dataset), *QUICK, "--out", str(folder), "--json"])
    assert said.exit_code == 0, said.output
    found = json.loads(said.output)
    assert (found["verdict_before"], found["verdict_after"]) == ("biased", "clean")
    assert found["changes"][0]["change"]["high"] < -0.3
    assert found == json.loads((folder / "debias.json").read_text())
    assert "Before and after" in (folder / "audit.html").read_text()
    after = RUNNER.invoke(app, ["audit", str(folder / "cloze.json"), *QUICK])
    assert "recipeqa: clean" in after.output


def test_debias_shows_before_and_after(dataset: Path, tmp_path: Path) -> None:
    arguments = ["debias", str(dataset), *QUICK, "--remedy", "balance", "-o", str(tmp_path / "b")]
    said = RUNNER.invoke(app, arguments)
    assert said.exit_code == 0, said.output
    assert "before" in said.output
    assert "biased → biased" in said.output
    assert "choices of 120 questions put in an even order" in said.output
    assert isinstance(RUNNER.invoke(app, arguments).exception, ManyhopError)


@pytest.mark.parametrize("command", ["audit", "debias"])
def test_help_has_examples(command: str) -> None:
    said = RUNNER.invoke(app, [command, "--help"])
    assert "Examples:" in said.output
    assert f"manyhop {command} " in said.output
