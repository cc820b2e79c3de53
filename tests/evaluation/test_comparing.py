"""Two runs side by side."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from manyhop import evaluation
from manyhop.answering import Answer, Question
from manyhop.errors import ManyhopError
from manyhop.evaluation import Run, compare, load_run

if TYPE_CHECKING:
    from tests.evaluation.sums import Adder, Sums, write_sums
else:
    from sums import Adder, Sums, write_sums


class Careful(Adder):
    """Never off by one."""

    def answer(self, question: Question) -> Answer:
        a, b = question.text.split(" + ")
        return Answer(values=(str(int(a) + int(b)),))


def make_run(tmp_path: Path, name: str, adder: Adder, n: int = 40, limit: int | None = None) -> Run:
    sums = Sums(write_sums(tmp_path / f"{name}.txt", n))
    evaluation.run(sums, adder, tmp_path / name, limit=limit)
    return load_run(tmp_path / name)


def test_the_better_run_is_found_better(tmp_path: Path) -> None:
    hasty = make_run(tmp_path, "hasty", Adder())
    careful = make_run(tmp_path, "careful", Careful(9))
    found = compare(hasty, careful)
    assert (found.a, found.b, found.n) == ("adder(seed=0)", "adder(seed=9)", 40)
    exact = found.metrics["sums.exact"]
    assert hasty.results is not None
    assert exact.a == hasty.results.metrics["sums.exact"].value
    assert exact.b == 1.0
    assert exact.difference == pytest.approx(1 - exact.a)
    assert 0 < exact.low < exact.difference < exact.high
    assert exact.worse == 0
    assert exact.p < 0.05
    assert exact.groups == 14  # pages of three
    back = compare(careful, hasty).metrics["sums.exact"]
    assert back.difference == -exact.difference
    assert back.p == pytest.approx(exact.p, abs=0.01)
    assert found.notes == ()


def test_only_the_questions_in_common_count(tmp_path: Path) -> None:
    a = make_run(tmp_path, "a", Adder(), limit=10)
    b = make_run(tmp_path, "b", Adder(1))
    found = compare(a, b)
    assert found.n == found.metrics["sums.exact"].n == 10
    assert found.notes == (f"30 questions of {b.folder} are not in the other run: left out",)


def test_a_run_is_no_better_than_itself(tmp_path: Path) -> None:
    a = make_run(tmp_path, "a", Adder())
    exact = compare(a, a).metrics["sums.exact"]
    assert (exact.difference, exact.p) == (0.0, 1.0)


def test_one_metric_can_be_asked_for(tmp_path: Path) -> None:
    a = make_run(tmp_path, "a", Adder(), n=5)
    assert list(compare(a, a, metric="sums.closeness").metrics) == ["sums.closeness"]
    with pytest.raises(ManyhopError, match=r"'f1' is not a metric of both runs; use one of sums"):
        compare(a, a, metric="f1")


def test_changed_gold_is_said(tmp_path: Path) -> None:
    a = make_run(tmp_path, "a", Adder(), n=5)
    b = make_run(tmp_path, "b", Adder(), n=6)
    (note,) = (note for note in compare(a, b).notes if "gold differ" in note)
    assert "questions or their gold differ between the runs" in note


def test_runs_without_a_common_question_are_refused(tmp_path: Path) -> None:
    class Renamed(Sums):
        name = "products"

    a = make_run(tmp_path, "a", Adder(), n=5)
    evaluation.run(Renamed(tmp_path / "a.txt"), Adder(), tmp_path / "b")
    with pytest.raises(ManyhopError, match="compare runs on the same benchmark"):
        compare(a, load_run(tmp_path / "b"))
    evaluation.run(Sums(tmp_path / "a.txt"), Adder(), tmp_path / "c", where=["category=odd"])
    evaluation.run(Sums(tmp_path / "a.txt"), Adder(), tmp_path / "d", where=["category=even"])
    with pytest.raises(ManyhopError, match="have no question in common"):
        compare(load_run(tmp_path / "c"), load_run(tmp_path / "d"))
