"""The strong encoder with its shipped weights."""

import numpy as np
import pytest

from manyhop.models import TextEncoder
from manyhop.models.embedded._sentence_encoder import LONGEST, SentenceEncoder

PASSAGES = [
    "The lighthouse keeper climbed the tower each evening to light the lamp.",
    "Bread rises because yeast turns sugar into gas.",
    "The orchestra tuned to the oboe before the conductor came in.",
    "Glaciers carve wide valleys as they slide down from the mountains.",
]


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder.load()


def test_a_question_is_nearest_to_the_passage_that_answers_it(encoder: SentenceEncoder) -> None:
    questions = [
        "Who looked after the beacon by the sea?",
        "Why does dough get bigger?",
        "Which instrument do the musicians take their pitch from?",
        "How does moving ice shape the land?",
    ]
    likeness = encoder.encode(questions) @ encoder.encode(PASSAGES).T
    assert likeness.argmax(axis=1).tolist() == [0, 1, 2, 3]


def test_meaning_counts_more_than_shared_words(encoder: SentenceEncoder) -> None:
    asked, meant, worded = encoder.encode(
        ["the bank of the river", "the shore of a stream", "the bank raised its interest rates"]
    )
    assert asked @ meant > asked @ worded


def test_vectors_are_of_unit_length_and_empty_texts_get_zeros(encoder: TextEncoder) -> None:
    vectors = encoder.encode(["", PASSAGES[0], "  \n", PASSAGES[1]])
    assert vectors.shape == (4, encoder.dimension)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [0, 1, 0, 1], atol=1e-5)
    assert encoder.encode([]).shape == (0, encoder.dimension)


def test_a_text_has_the_same_vector_in_any_company(encoder: SentenceEncoder) -> None:
    alone = np.vstack([encoder.encode([passage]) for passage in PASSAGES])
    together = encoder.encode([*PASSAGES, "One more, and much longer than the rest. " * 20])[:-1]
    np.testing.assert_allclose(together, alone, atol=1e-4)


def test_of_a_long_text_only_the_beginning_counts(encoder: SentenceEncoder) -> None:
    long = "salt " * (LONGEST - 2)
    first, second = encoder.encode([long + "and a hidden ending", long + "and something else"])
    assert first @ second == pytest.approx(1, abs=1e-4)
