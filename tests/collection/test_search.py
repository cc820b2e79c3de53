from collections.abc import Sequence

import pytest

from manyhop.collection import Collection, Mode
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Cell, Column, Image, Procedure, Snippet, Step, Table

SOURCES: list[AnySource] = [
    Snippet(title="Humber Bridge", text="Traffic first crossed the estuary in June 1981."),
    Snippet(title="Tower Bridge", text="Its bascules are raised for tall ships on the Thames."),
    Image(title="Golden Gate", caption="Two red towers rise out of the fog"),
    Image(title="Rialto", caption="A white stone arch over the Grand Canal"),
    Table(
        title="Bridges of the world",
        columns=(Column("name"), Column("span (m)", "number")),
        rows=((Cell("Akashi Kaikyo"), Cell("1,991")), (Cell("Humber"), Cell("1,410"))),
    ),
    Procedure(title="Tie a bowline", steps=(Step(text="Make a loop."), Step(text="Pull tight."))),
]


@pytest.fixture
def bridges(collection: Collection) -> Collection:
    collection.add(SOURCES)
    return collection


@pytest.mark.parametrize("mode", ["words", "meaning", "hybrid"])
def test_the_best_source_comes_first(bridges: Collection, mode: Mode) -> None:
    hits = bridges.search("When did traffic cross the Humber estuary?", mode=mode)
    assert hits[0].source == SOURCES[0]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_modality_is_kept_to(bridges: Collection) -> None:
    assert {hit.source.kind for hit in bridges.search("bridge", modality="image")} == {"image"}
    kinds = {hit.source.kind for hit in bridges.search("bridge", modality=["tables", "text"])}
    assert kinds == {"table", "snippet"}


def test_every_kind_can_come_first_when_none_is_named(bridges: Collection) -> None:
    first = {
        "Which bridge has two red towers in the fog?": "image",
        "What is the span of the Akashi Kaikyo?": "table",
        "How do I tie a bowline?": "procedure",
        "Why are the bascules of Tower Bridge raised?": "snippet",
    }
    for question, kind in first.items():
        assert bridges.search(question)[0].source.kind == kind, question


def test_within_looks_only_at_the_given_ids(bridges: Collection) -> None:
    few = [SOURCES[1].id, SOURCES[3].id, "unknown"]
    hits = bridges.search("Humber estuary", within=few)
    assert {hit.source.id for hit in hits} == {SOURCES[1].id, SOURCES[3].id}
    assert bridges.search("Humber estuary", within=[]) == []


def test_an_explanation_adds_up(bridges: Collection) -> None:
    hit = bridges.search("red towers in the fog", 1, explain=True, mode="words")[0]
    assert hit.explanation is not None
    assert set(hit.explanation.terms) == {"red", "tower", "fog"}
    assert sum(hit.explanation.terms.values()) == pytest.approx(hit.score, abs=1e-3)
    assert hit.explanation.words == hit.score


def test_no_explanation_unless_asked_for(bridges: Collection) -> None:
    assert bridges.search("fog")[0].explanation is None


class _Longest:
    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        return [float(len(passage)) for passage in passages]


def test_a_reranker_has_the_last_word(bridges: Collection) -> None:
    hits = bridges.search("bridge", 2, rerank=_Longest(), explain=True)
    lengths = [len(f"{hit.source.title}\n{hit.source.passage}") for hit in hits]
    assert [hit.score for hit in hits] == lengths == sorted(lengths, reverse=True)
    assert hits[0].explanation is not None
    assert hits[0].explanation.rerank == hits[0].score


ODD = ["", "   ", "???", "the of and", "\x00", "北京", "a" * 100_000]


@pytest.mark.parametrize("question", ODD)
def test_odd_questions_do_no_harm(bridges: Collection, question: str) -> None:
    assert len(bridges.search(question, 3)) <= 3


def test_a_question_in_tantivys_own_syntax_is_only_words(bridges: Collection) -> None:
    hits = bridges.search('words:fog AND -"red (towers" OR kind:[* TO ', mode="words")
    assert hits[0].source == SOURCES[2]


def test_wrong_arguments_are_named(bridges: Collection) -> None:
    with pytest.raises(ManyhopError, match="no modality 'sound'"):
        bridges.search("fog", modality="sound")
    with pytest.raises(ManyhopError, match="at least one"):
        bridges.search("fog", k=0)
