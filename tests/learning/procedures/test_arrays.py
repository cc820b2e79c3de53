"""Cloze items as numbers."""

from pathlib import Path

import numpy as np
import pytest
from tests.generation.procedures.invented import invented

from manyhop.generation.procedures import ClozeSettings, build_cloze
from manyhop.learning.procedures import (
    QuestionArrays,
    TextNumbers,
    load_questions,
    load_texts,
    question_arrays,
    save,
    sentence_arrays,
    shared_words,
    word2vec_arrays,
)
from manyhop.models import StaticEncoder


@pytest.fixture(scope="module")
def numbered() -> tuple[QuestionArrays, TextNumbers]:
    settings = ClozeSettings(train_share=0.6, val_share=0.2)
    built = build_cloze(invented(20), tasks=["textual_cloze"], settings=settings)
    numbers = TextNumbers()
    items = [item for split in built.items.values() for item in split]
    return question_arrays(items, numbers), numbers


def test_texts_are_numbered_once_and_the_empty_one_is_0() -> None:
    numbers = TextNumbers()
    assert [numbers.number(text) for text in ("", "Stir", "Bake", "Stir")] == [0, 1, 2, 1]
    assert numbers.texts == ["", "Stir", "Bake"]


def test_a_question_shows_its_titles_and_an_empty_one_at_the_hole(
    numbered: tuple[QuestionArrays, TextNumbers],
) -> None:
    questions, _ = numbered
    assert len(questions)
    for shown, hole in zip(questions.shown, questions.hole, strict=True):
        assert [place for place, text in enumerate(shown) if text == 0] == [hole]


def test_the_right_title_stands_in_its_own_step(
    numbered: tuple[QuestionArrays, TextNumbers],
) -> None:
    questions, _ = numbered
    rows = np.arange(len(questions))
    best = questions.matches[rows, 4 + questions.answers].max(axis=1)
    assert best.mean() > 0.9


def test_steps_beyond_the_last_match_nothing(numbered: tuple[QuestionArrays, TextNumbers]) -> None:
    questions, _ = numbered
    for steps, length, matches in zip(
        questions.steps, questions.lengths, questions.matches, strict=True
    ):
        assert steps[:length].all()
        assert not steps[length:].any()
        assert not matches[:, length:].any()


def test_the_splits_share_no_procedure(numbered: tuple[QuestionArrays, TextNumbers]) -> None:
    questions, _ = numbered
    parts = [set(questions.part(split).groups) for split in ("train", "val", "test")]
    assert all(parts)
    assert not parts[0] & parts[1]
    assert not (parts[0] | parts[1]) & parts[2]


def test_rare_words_count_more_than_frequent_ones() -> None:
    rarity = {"drill": 3.0, "the": 1.0, "lid": 2.0}
    found = shared_words(["Drill the lid"], ["the lids", "drilling", "", "drill the lid"], rarity)
    assert found.tolist() == [[0.5, 0.5, 0.0, 1.0]]


def test_a_title_without_words_matches_nothing() -> None:
    assert shared_words(["!", ""], ["Stir."], {}).tolist() == [[0.0], [0.0]]


def test_word2vec_knows_only_the_words_of_titles() -> None:
    texts = ["", "Boil water", "Water xylophones", "Nothing known"]
    arrays = word2vec_arrays(texts, ["Boil water", "Pour water"], dimension=8, epochs=1)
    assert (arrays.tokens > 0).sum(axis=1).tolist() == [0, 2, 1, 0]
    assert not arrays.pooled[[0, 3]].any()
    assert arrays.pooled[1].any()


def test_a_sentence_encoder_gives_one_vector_to_a_text() -> None:
    arrays = sentence_arrays(["", "Boil water", "Sand the shelf"], StaticEncoder.load())
    assert arrays.tokens.tolist() == [[0], [1], [2]]
    assert not arrays.vectors[0].any()
    assert np.linalg.norm(arrays.vectors[1:], axis=1) == pytest.approx([1, 1], abs=0.01)


def test_arrays_come_back_as_they_were_saved(
    numbered: tuple[QuestionArrays, TextNumbers], tmp_path: Path
) -> None:
    questions, numbers = numbered
    save(questions, tmp_path / "questions.npz")
    again = load_questions(tmp_path / "questions.npz")
    for name, value in vars(questions).items():
        assert getattr(again, name).dtype == value.dtype
        np.testing.assert_allclose(again.matches, questions.matches, atol=1e-3)
        if name != "matches":
            assert (getattr(again, name) == value).all()
    texts = word2vec_arrays(numbers.texts, numbers.texts[1:5], dimension=4, epochs=1)
    save(texts, tmp_path / "texts.npz")
    np.testing.assert_allclose(load_texts(tmp_path / "texts.npz").pooled, texts.pooled, atol=1e-2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["questions.npz", "texts.npz"]
