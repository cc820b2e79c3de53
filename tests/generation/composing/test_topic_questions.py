"""Questions composed over an invented league: every type, proven, and free of shortcuts."""

import re
from collections import Counter

import pytest
from tests.generation import skerry

from manyhop.generation import BuildSettings, Built, build_questions, prove
from manyhop.generation.composing import PAPER
from manyhop.programs import Compose, Intersect, type_of
from manyhop.sources import AnySource


@pytest.fixture(scope="module")
def sources() -> dict[str, AnySource]:
    return {source.id: source for source in skerry.sources()}


@pytest.fixture(scope="module")
def built(sources: dict[str, AnySource]) -> Built:
    return build_questions(sources.values(), BuildSettings(count=600, seed=3))


def test_every_type_of_the_paper_and_every_operator_beyond_it_appears(built: Built) -> None:
    kinds = Counter(built.kinds.values())
    assert set(PAPER) <= set(kinds)
    assert {"Aggregate", "Arithmetic", "YesNo", "Choose"} <= set(kinds)


def test_a_question_is_of_the_type_that_it_was_drawn_for(built: Built) -> None:
    for question in built.questions:
        if (kind := built.kinds[question.id]) in PAPER:
            assert question.type == kind == type_of(question.program), question.question


def test_every_answer_is_derived_again(built: Built, sources: dict[str, AnySource]) -> None:
    for question in built.questions:
        again = tuple(value.text for value in prove(question, sources).answers)
        assert again == question.answers, question.question


def test_the_gold_sources_hold_what_is_quoted(built: Built, sources: dict[str, AnySource]) -> None:
    for question in built.questions:
        assert question.gold
        for value in question.values:
            for citation in value.citations:
                assert sources[citation.source_id].quote(citation.place) == citation.quote


def test_no_question_tells_its_answer(built: Built) -> None:
    for question in built.questions:
        if isinstance(question.program, Compose | Intersect):
            for answer in question.answers:
                assert not re.search(rf"\b{re.escape(answer)}\b", question.question)


def test_no_question_has_a_hole_or_names_its_table_twice(built: Built) -> None:
    for question in built.questions:
        assert "[answer]" not in question.question
        assert question.question.count("2019–20 Skerry League") < 2


def test_a_composed_question_needs_its_inner_hop(built: Built) -> None:
    for question in built.questions:
        if isinstance(question.program, Compose):
            (inner,) = question.hops
            assert len(inner) == 1
            assert inner[0].text.lower() not in question.question.lower()


def test_an_intersection_is_smaller_than_either_side(built: Built) -> None:
    for question in built.questions:
        if isinstance(question.program, Intersect):
            one, other = (len(side) for side in question.hops)
            assert 0 < len(question.answers) < min(one, other)


def test_no_two_questions_have_the_same_words(built: Built) -> None:
    assert len({question.question for question in built.questions}) == len(built.questions)


def test_the_same_seed_gives_the_same_questions(sources: dict[str, AnySource]) -> None:
    first, again, other = (
        build_questions(sources.values(), BuildSettings(count=60, seed=seed)).questions
        for seed in (3, 3, 4)
    )
    assert again == first
    assert [one.question for one in other] != [one.question for one in first]


def test_answers_are_those_of_the_league(built: Built) -> None:
    founded = {club[0]: str(club[3]) for club in skerry.CLUBS}
    points = {club[0]: str(row[0]) for club, row in zip(skerry.CLUBS, skerry.RESULTS, strict=True)}
    checked = 0
    for question in built.questions:
        for pattern, truth in (
            (r"year was (.+) founded", founded),
            (r"many points did (.+) score", points),
        ):
            found = re.search(pattern, question.question)
            if found and found[1] in truth:
                assert question.answers == (truth[found[1]],)
                checked += 1
    assert checked > 5


def test_what_is_only_described_is_looked_for_in_a_named_table(
    built: Built, sources: dict[str, AnySource]
) -> None:
    titles = {source.id: source.title for source in sources.values()}
    described = [
        question
        for question in built.questions
        if question.type.startswith("Compose(TableQ") and question.table
    ]
    assert described
    for question in described:
        assert titles[question.table] in question.question, question.question
