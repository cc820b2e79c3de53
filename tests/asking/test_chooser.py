"""The chooser: what proposals share among them, and what is never given."""

import numpy as np
import pytest

from manyhop.asking import (
    Chooser,
    Forms,
    Knowledge,
    Proposal,
    Weights,
    all_signs,
    question_features,
)
from manyhop.models import SentenceEncoder
from manyhop.programs import TextQ, Value

QUESTION = "How long is the ferry crossing?"


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder.load()


def proposed(way: str, *values: str, **signs: float) -> Proposal:
    return Proposal(
        way=way, values=tuple(Value(each) for each in values), program=TextQ(QUESTION), signs=signs
    )


def chooser(encoder: SentenceEncoder, none: float = 0.0) -> Chooser:
    """Two ways that one sign speaks for, and one kind of question."""
    one, other = (Weights({"good": (0.0, 1.0, 1.0)}, bias, {}) for bias in (0.0, -1.0))
    knowledge = Knowledge({"one": one, "other": other}, Weights({}, none, {}), (0.0, 1.0), 0.5)
    size = len(question_features(QUESTION, encoder))
    return Chooser(knowledge, Forms(["fact"], np.zeros((size, 1), np.float32)))


def test_who_says_the_same_adds_up(encoder: SentenceEncoder) -> None:
    apart = chooser(encoder).rank(QUESTION, [proposed("one", "40 minutes")], encoder)
    beside = [proposed("one", "40 minutes"), proposed("other", "40 Minutes")]
    together = chooser(encoder).rank(QUESTION, beside, encoder)
    assert [each.proposal.values_text for each in together] == [("40 minutes",)]
    assert together[0].chance > apart[0].chance == pytest.approx(0.5)


def test_another_answer_takes_from_the_share(encoder: SentenceEncoder) -> None:
    beside = [proposed("one", "40 minutes"), proposed("one", "an hour", good=1.0)]
    first, second = chooser(encoder).rank(QUESTION, beside, encoder)
    assert first.proposal.values_text == ("an hour",)
    assert first.chance == pytest.approx(np.e / (np.e + 2), abs=1e-3)
    assert second.chance == pytest.approx(1 / (np.e + 2), abs=1e-3)


def test_what_speaks_for_none_lowers_every_chance(encoder: SentenceEncoder) -> None:
    given = [proposed("one", "40 minutes")]
    sure = chooser(encoder, -3.0).rank(QUESTION, given, encoder)[0].chance
    unsure = chooser(encoder, 3.0).rank(QUESTION, given, encoder)[0].chance
    assert unsure < 0.1 < 0.9 < sure


def test_a_sign_counts_within_bounds(encoder: SentenceEncoder) -> None:
    wild, wide = (
        chooser(encoder).drives(QUESTION, [proposed("one", "40", good=good)], encoder)[0]
        for good in (1e9, 4.0)
    )
    assert wild == wide == 4.0


def test_nothing_proposed_is_nothing_chosen(encoder: SentenceEncoder) -> None:
    assert chooser(encoder).rank(QUESTION, [], encoder) == []


def test_answers_inside_one_another_are_told() -> None:
    beside = [
        proposed("one", "40 minutes"),
        proposed("other", "The ferry crossing takes 40 minutes in summer."),
    ]
    short, long = all_signs(QUESTION, beside)
    assert short["inside another"] > 0 == short["holds another"]
    assert long["holds another"] > 0 == long["inside another"]
    assert 0 < short["likest"] == long["likest"] < 1
    assert long["repeats"] > 0 == short["repeats"]


def test_what_is_shipped_ranks_all_ways_of_the_asker(encoder: SentenceEncoder) -> None:
    """A way that no lesson was learnt of would never be given."""
    known = Chooser.load().knowledge.ways
    for way in ("span", "sentence", "section", "list", "polar", "table", "picture", "planned",
                "all steps", "materials", "procedure row", "entry", "definition"):  # fmt: skip
        assert way in known


def test_a_sentence_is_as_likely_as_what_stands_in_it_and_more(encoder: SentenceEncoder) -> None:
    said = proposed("one", "The crossing takes 40 minutes", good=1.0)
    alone = chooser(encoder).rank(QUESTION, [said, proposed("one", "an hour")], encoder)
    beside = chooser(encoder).rank(QUESTION, [said, proposed("one", "40 minutes")], encoder)
    assert beside[0].proposal is said
    assert beside[0].chance > alone[0].chance
    long = proposed("one", "The crossing takes 40 minutes " + "and more " * 40, good=1.0)
    far = chooser(encoder).rank(QUESTION, [long, proposed("one", "40 minutes")], encoder)
    assert far[0].chance == pytest.approx(alone[0].chance)
