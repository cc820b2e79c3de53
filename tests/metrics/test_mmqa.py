import math
from collections.abc import Callable
from typing import Any

import pytest

from manyhop.metrics import mmqa
from manyhop.metrics.mmqa import Gold, evaluate, exact_match, f1, normalize

Golden = Callable[[str, str], list[dict[str, Any]]]
OFFICIAL_ERRORS = {"IndexError": IndexError, "TypeError": TypeError}


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("The Beatles!", "beatles"),
        ("twenty-one", "20.0 1.0"),
        ("$1,000", "1000.0"),
        ("Point University", "0.0 university"),
        ("12/3/2000", "1232000.0"),
        ("A-Team", "team"),
        ("10 000", "10.0 0.0"),
        ("thousand\u00a0one", "thousand one"),
    ],
)
def test_texts_are_normalized(text: str, normalized: str) -> None:
    assert normalize(text) == normalized


def test_order_and_repetition_do_not_matter_to_exact_match() -> None:
    assert exact_match(["x", "x", "y"], ["y", "x", "y"]) == 1
    assert exact_match(["x", "y"], ["x", "y", "y"]) == 0
    assert exact_match("Seven", ["7"]) == 1


def test_f1_pairs_the_spans_as_well_as_it_can() -> None:
    assert f1(["red car", "boat"], ["boat", "blue car"]) == 0.75
    assert f1(["Danny DeVito", "Jim Carrey"], ["DeVito"]) == 0.33
    assert f1([], ["x"]) == 0
    assert math.isnan(f1([], []))


def test_a_wrong_number_spoils_a_span() -> None:
    assert f1(["8 red cars"], ["7 red cars"]) == 0
    assert f1(["7 blue cars"], ["7 red cars"]) == 0.67


def test_strict_crashes_where_the_official_code_does() -> None:
    assert exact_match(["thousand\u00a0one"], ["x"]) == 0
    with pytest.raises(IndexError):
        exact_match(["thousand\u00a0one"], ["x"], strict=True)
    with pytest.raises(TypeError, match="list of strings"):
        exact_match(5, ["5"])  # type: ignore[arg-type]


def test_an_evaluation_has_every_breakdown() -> None:
    golds = [
        Gold("q1", [["no"]], type="Compose(ImageQ,TableQ)", modality="image"),
        Gold("q2", [["red car"]], type="TextQ", modality="text"),
        Gold("q3", [["a"], ["b c"]], type="TextQ", modality="text"),
    ]
    result = evaluate({"q1": ["no"], "q3": "c"}, golds)
    assert result.overall.n == 3
    assert result.overall.exact_match == pytest.approx(100 / 3)
    assert result.overall.f1 == pytest.approx((100 + 67) / 3)
    assert result.by_hop["Multi-hop"] == mmqa.Score(100, 100, 1)
    assert result.by_modality["text"].f1 == pytest.approx(67 / 2)
    assert result.by_type["TextQ"].n == 2
    assert result.by_question["q2"] == mmqa.Score(0, 0, 1)


def test_golden_pairs(golden: Golden) -> None:
    for case in golden("mmqa", "list_em,list_f1"):
        predicted, gold = case["inputs"]["predicted"], case["inputs"]["gold"]
        assert exact_match(predicted, gold) == case["expected"]["list_em"], case
        expected = float(case["expected"]["list_f1"])
        assert f1(predicted, gold) == pytest.approx(expected, abs=1e-9, nan_ok=True), case


def test_golden_normalizations(golden: Golden) -> None:
    for case in golden("mmqa", "_normalize_answer"):
        assert normalize(case["inputs"]["text"]) == case["expected"]["normalized"], case


def test_golden_errors(golden: Golden) -> None:
    for case in golden("mmqa", "list_em"):
        with pytest.raises(OFFICIAL_ERRORS[case["expected"]["raises"]]):
            exact_match(**case["inputs"], strict=True)


def test_golden_evaluations(golden: Golden) -> None:
    for case in golden("mmqa", "evaluate_predictions"):
        inputs, expected = case["inputs"], case["expected"]
        golds = [
            Gold(id, answers, inputs["question_types"][id], inputs["answer_modalities"][id])
            for id, answers in inputs["gold_answers"].items()
        ]
        assert {gold.id: gold.hop for gold in golds} == inputs["hop_types"]
        result = evaluate(inputs["predictions"], golds)
        _agrees({"": result.overall}, {"": expected["overall"]})
        _agrees(result.by_question, expected["per_instance"])
        _agrees(result.by_type, expected["by_question_type"])
        _agrees(result.by_modality, expected["by_answer_modality"])
        _agrees(result.by_hop, expected["by_hop_type"])


def _agrees(scores: dict[str, mmqa.Score], expected: dict[str, dict[str, float]]) -> None:
    assert scores.keys() == expected.keys()
    for name, values in expected.items():
        assert scores[name].exact_match == pytest.approx(values["list_em"], abs=1e-9)
        assert scores[name].f1 == pytest.approx(values["list_f1"], abs=1e-9)
