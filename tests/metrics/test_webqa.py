from collections.abc import Callable
from typing import Any

import pytest

from manyhop.metrics import webqa
from manyhop.metrics.webqa import Batch, accuracy, approximate_accuracy, normalize, retrieval

Golden = Callable[[str, str], list[dict[str, Any]]]
ACCURACY = (
    "normalize_text + compute_vqa_metrics + category dispatch (eval_1022.py); "
    "webqa_metrics_approx (eval_webqa.md)"
)


def drop_plurals(text: str) -> str:
    return " ".join(word.removesuffix("s") for word in text.split())


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("The six light-blue cars.", "6 lightblue cars"),
        ("twenty one", "20 1"),
        ("3.5 m.", "3.5 m"),
        ("the", "the"),
        ("A", "a"),
        ("?", "?"),
        ("007", "7"),
        ("point", "point"),
        ("", ""),
    ],
)
def test_texts_are_normalized(text: str, normalized: str) -> None:
    assert normalize(text) == normalized


def test_the_lemmatizer_sees_the_cleaned_text() -> None:
    assert normalize("The six Cars!", lemmatize=drop_plurals) == "6 car"
    assert accuracy("Others", "A car.", "cars", lemmatize=drop_plurals) == 1


def test_one_character_skips_the_lemmatizer() -> None:
    assert normalize(" S ", lemmatize=drop_plurals) == "s"


def test_closed_categories_score_f1_over_their_own_words() -> None:
    assert accuracy("color", "The bird is blue and red.", "Blue") == pytest.approx(2 / 3, abs=1e-5)
    assert accuracy("YesNo", "Yes, it is.", "yes") == 0.9999950000249999
    assert accuracy("shape", "It is olive.", "olive") == 0
    assert accuracy("number", "Six of the 8.5 cars", "6") == 0.9999950000249999


def test_open_categories_score_recall() -> None:
    assert accuracy("choose", "The red tower is taller.", "red tower") == 1
    assert accuracy("Others", "red", "red red blue") == pytest.approx(1 / 3)
    assert accuracy("text", "", "") == 0


def test_an_unknown_category_is_named() -> None:
    with pytest.raises(ValueError, match="colour"):
        accuracy("colour", "red", "red")


def test_the_approximation_needs_no_keywords() -> None:
    assert approximate_accuracy("YesNo", "Yes.", "Yes, it is") == 1


def test_sources_are_compared_as_sets() -> None:
    found = retrieval([30000001, 30000002], [30000002])
    assert (found.precision, found.recall) == (0.5, 1.0)
    assert found.f1 == pytest.approx(2 / 3, abs=1e-5)


def test_no_source_scores_zero_and_crashes_where_strict() -> None:
    assert retrieval([], ["a_1"]).f1 == 0
    with pytest.raises(ZeroDivisionError):
        retrieval([], ["a_1"], strict=True)


def test_a_very_certain_selector_does_not_overflow() -> None:
    found = webqa.threshold_retrieval([(900.0, -900.0), (-900.0, 900.0)], [1, 0])
    assert (found.precision, found.recall) == pytest.approx((1.0, 1.0), abs=2e-5)


def test_missing_questions_count_as_zero_in_the_totals() -> None:
    totals = webqa.leaderboard_totals([Batch(3770, 1.0, 0.5, 0.4, 0.8)])
    assert (totals.fluency, totals.accuracy, totals.product) == (0.5, 0.25, 0.2)


def test_golden_accuracies(golden: Golden) -> None:
    for case in golden("webqa_acc", ACCURACY):
        for name, expected in case["expected"]["by_lemmatizer"].items():
            _agrees(case, expected, name)


