"""audit and debias on files of nobody's benchmark."""

import csv
import random
from pathlib import Path

import pytest
from tests.cli.conftest import Run

COUNT = 160


def write_exam(path: Path, planted: bool) -> None:
    """Four choices; where planted, the right one ends in "indeed"."""
    rng = random.Random(5)
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["prompt", "A", "B", "C", "D", "solution"])
        for n in range(COUNT):
            choices = [f"thing {rng.randrange(900)}" for _ in range(4)]
            right = rng.randrange(4)
            choices[right] += " indeed" if planted else ""
            out.writerow([f"Which is it, {n}?", *choices, "ABCD"[right]])


@pytest.mark.parametrize(("planted", "verdict"), [(True, "biased"), (False, "clean")])
def test_a_planted_clue_is_found_in_a_csv(
    run: Run, tmp_path: Path, planted: bool, verdict: str
) -> None:
    write_exam(tmp_path / "exam.csv", planted)
    only = ["--only", "choice-only", "--seeds", "1", "--json"]
    done = run("audit", tmp_path / "exam.csv", *only)
    assert done.code == 0, done.err
    found = done.json
    assert found["verdict"] == verdict
    assert any("choices: A, B, C, D" in note for note in found["notes"])
    if planted:
        assert "indeed" in found["findings"][0]["clues"][0]["feature"]


def test_debias_keeps_the_right_answer_right(run: Run, tmp_path: Path) -> None:
    write_exam(tmp_path / "exam.csv", planted=False)
    fair = tmp_path / "fair"
    some = ["--remedy", "balance", "--only", "position", "--seeds", "1", "--out", str(fair)]
    done = run("debias", tmp_path / "exam.csv", *some)
    assert done.code == 0, done.err

    def right(path: Path) -> dict[str, str]:
        with path.open(newline="") as file:
            return {row["prompt"]: row[row["solution"]] for row in csv.DictReader(file)}

    assert right(fair / "exam.csv") == right(tmp_path / "exam.csv")


def test_fields_are_named_where_they_are_not_plain(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text('{"x": "Why?", "y": "because"}\n')
    assert "name it with --question, it has x, y" in run("audit", tmp_path / "odd.jsonl").complaint
    done = run("audit", tmp_path / "odd.jsonl", "--question", "x", "--answer", "y")
    assert "1 questions with a known answer are too few" in done.complaint
