import gzip
import json
import random
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyhop.generation.texts import facts
from manyhop.sources import Snippet

DATA = Path(__file__).parents[3] / "../shared/data/hybridqa/hybridqa_dev_passages.jsonl.gz"

WORDS = (
    "Skerry is was a the film , . ( ) and by in born directed Ida Marr 1951 May 4 who of Swedish"
    " poet It She has population 's opened on for with"
)


def told(title: str, text: str) -> dict[str, list[str]]:
    """The values of each relation."""
    found: dict[str, list[str]] = {}
    for fact in facts(Snippet(title=title, text=text)):
        found.setdefault(fact.relation, []).append(fact.value)
    return found


def test_a_person_in_tokenised_text() -> None:
    text = (
        "Mira Holt ( born March 5 , 1951 in Lund , Sweden ) is a Swedish rower and coach . "
        "She graduated from Vasa College and married painter Olof Brandt ."
    )
    assert told("Mira Holt", text) == {
        "born-on": ["March 5, 1951"],
        "born-year": ["1951"],
        "born-in": ["Lund"],
        "nationality": ["Swedish"],
        "occupation": ["rower", "coach"],
        "educated-at": ["Vasa College"],
        "spouse": ["Olof Brandt"],
    }


def test_a_person_in_ordinary_text() -> None:
    text = (
        "Mira Holt (5 March 1851 – 2 May 1907) was a Swedish rower. Holt was born in Lund, Sweden. "
        "She died in Oslo."
    )
    found = told("Mira Holt", text)
    assert found["born-on"] == ["5 March 1851"]
    assert found["died-year"] == ["1907"]
    assert found["born-in"] == ["Lund"]
    assert found["died-in"] == ["Oslo"]


@pytest.mark.parametrize(
    ("sentence", "relation", "value"),
    [
        ("Skerry is a 1991 drama film directed by Ida Marr.", "directed-by", "Ida Marr"),
        ("Skerry is a 1991 drama film directed by Ida Marr.", "genre", "drama"),
        ("Skerry is a 1991 drama film directed by Ida Marr.", "released-in", "1991"),
        ("Skerry is a film written and directed by Ida Marr.", "written-by", "Ida Marr"),
        ("Skerry is a song by Irish singer Nora Quill.", "performed-by", "Nora Quill"),
        ("Skerry is a novel by Nora Quill.", "written-by", "Nora Quill"),
        ("Skerry is a town in northern Moss County, Ohio.", "located-in", "Moss County"),
        ("Skerry is the capital of Moss Province.", "capital-of", "Moss Province"),
        ("Skerry is the county seat of Moss County.", "seat-of", "Moss County"),
        ("Skerry is a left tributary of the Moss River.", "tributary-of", "Moss River"),
        ("Skerry is a Danish company based in Aarhus.", "based-in", "Aarhus"),
        ("Skerry was founded in 1910 by Ida Marr.", "founded-by", "Ida Marr"),
        ("Skerry was founded in 1910 by Ida Marr.", "founded-in", "1910"),
        ("Skerry is owned and operated by Moss Holdings.", "operated-by", "Moss Holdings"),
        ("Skerry was named after Saint Olga.", "named-after", "Saint Olga"),
        ("Skerry is a stadium. It has a capacity of 12,500.", "capacity", "12,500"),
        ("Skerry is a town. The population was 183 at the 2010 census.", "population", "183"),
        ("Skerry is a lake. It has an area of 14.5 km2.", "area", "14.5 km2"),
        ("Skerry is a bridge. It was opened on 4 May 1933.", "opened-on", "4 May 1933"),
        ("Skerry is a bridge. It was opened on 4 May 1933.", "opened-in", "1933"),
        ("Skerry is a bridge designed by Ida Marr.", "designed-by", "Ida Marr"),
        ("Skerry is a game developed and published by Moss Soft.", "published-by", "Moss Soft"),
        ("Skerry is a footballer who plays as a goalkeeper.", "position", "goalkeeper"),
        ("Skerry is a Welsh footballer who plays for Moss City.", "plays-for", "Moss City"),
        ("Skerry is a hockey player who played as a striker.", "played-position", "striker"),
        ("Skerry is a poet who served as mayor of Lund.", "served-as", "mayor of Lund"),
        ("Skerry is an actor best known for his role as Tam Oak.", "known-role", "Tam Oak"),
        ("Skerry is a county in Ohio. Its county seat is Lund.", "county-seat", "Lund"),
        ("Skerry is a song by Bo Lind from his debut album, Oak.", "from-album", "Oak"),
        ("Skerry is a club. They play their home games at Moss Park.", "home-ground", "Moss Park"),
    ],
)
def test_what_a_sentence_says(sentence: str, relation: str, value: str) -> None:
    assert value in told("Skerry", sentence).get(relation, [])