def _agrees(case: dict[str, Any], expected: dict[str, Any], name: str) -> None:
    candidate, keywords = case["inputs"]["candidate"], case["inputs"]["keywords"]
    prelemma = case["expected"]["prelemma"]
    table = {
        prelemma["candidate"]: expected["normalized_candidate"],
        prelemma["keywords"]: expected["normalized_keywords"],
    }
    lemmatize = None if name == "identity" else table.__getitem__
    category = case["inputs"]["qcate"]
    assert normalize(candidate, lemmatize) == expected["normalized_candidate"], case
    assert normalize(keywords, lemmatize) == expected["normalized_keywords"], case
    found = accuracy(category, candidate, keywords, lemmatize)
    assert found == pytest.approx(expected["acc"], abs=1e-9), case
    approximate = approximate_accuracy(category, candidate, keywords, lemmatize)
    assert approximate == pytest.approx(expected["acc_approx_from_md"], abs=1e-9), case
    parts = webqa.overlap(category, candidate, keywords, lemmatize)
    assert parts.precision == pytest.approx(expected["PR_avg"], abs=1e-9), case
    assert parts.recall == pytest.approx(expected["RE_avg"], abs=1e-9), case
    assert parts.f1 == pytest.approx(expected["F1_avg"], abs=1e-9), case
    if category not in ("color", "shape", "YesNo"):
        assert parts.exact == expected["EM"], case


def test_golden_normalizations(golden: Golden) -> None:
    for case in golden("webqa_acc", "normalize_text"):
        prelemma = case["expected"]["prelemma"]
        for name, expected in case["expected"]["by_lemmatizer"].items():
            table = {prelemma: expected}
            lemmatize = None if name == "identity" else table.__getitem__
            assert normalize(case["inputs"]["text"], lemmatize) == expected, case


def test_golden_number_words(golden: Golden) -> None:
    for case in golden("webqa_acc", "toNum"):
        found = webqa.number_or_word(case["inputs"]["word"])
        assert found == case["expected"]["value"], case
        assert type(found).__name__ == case["expected"]["type"], case


def test_golden_whole_numbers(golden: Golden) -> None:
    for case in golden("webqa_acc", "detectNum"):
        assert webqa.whole_numbers(case["inputs"]["words"]) == case["expected"]["numbers"], case


def test_golden_fluency_texts(golden: Golden) -> None:
    for case in golden("webqa_acc", "normalize_text_for_bart"):
        assert webqa.fluency_text(case["inputs"]["text"]) == case["expected"]["text"], case


def test_golden_retrieval(golden: Golden) -> None:
    for case in golden("webqa_acc", "compute_retrieval_metrics (BM25_full_retrieval.ipynb)"):
        inputs, expected = case["inputs"], case["expected"]
        if "raises" in expected:
            with pytest.raises(ZeroDivisionError):
                retrieval(inputs["pred"], inputs["gold"], strict=True)
            continue
        found = retrieval(inputs["pred"], inputs["gold"])
        assert found.precision == pytest.approx(expected["PR"], abs=1e-9), case
        assert found.recall == pytest.approx(expected["RE"], abs=1e-9), case
        assert found.f1 == pytest.approx(expected["F1"], abs=1e-9), case


def test_golden_threshold_retrieval(golden: Golden) -> None:
    for case in golden("webqa_acc", "filter_metric (modeling.py)"):
        inputs, expected = case["inputs"], case["expected"]
        found = webqa.threshold_retrieval(
            inputs["logits"], inputs["labels"], threshold=inputs["threshold"], mask=inputs["mask"]
        )
        assert found.precision == pytest.approx(expected["PR"], abs=1e-5), case
        assert found.recall == pytest.approx(expected["RE"], abs=1e-5), case
        assert found.f1 == pytest.approx(expected["F1"], abs=1e-5), case


def test_golden_totals(golden: Golden) -> None:
    for case in golden("webqa_acc", "evaluate (Call_WebQA_eval_server_locally.py), server stubbed"):
        totals = webqa.leaderboard_totals(
            Batch(one["count"], one["Fluency"], one["Accuracy"], one["mul"], one["filter"])
            for one in case["inputs"]["batch_results"]
        )
        expected = case["expected"]
        assert totals.retrieval == expected["Retrieval"], case
        assert totals.fluency == expected["QA-FL"], case
        assert totals.accuracy == expected["QA-Acc"], case
        assert totals.product == expected["QA"], case
