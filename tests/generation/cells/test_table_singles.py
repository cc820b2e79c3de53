import random
import re

import pytest
from tests.generation.cells.drawn_up import table_of, topic_of

from manyhop.generation._query import Cells
from manyhop.generation._single import Single
from manyhop.generation._topic import Topic
from manyhop.generation.cells import derive_cells, table_singles
from manyhop.generation.tables import Extreme, Operation, Program, Where


@pytest.fixture(scope="module")
def asked(players: Topic) -> list[Single]:
    return table_singles(players, random.Random("players"), limit=400)


@pytest.fixture(scope="module")
def bridging(bridges: Topic) -> list[Single]:
    return table_singles(bridges, random.Random("bridges"), limit=400)


def program(single: Single) -> Program:
    assert isinstance(single.query, Cells)
    return single.query.program


def questions(singles: list[Single]) -> dict[str, tuple[str, ...]]:
    return {single.whole: single.answers for single in singles}


def test_the_same_chance_asks_the_same(players: Topic, asked: list[Single]) -> None:
    assert table_singles(players, random.Random("players"), limit=400) == asked
    assert table_singles(players, random.Random("else"), limit=400) != asked


def test_every_operation_is_asked_for(asked: list[Single]) -> None:
    wanted: set[Operation] = {"cells", "count", "sum", "average", "difference", "check"}
    assert {program(single).operation for single in asked} == wanted


def test_things_are_asked_by_what_is_said_of_them(asked: list[Single]) -> None:
    found = questions(asked)
    assert found["Which club did Ann Smith play for?"] == ("Harbour FC",)
    assert found["Which players represented Norway?"] == ("Bo Larsen", "Ed Moe")
    assert found["Which player represented Italy?"] == ("Di Marco",)
    both = [each for each in found if "represented Chile" in each and "for Old Town FC" in each]
    assert ("Flo Ray",) in [found[each] for each in both]


def test_numbers_are_asked_with_the_table_they_hold_in(asked: list[Single]) -> None:
    found = questions(asked)
    said = "How many goals did Ann Smith score in the 2012 Harbour Cup?"
    assert found.get(
        said, found.get("In the 2012 Harbour Cup, how many goals did Ann Smith score?")
    )
    most = [single for single in asked if single.query == Cells(table_id(asked), MOST_GOALS)]
    assert [single.answers for single in most] == [("Cy Young",)]
    assert "the most goals" in most[0].question
    assert most[0].phrase == "the player who scored the most goals in the 2012 Harbour Cup"


MOST_GOALS = Program(Extreme(3, highest=True), 0)


def table_id(singles: list[Single]) -> str:
    query = singles[0].query
    assert isinstance(query, Cells)
    return query.table


def test_measures_of_things_have_their_adjectives(bridging: list[Single]) -> None:
    words = " ".join(single.question for single in bridging)
    assert re.search(r"the (?:longest|shortest)", words)
    assert re.search(r"opened (?:before|after) 1\d\d\d", words)
    assert re.search(r"(?:longer|shorter) than [\d,]+ m\b", words)
    assert "What is the length in metres of the Long Bridge?" in questions(bridging)


def test_what_is_no_word_is_not_asked_about(bridging: list[Single]) -> None:
    assert not any(program(single).column in {0, 5} for single in bridging)
    assert not any("#" in single.question or "note" in single.question for single in bridging)


def test_a_hole_stands_for_the_subject_in_every_form(asked: list[Single]) -> None:
    open_ones = [single for single in asked if "[answer]" in single.question]
    assert open_ones
    for single in open_ones:
        assert "[answer]" in single.phrase
        assert "[answer]" in single.pseudo
        assert single.subject_entity == single.subject.lower()
    for single in asked:
        if single not in open_ones:
            assert not single.subject
            assert "[answer]" not in f"{single.phrase} {single.relative} {single.predicate}"


def test_values_name_their_things_and_cells(players: Topic, asked: list[Single]) -> None:
    table = players.table
    assert table is not None
    for single in asked:
        assert len(single.entities) == len(single.values)
        for value in single.values:
            assert value.citations
            assert all(table.cite(each.place) == each for each in value.citations)
        if program(single).column == 0 and program(single).operation == "cells":
            assert single.entities == tuple(text.lower() for text in single.answers)


def test_questions_are_sentences(asked: list[Single], bridging: list[Single]) -> None:
    for single in (*asked, *bridging):
        assert re.fullmatch(r"[A-Z].*\?", single.question), single.question
        assert not re.search(r"\s\s|[{}]|\bNone\b", single.question), single.question
        assert not single.phrase.endswith("?")


def test_two_conditions_are_asked_only_where_both_are_needed(
    players: Topic, asked: list[Single]
) -> None:
    assert players.table is not None
    sources = {players.table.id: players.table}
    for single in asked:
        selection = program(single).selection
        if not isinstance(selection, Where) or len(selection.conditions) < 2:
            continue
        for condition in selection.conditions:
            alone = Cells(players.table.id, Program(Where((condition,)), 0))
            assert len(derive_cells(alone, sources)) > len(single.values)


def test_the_pseudo_language_names_table_page_and_columns(asked: list[Single]) -> None:
    marked = {single.pseudo for single in asked}
    place = "In [Scorers] of [2012 Harbour Cup], "
    assert f"{place}what was the [Club](s) when the [Player] was [answer]" in marked
    assert f"{place}what was the [Player](s) when the [Country] was [Norway]" in marked
    assert f"{place}what was the [Player](s) with the HIGHEST [Goals]" in marked


def test_what_two_columns_say_is_not_asked_without_naming_one() -> None:
    text = "School | Suburb | District\nHill | Northby | Eastby\nVale | Eastby | Northby\n"
    text += "Lake | Southby | Eastby\nMoor | Westby | Southmark"
    topic = topic_of(table_of(text, "List of schools in Byland"), 0, 1, 2)
    asked = questions(table_singles(topic, random.Random(0), limit=200))
    assert asked["Which school is in Westby?"] == ("Moor",)
    assert "Which school is in Eastby?" not in asked
    assert "Which schools are in Eastby?" not in asked


@pytest.mark.parametrize(
    "text",
    [
        "Year | Points\n1990 | 3\n1991 | 4\n1992 | 5",
        "# | Ref\na | b\nc | d\ne | f",
        "Name | Club\nAnn | Reds\nBo | Blues",
    ],
)
def test_tables_without_anything_to_ask_about_give_nothing(text: str) -> None:
    topic = topic_of(table_of(text, "Byland"), 0)
    assert table_singles(topic, random.Random(0)) == []


def test_a_topic_without_a_table_gives_nothing() -> None:
    assert table_singles(Topic(id="t", title="Byland", things=()), random.Random(0)) == []
