import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from manyhop.baselines import open_answerer
from manyhop.benchmarks import open_benchmark
from manyhop.cli._build import cloze
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.evaluation import run
from manyhop.sources import Procedure, Step

app = typer.Typer()
app.command()(cloze)


def procedures(number: int) -> list[Procedure]:
    verbs = ("Saw", "Plane", "Varnish", "Hang", "Level", "Brace", "Wax")
    things = ("a gate", "the bench", "an old door", "the stair", "the fence", "a hive", "the sled")
    return [
        Procedure(
            id=f"job-{one}",
            title=f"Job {one}",
            steps=tuple(
                Step(
                    f"{verb} {things[(one * 3 + place * (one % 5 + 1)) % 7]} no. {one % 4}",
                    "Do it with care, and let it rest for a while.",
                    (f"job-{one}-{place}.jpg",),
                )
                for place, verb in enumerate(verbs)
            ),
        )
        for one in range(number)
    ]


@pytest.fixture
def jobs(tmp_path: Path) -> Path:
    path = tmp_path / "jobs.jsonl"
    path.write_bytes(b"\n".join(one.to_json() for one in procedures(60)))
    return path


def build(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(one) for one in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_what_is_built_can_be_evaluated(jobs: Path, tmp_path: Path) -> None:
    said = build(jobs, "--out", tmp_path / "set", "--debias")
    assert "textual_cloze" in said
    assert "card.md" in said
    benchmark = open_benchmark("recipeqa", tmp_path / "set/train.json")
    results = run(benchmark, open_answerer("oracle", benchmark), tmp_path / "run")
    assert results.metrics["recipeqa.accuracy"].value == 1.0
    assert set(results.breakdowns["task"]) == {
        "textual_cloze",
        "visual_cloze",
        "visual_coherence",
        "visual_ordering",
    }


def test_options_reach_the_settings_and_come_back_as_json(jobs: Path, tmp_path: Path) -> None:
    options = ("--debias", "--remedy", "budget", "--set", "clusters=9", "--per-procedure", 1)
    said = build(jobs, "-o", tmp_path / "a", "--task", "textual", *options, "--json")
    facts = json.loads(said)
    assert facts["settings"]["remedy"] == "budget"
    assert facts["settings"]["clusters"] == 9
    assert sum(sum(tasks.values()) for tasks in facts["questions"].values()) == 60
    assert list(facts["questions"]["train"]) == ["textual_cloze"]
    assert json.loads((tmp_path / "a/facts.json").read_text()) == facts
    build(jobs, "-o", tmp_path / "b", "--task", "textual", *options)
    assert (tmp_path / "b/test.json").read_bytes() == (tmp_path / "a/test.json").read_bytes()


def test_a_collection_serves_as_well_as_files(jobs: Path, tmp_path: Path) -> None:
    with Collection.open(tmp_path / "held", create=True) as collection:
        collection.add(procedures(60))
    build(tmp_path / "held", "-o", tmp_path / "a", "--limit", 30)
    build(jobs, "-o", tmp_path / "b", "--limit", 30)
    assert (tmp_path / "a/train.json").read_bytes() == (tmp_path / "b/train.json").read_bytes()


def test_mistakes_are_said_and_nothing_is_written(jobs: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes\n\nNothing to follow here.\n")
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    for arguments, reason in (
        ((notes, "-o", tmp_path / "x"), "there are no procedures in"),
        ((tmp_path / "none.jsonl", "-o", tmp_path / "x"), "does not exist"),
        ((jobs, "-o", full), "is not empty"),
        ((jobs, "-o", tmp_path / "x", "--set", "colour=red"), "there is no setting"),
    ):
        with pytest.raises(ManyhopError, match=reason):
            build(*arguments)
    assert not (tmp_path / "x").exists()
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
