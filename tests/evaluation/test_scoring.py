"""Predictions made elsewhere."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from manyhop.errors import ManyhopError
from manyhop.evaluation import score

if TYPE_CHECKING:
    from tests.evaluation.sums import Sums, write_sums
else:
    from sums import Sums, write_sums


@pytest.fixture
def sums(tmp_path: Path) -> Sums:
    return Sums(write_sums(tmp_path / "sums.txt", 10))


def right(sums: Sums) -> dict[str, str]:
    return {one.question.id: one.gold.values[0] for one in sums.examples() if one.gold}


def write(path: Path, predictions: dict[str, str]) -> Path:
    path.write_bytes(msgspec.json.encode(predictions))
    return path


def test_right_predictions_score_1(sums: Sums, tmp_path: Path) -> None:
    scores = score(sums, write(tmp_path / "right.json", right(sums)))
    exact = scores.results.metrics["sums.exact"]
    assert (exact.value, exact.n, exact.high) == (1.0, 10, 1.0)
    assert exact.low < 1
    assert scores.results.answerer == "right.json"
    assert scores.results.notes == ("added by hand",)
    assert set(scores.results.breakdowns) == {"category", "size"}


def test_a_missing_prediction_scores_0_and_is_counted(sums: Sums, tmp_path: Path) -> None:
    predictions = right(sums)
    del predictions["q2"], predictions["q5"]
    scores = score(sums, write(tmp_path / "most.json", predictions))
    exact = scores.results.metrics["sums.exact"]
    assert (exact.value, exact.n) == (0.8, 10)
    assert scores.missing == ["q2", "q5"]
    assert scores.results.notes[-1] == "2 of 10 questions have no prediction and score 0 (q2, q5)"


def test_a_prediction_for_an_unknown_question_is_refused(sums: Sums, tmp_path: Path) -> None:
    path = write(tmp_path / "more.json", right(sums) | {"q99": "1"})
    with pytest.raises(ManyhopError) as error:
        score(sums, path)
    assert str(error.value) == (
        f"{path} predicts 1 question that sums does not have (q99); "
        "remove them, or pass --ignore-unknown"
    )
    scores = score(sums, path, ignore_unknown=True)
    assert scores.results.metrics["sums.exact"].value == 1.0
    assert scores.unknown == ["q99"]
    assert "ignored (q99)" in scores.results.notes[-1]


def test_predictions_of_another_split_are_refused(sums: Sums, tmp_path: Path) -> None:
    path = write(tmp_path / "other.json", {"x1": "1"})
    with pytest.raises(ManyhopError, match="predicts none of the 10 questions of sums"):
        score(sums, path, ignore_unknown=True)
