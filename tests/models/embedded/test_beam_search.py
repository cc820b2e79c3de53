"""Beam search over a tiny language model, against trying every text there is."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from tiny_language import write_tiny_language  # type: ignore[import-not-found]

from manyhop.models.embedded._beam_search import Text, likeliest_texts
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._language_shape import LanguageShape

pytestmark = pytest.mark.extras
PROMPT = "the cat"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    pytest.importorskip("onnx")
    from training.language_graph import save_graph

    folder = tmp_path_factory.mktemp("beam")
    write_tiny_language(folder / "tiny.gguf")
    save_graph(LanguageShape.of(GgufFile(folder / "tiny.gguf")), folder / "tiny.onnx")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MANYHOP_CACHE", str(folder))
        return LanguageModel.open(folder / "tiny.gguf", folder / "tiny.onnx", None, None)


class Letters:
    """Allows one or two of six letters."""

    def __init__(self, model: LanguageModel) -> None:
        self.letters = model.tokens("abcdef")
        self.end = model.end

    def __call__(self, so_far: Sequence[int]) -> NDArray[np.intp]:
        few = {0: self.letters, 1: [*self.letters, self.end], 2: [self.end]}[len(so_far)]
        return np.array(few, np.intp)


def log_probability(model: LanguageModel, tokens: Sequence[int]) -> float:
    told, prompt = [*tokens, model.end], model.tokens(PROMPT)
    chances = [model.generate(prompt + told[:place], 1).first for place in range(len(told))]
    return float(sum(np.log(each[token]) for each, token in zip(chances, told, strict=True)))


def every_text(model: LanguageModel) -> list[Text]:
    letters = Letters(model).letters
    every = [pair for size in (1, 2) for pair in itertools.product(letters, repeat=size)]
    found = [Text(tokens, log_probability(model, tokens)) for tokens in every]
    return sorted(found, key=lambda text: -text.score)


def test_the_likeliest_texts_are_found_with_their_probabilities(model: LanguageModel) -> None:
    right = every_text(model)
    found = likeliest_texts(model, PROMPT, Letters(model), 4, width=6, behind=99).texts
    assert found[0].tokens == right[0].tokens
    scores = dict(right)
    for text in found:
        assert text.score == pytest.approx(scores[text.tokens], abs=0.05)
    assert len({text.tokens for text in found}) == len(found) >= 6


def test_a_narrow_beam_is_at_least_as_good_as_writing_greedily(model: LanguageModel) -> None:
    greedy = model.generate(PROMPT, 4, allowed=Letters(model))
    found = likeliest_texts(model, PROMPT, Letters(model), 4, width=2)
    assert found.texts[0].score >= log_probability(model, greedy.tokens) - 0.05
    np.testing.assert_allclose(found.first, greedy.first, atol=1e-4)


def test_texts_far_behind_the_best_are_not_followed(model: LanguageModel) -> None:
    texts = likeliest_texts(model, PROMPT, Letters(model), 4, width=3, behind=0.0).texts
    assert texts == sorted(texts, key=lambda text: -text.score)
    assert len(texts) < len(likeliest_texts(model, PROMPT, Letters(model), 4, 6, 99.0).texts)


def test_a_text_that_finds_no_room_is_given_as_far_as_it_got(model: LanguageModel) -> None:
    letters = np.array(model.tokens("ab"), np.intp)
    texts = likeliest_texts(model, PROMPT, lambda so_far: letters, 3, width=2).texts
    assert {len(text.tokens) for text in texts} == {3}


def test_what_a_prompt_begins_with_need_not_be_read_again(model: LanguageModel) -> None:
    whole = likeliest_texts(model, PROMPT, Letters(model), 4)
    begun = likeliest_texts(model, PROMPT, Letters(model), 4, opening=model.opening("the c"))
    assert [text.tokens for text in begun.texts] == [text.tokens for text in whole.texts]
    assert np.allclose(begun.first, whole.first, atol=1e-5)
    other = likeliest_texts(model, PROMPT, Letters(model), 4, opening=model.opening("no dog"))
    assert np.allclose(other.first, whole.first, atol=1e-5)


def test_nothing_is_written_where_the_first_chances_are_hopeless(model: LanguageModel) -> None:
    found = likeliest_texts(model, PROMPT, Letters(model), 4, hopeless=lambda first: True)
    assert found.texts == []
    assert found.first.sum() == pytest.approx(1, abs=1e-4)
