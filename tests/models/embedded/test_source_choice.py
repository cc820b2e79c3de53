import numpy as np
import pytest

from manyhop.models.embedded import _source_choice as source_choice
from manyhop.models.embedded._cross_encoder import CrossEncoder
from manyhop.models.embedded._source_choice import (
    choose_sources,
    source_scores,
    two_sources,
    word_overlap,
)
from manyhop.models.embedded._weights import FOLDER
from manyhop.sources import AnySource, Image, Snippet

if not all((FOLDER / name).exists() for name in ("cross_encoder.onnx", source_choice.FILE)):
    pytest.skip("the weights are not here", allow_module_level=True)

BOTH = "Do both the Louvre and Big Ben have a clock on the facade?"
ONE = "What colour is the roof of the Louvre?"
SOURCES: list[AnySource] = [
    Image(title="Big Ben, London, 2009", caption="Big Ben, London, 2009"),
    Image(title="Strawberry field", caption="Strawberry field"),
    Snippet(title="Emma", text="Emma is a novel by Jane Austen."),
    Image(title="Louvre at night", caption="Louvre at night"),
    Image(title="Prague, a street", caption="Prague, a street"),
]


@pytest.fixture(scope="module")
def reranker() -> CrossEncoder:
    return CrossEncoder.load()


def test_a_question_about_two_pictures_takes_both(reranker: CrossEncoder) -> None:
    assert sorted(choose_sources(BOTH, source_scores(BOTH, SOURCES, reranker))) == [0, 3]


def test_the_best_comes_first(reranker: CrossEncoder) -> None:
    assert choose_sources(ONE, source_scores(ONE, SOURCES, reranker))[0] == 3


def test_scores_keep_the_order_of_the_sources(reranker: CrossEncoder) -> None:
    scores = source_scores(BOTH, SOURCES, reranker)
    turned = source_scores(BOTH, SOURCES[::-1], reranker)
    assert scores.shape == (len(SOURCES),)
    assert np.argsort(scores).tolist() == [4 - place for place in np.argsort(turned)]


def test_two_are_wanted_where_two_are_named() -> None:
    assert two_sources(BOTH) > two_sources(ONE)


def test_few_sources(reranker: CrossEncoder) -> None:
    assert source_scores(ONE, [], reranker).shape == (0,)
    assert choose_sources(ONE, []) == []
    assert choose_sources(BOTH, [0.3]) == [0]


@pytest.mark.parametrize("question", ["", "???", "\ud800", "why " * 5_000])
def test_any_question_takes_one_or_two(reranker: CrossEncoder, question: str) -> None:
    chosen = choose_sources(question, source_scores(question, SOURCES, reranker))
    assert 1 <= len(set(chosen)) == len(chosen) <= 2


def test_shared_words_are_a_share() -> None:
    found = word_overlap("red towers", ["Two red towers in the fog", "A white arch", ""])
    assert 0 < found[0] <= 1
    assert found[1:].tolist() == [0, 0]
    assert word_overlap("", ["a"]).tolist() == [0]