def test_lists_are_taken_whole() -> None:
    text = "Skerry is a film directed by Ida Marr and starring Bo Lind , Eve Roe and Sam Poe ."
    assert told("Skerry", text)["stars"] == ["Bo Lind", "Eve Roe", "Sam Poe"]
    assert told("Skerry", text)["directed-by"] == ["Ida Marr"]


@pytest.mark.parametrize(
    "sentence",
    [
        "His father was born in Lund.",
        "Olof Brandt was born in Lund.",
        "The sequel was directed by Ida Marr.",
        "Skerry 's brother was born in Lund .",
        "It was thought that he was born in Lund.",
    ],
)
def test_what_is_said_of_others_is_no_fact(sentence: str) -> None:
    found = told("Skerry", f"Skerry is a poet. {sentence}")
    assert "born-in" not in found
    assert "directed-by" not in found


def test_two_values_that_disagree_are_dropped() -> None:
    text = "Skerry is a town. The population was 183 at the census. It has a population of 190."
    assert "population" not in told("Skerry", text)


def test_a_sort_of_person_is_no_person() -> None:
    assert "occupation" not in told("Stroke (rowing)", "A stroke in rowing is a rower.")


def test_an_and_inside_a_name_is_no_list() -> None:
    text = "Skerry is an airport owned by the City and County of Moss."
    assert "owned-by" not in told("Skerry", text)


def test_what_was_so_for_a_time_is_no_fact() -> None:
    assert "owned-by" not in told("Skerry", "Skerry is a club. It was owned by Ida Marr.")
    assert "capital-of" not in told("Skerry", "Skerry is a town. It was the capital of Moss.")


def test_a_snippet_about_something_else_has_no_facts() -> None:
    assert told("Skerry", "Ida Marr is a Danish poet. She was born in Lund.") == {}


@given(st.text(max_size=300), st.text(max_size=30))
def test_spans_lie_in_any_text(text: str, title: str) -> None:
    check(Snippet(title=title, text=text, id="any"))


@given(
    st.lists(
        st.sampled_from(WORDS.split()),
        max_size=40,
    )
)
def test_spans_lie_in_any_run_of_words(words: list[str]) -> None:
    check(Snippet(title="Skerry", text=" ".join(words), id=" ".join(words)))


@pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside the project")
def test_facts_of_real_passages_are_whole_and_well_placed() -> None:
    passages: dict[str, str] = {}
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        for _, line in zip(range(250), lines, strict=False):
            passages |= json.loads(line)["passages"]
    pages = random.Random(0).sample(sorted(passages), 1500)
    count = 0
    for page in pages:
        title = unquote(page.removeprefix("/wiki/")).replace("_", " ")
        count += check(Snippet(id=page, title=title, text=passages[page]))
    assert count > 1000


def check(snippet: Snippet) -> int:
    found = facts(snippet)
    for fact in found:
        quote = snippet.quote(fact.span)
        assert quote.strip() == quote
        assert fact.value.split() != []
        assert len(fact.value.split()) <= 8
        assert "".join(fact.value.split()) == "".join(quote.split())
    return len(found)


def test_a_ceremony() -> None:
    text = (
        "The ceremony took place on May 4, 1951 at the Lund Hall and was hosted by actor and "
        "singer Olof Brandt."
    )
    assert told("4th Harbour Awards", text) == {
        "held-on": ["May 4, 1951"],
        "held-year": ["1951"],
        "held-in": ["Lund Hall"],
        "hosted-by": ["Olof Brandt"],
    }


def test_what_a_title_says_its_thing_is() -> None:
    text = "The film was shot in Lund."
    assert told("White Sails (1929 film)", text) == {"filmed-in": ["Lund"]}
    assert told("White Sails", text) == {}


def test_a_place_beside_a_place() -> None:
    text = "Moss Airport is an airport west of Downtown Moss, in Lund County, Skerry."
    assert told("Moss Airport", text) == {"located-in": ["Lund County"]}
