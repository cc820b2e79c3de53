from pathlib import Path

import pytest

from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.models.embedded._cross_encoder import FILE, CrossEncoder
from manyhop.models.embedded._weights import FOLDER
from manyhop.sources import Cell, Column, Image, Procedure, Snippet, Step, Table

if not (FOLDER / FILE).exists():
    pytest.skip("the weights are not here", allow_module_level=True)

QUESTION = "How long is the arch of the Sydney Harbour Bridge?"
RIGHT = "Sydney Harbour Bridge\nThe arch is 503 metres long and 134 metres high."
WRONG = [
    "Tower Bridge\nIts bascules are raised for tall ships on the Thames.",
    "Sydney Opera House\nThe roof is made of precast concrete panels.",
    "Strawberry jam\nBoil the fruit with sugar for ten minutes.",
]


@pytest.fixture(scope="module")
def reranker() -> CrossEncoder:
    return CrossEncoder.load()


def best(reranker: CrossEncoder, question: str, passages: list[str]) -> str:
    return max(zip(reranker.score(question, passages), passages, strict=True))[1]


def test_the_passage_that_answers_is_best(reranker: CrossEncoder) -> None:
    assert best(reranker, QUESTION, [*WRONG, RIGHT]) == RIGHT


def test_captions_rows_and_steps_are_judged_alike(reranker: CrossEncoder) -> None:
    caption = Image(title="Humber Bridge at night, 2009", caption="Humber Bridge at night, 2009")
    row = Table(
        title="Bridges",
        columns=(Column("name"), Column("span (m)")),
        rows=((Cell("Akashi Kaikyo"), Cell("1,991")),),
    )
    steps = Procedure(title="Tie a bowline", steps=(Step(text="Make a loop in the rope."),))
    snippet = Snippet(title="Jane Austen", text="She wrote Emma in 1815.")
    texts = [source.searchable for source in (caption, row, steps, snippet)]
    asked = [
        "What colour are the lights on the Humber Bridge?",
        "What is the span of the Akashi Kaikyo?",
        "How do I tie a bowline?",
        "When did Jane Austen write Emma?",
    ]
    assert [best(reranker, question, texts) for question in asked] == texts


def test_scores_do_not_depend_on_company_or_order(reranker: CrossEncoder) -> None:
    alone = CrossEncoder.load().score(QUESTION, [RIGHT])
    together = reranker.score(QUESTION, [*WRONG, RIGHT])
    assert together[-1] == pytest.approx(alone[0], abs=0.35)  # int8 rounds a batch together
    assert reranker.score(QUESTION, [RIGHT, *WRONG])[1:] == together[:-1]


def test_what_was_scored_is_remembered(reranker: CrossEncoder) -> None:
    first = reranker.score(QUESTION, [RIGHT, WRONG[0]])
    assert reranker.score(QUESTION, [WRONG[0], RIGHT, RIGHT]) == [first[1], first[0], first[0]]


@pytest.mark.parametrize("question", ["", "?", "why " * 5_000, "\ud800", "北京"])
def test_any_text_has_a_score(reranker: CrossEncoder, question: str) -> None:
    scores = reranker.score(question, ["", " ", "word " * 5_000, "\udfff\x00", RIGHT])
    assert len(scores) == 5
    assert all(-1e3 < score < 1e3 for score in scores)


def test_nothing_to_score(reranker: CrossEncoder) -> None:
    assert reranker.score(QUESTION, []) == []


def test_search_takes_its_order(reranker: CrossEncoder, tmp_path: Path) -> None:
    sources = [
        Snippet(title=title, text=text)
        for title, text in (passage.split("\n") for passage in [*WRONG, RIGHT])
    ]
    with Collection.open(tmp_path / "bridges", create=True) as collection:
        collection.add(sources)
        hits = collection.search(QUESTION, rerank=reranker)
    assert hits[0].source == sources[-1]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_damaged_file_gives_one_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a network")
    with pytest.raises(ManyhopError, match=r"cross_encoder\.onnx: the weight file is damaged"):
        CrossEncoder.load(tmp_path)
    with pytest.raises(ManyhopError, match="missing"):
        CrossEncoder.load(tmp_path / "nowhere")
