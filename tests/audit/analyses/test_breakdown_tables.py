"""Accuracy by type, category and question word, against scikit-learn's accuracy of each part."""

import pytest
from sklearn.metrics import accuracy_score
from tests.audit.analyses.answered import scored_run, tosses

from manyhop.audit.analyses import by_breakdowns, by_group, graded, opening


def test_each_group_has_its_own_accuracy() -> None:
    scores = tosses(90, 0.6, 2)
    kinds = [("TextQ", "TableQ", "ImageQ")[n % 3] for n in range(90)]
    runs = graded([scored_run("a", scores, breakdowns={"type": kinds})])
    found = next(iter(by_breakdowns(runs)))
    assert found.name == "by-type"
    for kind in set(kinds):
        some = [score for score, other in zip(scores, kinds, strict=True) if other == kind]
        cell = found.cell("a", kind)
        assert cell is not None
        assert cell.n == 30
        assert cell.value == pytest.approx(accuracy_score([1.0] * 30, some))


def test_breakdowns_that_say_the_same_are_said_once() -> None:
    breakdowns = {"type": ["x", "y", "x"], "again": ["1", "2", "1"], "all alike": ["z", "z", "z"]}
    runs = graded([scored_run("a", [1, 0, 1], breakdowns=breakdowns)])
    assert [found.name for found in by_breakdowns(runs)] == ["by-type"]


def test_small_groups_are_counted_together() -> None:
    labels = ["often"] * 10 + [f"once {n}" for n in range(5)]
    found = by_group(graded([scored_run("a", [1.0] * 15)]), "kind", labels, fewest=2)
    assert [column.name for column in found.columns] == ["often", "all others"]


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("How many boats are there?", "how many"),
        ("In what year did it open?", "what"),
        ("Is it raining?", "yes or no"),
        ("Name the bridge.", "other"),
        ("", "other"),
    ],
)
def test_what_sort_of_question_it_is(question: str, word: str) -> None:
    assert opening(question) == word
