import random
from collections import Counter

import pytest

from manyhop.generation import _query as query
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.texts import derive_said, derive_said_of, text_singles
from manyhop.sources import AnySource, Cell, CellAt, Column, Snippet, Table


def thing(row: int, name: str, text: str) -> Thing:
    snippets = (Snippet(title=name, text=text, id=name),) if text else ()
    return Thing(key=name.lower(), name=name, cells=(CellAt(row, 0),), snippets=snippets)


def topic_of(*told: tuple[str, str]) -> Topic:
    things = tuple(thing(row, name, text) for row, (name, text) in enumerate(told))
    table = Table(
        title="Rowers",
        columns=(Column("Rower"), Column("Medals")),
        rows=tuple((Cell(name), Cell("1")) for name, _ in told),
    )
    return Topic(id="rowers", title="Rowers", things=things, table=table)


ROWERS = topic_of(
    ("Mira Holt", "Mira Holt ( born March 5 , 1951 in Lund ) is a Swedish rower ."),
    ("Eva Lind", "Eva Lind ( born May 9 , 1951 in Malmö ) is a Swedish rower ."),
    ("Ida Marr", "Ida Marr ( born June 1 , 1960 in Turku ) is a Finnish rower ."),
    ("Sam Poe", "Sam Poe ( born 1949 in Kiel ) is a German rower ."),
)


def singles(topic: Topic = ROWERS, seed: int = 0) -> list[Single]:
    return text_singles(topic, random.Random(seed))


def asking(topic: Topic, relation: str, value: str) -> list[Single]:
    return [
        single
        for single in singles(topic)
        if isinstance(single.query, query.SaidOf)
        and (single.query.relation, single.query.value) == (relation, value)
    ]


def test_a_thing_is_asked_for_what_its_snippet_says() -> None:
    (found,) = (
        single for single in singles() if single.query == query.Said("Mira Holt", "born-in")
    )
    assert "[answer]" in found.question
    assert found.whole.count("Mira Holt") == 1
    assert found.answers == ("Lund",)
    assert found.subject_entity == "mira holt"
    assert found.values[0].citations[0].quote == "Lund"
    assert "[answer]" in found.phrase


def test_the_thing_is_asked_for_where_only_one_has_the_value() -> None:
    (found,) = asking(ROWERS, "born-in", "Turku")
    assert found.question in (
        "Which rower was born in Turku?",
        "What is the name of the rower who was born in Turku?",
    )
    assert found.phrase == f"the rower {found.relative}"
    assert found.relative in ("who was born in Turku", "born in Turku")
    assert found.predicate == "were born in Turku"
    assert found.answers == ("Ida Marr",)
    assert found.entities == ("ida marr",)
    assert found.person
    assert found.values[0].citations[0].quote == "Turku"


def test_several_things_make_a_list() -> None:
    (found,) = asking(ROWERS, "nationality", "Swedish")
    assert found.question == "Which rowers are Swedish?"
    assert found.answers == ("Mira Holt", "Eva Lind")
    assert found.phrase == ""


@pytest.mark.parametrize(
    "other",
    [
        ("Eva Lind", "Eva Lind is a Swedish rower ."),  # says nothing of her birth
        ("Eva Lind", "Eva Lind ( born in Malmö ) is a rower . She first raced in Lund ."),
        ("Eva Lind", ""),  # no text at all
    ],
)
def test_what_is_not_known_of_every_thing_is_not_asked(other: tuple[str, str]) -> None:
    told = topic_of(
        ("Mira Holt", "Mira Holt ( born in Lund ) is a Swedish rower ."),
        other,
        ("Ida Marr", "Ida Marr ( born in Turku ) is a Finnish rower ."),
        ("Sam Poe", "Sam Poe ( born in Kiel ) is a German rower ."),
    )
    assert asking(told, "born-in", "Lund") == []


def test_a_cell_that_names_nothing_known_leaves_the_whole_column_open() -> None:
    assert ROWERS.table
    more = (*ROWERS.table.rows, (Cell("Una Berg"), Cell("2")))
    table = ROWERS.table.with_changes(rows=more)
    topic = Topic(id="rowers", title="Rowers", things=ROWERS.things, table=table)
    dropped = Counter[str]()
    found = text_singles(topic, random.Random(0), dropped)
    assert not any(isinstance(single.query, query.SaidOf) for single in found)
    assert dropped["column not wholly linked"]


