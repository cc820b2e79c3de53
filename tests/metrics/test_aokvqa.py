from collections.abc import Callable
from typing import Any

import pytest

from manyhop.metrics import aokvqa
from manyhop.metrics.aokvqa import (
    Gold,
    Prediction,
    build_vocabulary,
    direct_answer,
    evaluate,
    map_to_choices,
    most_common,
    multiple_choice,
)

Golden = Callable[[str, str], list[dict[str, Any]]]
CABS = Gold("q1", ["cab", "bus"], 0, ["cab", "cab", "taxi"])
TREES = Gold("q2", ["oak", "elm"], 1, ["elm"] * 10, difficult=True)


def test_the_text_of_the_choice_counts() -> None:
    assert multiple_choice("cab", ["cab", "bus"], 0) == 1
    assert multiple_choice("Cab", ["cab", "bus"], 0) == 0
    with pytest.raises(AssertionError, match="'Cab' is none of the choices"):
        multiple_choice("Cab", ["cab", "bus"], 0, strict=True)


def test_a_third_for_each_person_with_the_same_string() -> None:
    assert direct_answer("cab", ["cab", "cab", "taxi"]) == pytest.approx(2 / 3)
    assert direct_answer("cab", ["cab"] * 10) == 1
    assert direct_answer("cab.", ["cab"] * 10) == 0


def test_difficult_questions_count_for_multiple_choice_only() -> None:
    predictions = {"q1": Prediction("cab", "taxi"), "q2": Prediction("oak", "elm")}
    result = evaluate(predictions, [CABS, TREES])
    assert result.multiple_choice == 50
    assert result.direct_answer == pytest.approx(100 / 3)


def test_a_kind_without_predictions_is_not_scored() -> None:
    assert evaluate({"q1": Prediction("cab")}, [CABS, TREES]) == aokvqa.Evaluation(50, None)


def test_strict_wants_every_prediction() -> None:
    with pytest.raises(AssertionError, match="1 questions have no prediction, first q2"):
        evaluate({"q1": Prediction("cab")}, [CABS, TREES], strict=True)


def test_words_overlap() -> None:
    assert aokvqa.token_f1("red cab", "cab") == pytest.approx(2 / 3)
    assert aokvqa.token_f1("", " ") == 1


def test_free_answers_become_the_nearest_choice() -> None:
    vectors = {"taxi": [1.0, 0.1], "cab": [1.0, 0.0], "tree": [0.0, 1.0]}
    choices = {"q1": ["tree", "cab"], "q2": ["tree", "cab"], "q3": ["tree", "cab"]}
    predictions = {"q1": "Taxi", "q2": "tree", "q3": "unheard of"}
    mapped = map_to_choices(predictions, choices, vectors)
    assert mapped == {"q1": "cab", "q2": "tree", "q3": "tree"}
    assert map_to_choices({"q1": "taxi"}, choices, {}) == {"q1": "tree"}


def test_the_vocabulary_holds_correct_and_common_answers() -> None:
    train = [Gold(str(n), ["a", "b", f"c{n}"], 0, ["a", "d", "d"]) for n in range(3)]
    assert build_vocabulary(train) == ["a", "b", "d"]
    assert most_common(train, {"q": ["x", "y"]}) == {"q": Prediction("a", "a")}


def _golds(dataset: list[dict[str, Any]]) -> list[Gold]:
    return [
        Gold(
            one["question_id"],
            one["choices"],
            one["correct_choice_idx"],
            one["direct_answers"],
            one.get("difficult_direct_answer", False),
        )
        for one in dataset
    ]


@pytest.mark.parametrize("part", ["direct answer", "multiple choice", "aggregate"])
def test_golden_scores(golden: Golden, part: str) -> None:
    for case in golden("aokvqa", f"eval_aokvqa({part})"):
        inputs, expected = case["inputs"], case["expected"]
        choosing = inputs["multiple_choice"]
        predictions = {
            id: Prediction(multiple_choice=text) if choosing else Prediction(direct_answer=text)
            for id, text in inputs["preds"].items()
        }
        golds = _golds(inputs["dataset"])
        if "raises" in expected:
            with pytest.raises(AssertionError):
                evaluate(predictions, golds, strict=inputs["strict"])
            continue
        result = evaluate(predictions, golds, strict=inputs["strict"])
        found = result.multiple_choice if choosing else result.direct_answer
        assert found == pytest.approx(expected["accuracy_x100"], abs=1e-9), case


def test_golden_word_overlap(golden: Golden) -> None:
    for case in golden("aokvqa", "compute_exact / compute_f1 (ClipCap train.py)"):
        texts = case["inputs"]["pred"], case["inputs"]["gold"]
        assert aokvqa.exact(*texts) == case["expected"]["exact"], case
        assert aokvqa.token_f1(*texts) == pytest.approx(case["expected"]["f1"], abs=1e-9), case


def test_golden_mappings(golden: Golden) -> None:
    for case in golden("aokvqa", "map_to_choices (remap_predictions.py) with toy word vectors"):
        inputs = case["inputs"]
        choices = {one["question_id"]: one["choices"] for one in inputs["dataset"]}
        mapped = map_to_choices(inputs["predictions"], choices, inputs["word_vectors"])
        assert mapped == case["expected"]["predictions"], case


def test_golden_vocabularies(golden: Golden) -> None:
    for case in golden("aokvqa", "build_vocab.py / most_common_answer.py"):
        train, expected = _golds(case["inputs"]["train"]), case["expected"]
        assert build_vocabulary(train) == expected["vocab"]
        choices = {one["question_id"]: one["choices"] for one in case["inputs"]["val"]}
        common = most_common(train, choices)
        assert {id: one.direct_answer for id, one in common.items()} == expected["most_common"][
            "da"
        ]
        assert {id: one.multiple_choice for id, one in common.items()} == (
            expected["most_common"]["mc"]
        )
