from collections.abc import Callable
from typing import Any

import pytest

from manyhop.metrics.vqa import accuracy, digits_and_articles, normalize, punctuation

Golden = Callable[[str, str], list[dict[str, Any]]]


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("The two dogs dont run.", "2 dogs don't run"),
        ("t-shirt", "t shirt"),
        ("1,000 t-shirts", "1000 tshirts"),
        ("well - known", "well known"),
        ("3.5", "3.5"),
        ("None", "0"),
        ("Im", "im"),
        ("50% off!", "50% off"),
    ],
)
def test_texts_are_normalized(text: str, normalized: str) -> None:
    assert normalize(text) == normalized


def test_only_the_first_periods_are_deleted() -> None:
    assert punctuation("." * 40) == "." * 8


@pytest.mark.parametrize(("agreeing", "score"), [(0, 0), (1, 0.3), (2, 0.6), (3, 0.9), (4, 1)])
def test_each_person_is_left_out_in_turn(agreeing: int, score: float) -> None:
    answers = ["cat"] * agreeing + ["dog"] * (10 - agreeing)
    assert accuracy("Cat", answers) == pytest.approx(score)


def test_nothing_is_normalized_where_all_agree() -> None:
    assert accuracy("Cat", ["cat"] * 10) == 0
    assert accuracy("cat\n", ["cat"] * 10) == 1


def test_golden_accuracies(golden: Golden) -> None:
    function = "VQAEval.evaluate (GT-Vision-Lab/VQA, python2.7), per-question accuracy x100"
    for case in golden("aokvqa", function):
        found = 100 * accuracy(**case["inputs"])
        assert found == pytest.approx(case["expected"]["accuracy_x100"], abs=1e-9), case


def test_golden_normalizations(golden: Golden) -> None:
    for case in golden("aokvqa", "VQAEval.processPunctuation / processDigitArticle"):
        text, expected = case["inputs"]["text"], case["expected"]
        assert punctuation(text) == expected["processPunctuation"], case
        assert digits_and_articles(text) == expected["processDigitArticle"], case
        assert normalize(text) == expected["both"], case