def test_what_the_table_has_a_column_for_is_not_asked_of_a_text() -> None:
    assert ROWERS.table
    table = ROWERS.table.with_changes(columns=(Column("Rower"), Column("Birthplace")))
    topic = Topic(id="rowers", title="Rowers", things=ROWERS.things, table=table)
    asked = [each.query for each in singles(topic) if isinstance(each.query, query.Said)]
    assert {each.relation for each in asked} == {"nationality", "occupation"}


def test_a_year_is_ruled_out_by_another_year() -> None:
    told = topic_of(
        ("Mira Holt", "Mira Holt ( born 1951 ) is a Swedish rower ."),
        ("Eva Lind", "Eva Lind ( born 1930 ) is a Swedish rower . She first raced in 1951 ."),
        ("Ida Marr", "Ida Marr ( born 1960 ) is a Finnish rower ."),
    )
    (found,) = asking(told, "born-year", "1951")
    assert found.answers == ("Mira Holt",)


def test_a_value_that_all_have_asks_nothing() -> None:
    told = topic_of(
        ("Mira Holt", "Mira Holt is a Swedish rower ."),
        ("Eva Lind", "Eva Lind is a Swedish rower ."),
        ("Ida Marr", "Ida Marr is a Swedish rower ."),
    )
    assert asking(told, "nationality", "Swedish") == []


def test_a_thing_keeps_the_article_of_its_snippet() -> None:
    bridges = topic_of(("Moss Bridge", "The Moss Bridge is a bridge . It opened in 1933 ."))
    wholes = [single.whole for single in singles(bridges)]
    assert any("the Moss Bridge" in whole for whole in wholes)


@pytest.mark.parametrize("name", ["Moss", "Oak and Ash at the Moss Bridge", "W 3–1"])
def test_a_name_that_says_too_little_or_too_much_is_not_asked_about(name: str) -> None:
    text = "The Moss Bridge of Lund is a bridge . It opened in 1933 ."
    snippet = Snippet(title="Moss Bridge of Lund", text=text)
    bridge = Thing(key="bridge", name=name, snippets=(snippet,))
    assert singles(Topic(id="bridges", title="", things=(bridge,))) == []


def test_several_are_not_asked_with_the_verb_of_one() -> None:
    clubs = topic_of(
        (
            "Moss Lions",
            "The Moss Lions are a football club based in Lund . They were formed in 1901 .",
        )
    )
    for single in singles(clubs):
        assert "is the Moss Lions" not in single.whole
        assert "was the Moss Lions" not in single.whole


def test_a_value_that_is_a_thing_of_the_topic_has_its_key() -> None:
    told = topic_of(
        ("Skerry", "Skerry is a film directed by Ida Marr ."),
        ("Ida Marr", "Ida Marr is a Finnish film director ."),
    )
    (found,) = (single for single in singles(told) if single.answers == ("Ida Marr",))
    assert found.entities == ("ida marr",)


def test_without_a_table_all_things_are_asked_among() -> None:
    topic = Topic(id="free", title="", things=ROWERS.things)
    assert any(isinstance(single.query, query.SaidOf) for single in singles(topic))


def test_the_same_chance_gives_the_same_questions() -> None:
    assert singles(seed=7) == singles(seed=7)
    assert [single.question for single in singles(seed=7)] != [
        single.question for single in singles(seed=8)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_every_query_derives_its_values_again(seed: int) -> None:
    sources: dict[str, AnySource] = {
        snippet.id: snippet for thing in ROWERS.things for snippet in thing.snippets
    }
    found = singles(seed=seed)
    assert found
    for single in found:
        assert len(single.entities) == len(single.values)
        if isinstance(single.query, query.Said):
            assert derive_said(single.query, sources) == single.values
        elif isinstance(single.query, query.SaidOf):
            assert derive_said_of(single.query, sources) == single.values
