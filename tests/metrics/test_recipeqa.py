from collections.abc import Callable
from typing import Any

import pytest

from manyhop.metrics.recipeqa import choice_accuracy, evaluate

Golden = Callable[[str, str], list[dict[str, Any]]]
GOLDS: list[tuple[str, int | str]] = [
    ("textual_cloze", 0),
    ("visual_ordering", 2),
    ("textual_cloze", "1"),
]


def test_answers_are_compared_in_their_order() -> None:
    scores = evaluate({"textual_cloze.json": [0, 3], "visual_ordering": [2]}, GOLDS)
    assert scores["textual_cloze"] == 0.5
    assert scores["visual_ordering"] == 1
    assert scores["visual_coherence"] == 0


def test_missing_answers_are_wrong_and_strings_are_no_numbers() -> None:
    assert evaluate({"textual_cloze": [0]}, GOLDS)["textual_cloze"] == 0.5
    assert evaluate({"textual_cloze": ["0", "1"]}, GOLDS)["textual_cloze"] == 0


def test_an_unknown_task_raises() -> None:
    with pytest.raises(KeyError):
        evaluate({"textual_close": [0]}, GOLDS)


def test_the_first_of_equal_choices_wins() -> None:
    assert choice_accuracy([[0.1, 0.9, 0.9, 0.0], [1, 1, 0, 0]], [1, 1]) == 0.5


def test_golden_scores(golden: Golden) -> None:
    for case in golden("recipeqa", "RecipeQA scorer (unattributed public file)"):
        predictions = case["inputs"]["predictions"]
        golds = [(item["task"], item["answer"]) for item in case["inputs"]["truth"]["data"]]
        if "raises" in case["expected"]:
            with pytest.raises(KeyError):
                evaluate(predictions, golds)
        else:
            assert evaluate(predictions, golds) == pytest.approx(case["expected"]), case


def test_golden_choices(golden: Golden) -> None:
    function = "accuracy (LiuYubo1995/RecipeQA utils.py): argmax over 4 choice scores"
    for case in golden("recipeqa", function):
        found = choice_accuracy(case["inputs"]["scores"], case["inputs"]["answers"])
        assert found == pytest.approx(case["expected"]["accuracy"], abs=1e-9), case
