import random

from manyhop.generation import derive
from manyhop.generation._query import Named, Said, SaidOf, Written
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.texts import Mentions, mention_singles, names_of
from manyhop.sources import Cell, CellAt, Column, Snippet, Table


def snippet(id: str, title: str, text: str) -> Snippet:
    return Snippet(id=id, title=title, text=text)


def table(title: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    return Table(
        id="table",
        title=title,
        columns=tuple(Column(name) for name in columns),
        rows=tuple(tuple(Cell(text) for text in row) for row in rows),
    )


FILMS = table(
    "Ben Marr filmography",
    ("Year", "Film", "Director"),
    (
        ("1931", "Orange Quay", "Ada Holt"),
        ("1934", "The Long Tide", "Ivo Lund"),
        ("1938", "Harbour Nights", "Mira Stone"),
        ("1940", "Salt", "Otto Berg"),
    ),
)
HOLT = Thing(key="ada holt (director)", name="Ada Holt", cells=(CellAt(0, 2),))
TOPIC = Topic(id="films", title=FILMS.title, things=(HOLT,), table=FILMS)


def asked(*snippets: Snippet) -> list[Single]:
    mentioned = Mentions(snippets).of(names_of(TOPIC))
    found = mention_singles(TOPIC, mentioned, random.Random("1"))
    sources = {each.id: each for each in snippets}
    for single in found:
        assert derive(single.query, sources) == single.values
    return found


def by_query(singles: list[Single], kind: type) -> list[Single]:
    return [single for single in singles if isinstance(single.query, kind)]


def test_names_of_a_table() -> None:
    names = names_of(TOPIC)
    assert names["Ada Holt"].key == "ada holt (director)"
    assert names["Ivo Lund"].key == "=ivo lund"
    assert "1931" not in names
    assert "Salt" not in names


def test_a_fact_whose_value_stands_in_the_table() -> None:
    text = "White Sails is a 1929 silent film directed by Ada Holt and produced by Kim Dale."
    found = by_query(asked(snippet("sails", "White Sails (film)", text)), Said)
    (single,) = found
    assert single.query == Said("sails", "directed-by")
    assert single.question in ("Who directed White Sails?", "Who was the director of White Sails?")
    assert single.phrase in ("the director of White Sails", "the person who directed White Sails")
    assert single.entities == ("ada holt (director)",)
    assert not single.subject


def test_facts_of_several_values_are_lists() -> None:
    text = "White Sails is a 1929 film written by Ada Holt and Ivo Lund."
    (single,) = by_query(asked(snippet("sails", "White Sails", text)), Said)
    assert single.answers == ("Ada Holt", "Ivo Lund")
    assert single.entities == ("ada holt (director)", "=ivo lund")
    assert single.nouns == "people"
    assert single.predicate == "wrote White Sails"
    assert single.relative == "who wrote White Sails"
    assert single.phrase == ""


def test_what_else_somebody_did_is_not_asked_since_it_is_not_known() -> None:
    text = "White Sails is a 1929 film directed by Ada Holt."
    assert not by_query(asked(snippet("sails", "White Sails", text)), SaidOf)


def test_a_sentence_that_begins_with_a_name() -> None:
    text = "The prize is old. Mira Stone won the Lund Prize in 1933, which pleased many."
    (single,) = by_query(asked(snippet("prize", "Lund Prize", text)), Written)
    assert single.question == "Which director won the Lund Prize in 1933?"
    assert single.phrase == "the director who won the Lund Prize in 1933"
    assert single.answers == ("Mira Stone",)


def test_sentences_that_do_not_stand_by_themselves() -> None:
    text = "Mira Stone directed it in 1933. Mira Stone finished the film in 1934."
    assert not by_query(asked(snippet("prize", "Lund Prize", text)), Written)


def test_names_that_a_text_mentions() -> None:
    text = "Ada Holt and Ivo Lund were among the first guests."
    (single,) = by_query(asked(snippet("club", "Quay Club", text)), Named)
    assert single.answers == ("Ada Holt", "Ivo Lund")
    assert single.nouns == "directors"
    assert single.predicate.startswith(("are named in", "are mentioned in"))
    assert single.predicate.endswith("Quay Club")
    assert single.phrase == ""


def test_one_name_that_a_text_mentions() -> None:
    text = "She played in several films, including Harbour Nights (1938)."
    (single,) = by_query(asked(snippet("dale", "Kim Dale", text)), Named)
    assert single.answers == ("Harbour Nights",)
    assert single.phrase.startswith("the film in Ben Marr's filmography that is ")


def test_a_surname_may_mean_another_of_the_names() -> None:
    text = "Ada Holt and Stone were among the first guests."
    assert not asked(snippet("club", "Quay Club", text))


def test_a_title_must_be_marked_as_one() -> None:
    text = "The wheel was to stand at Orange Quay, near the lake."
    assert not asked(snippet("wheel", "Great Wheel", text))
