import pytest

from manyhop.english import plural, singular
from manyhop.generation.cells._nouns import Noun, noun_of, said_unit
from manyhop.generation.cells._sorts import listed_noun, sort_of

NOUNS = {
    "Player": Noun("player", "players"),
    "Country/City": Noun("country", "countries"),
    "Director ( s )": Noun("director", "directors"),
    "Pos.": Noun("position", "positions"),
    "Length ( km )": Noun("length", "lengths", "km"),
    "Height (ft)": Noun("height", "heights", "feet"),
    "Pts": Noun("points", "points"),
    "Runners-up": Noun("runner-up", "runners-up"),
    "Airport name": Noun("airport", "airports"),
    "Spanish title": Noun("Spanish title", "Spanish titles"),
    "Artist 's nationality": Noun("nationality", "nationalities"),
}


@pytest.mark.parametrize("header", NOUNS)
def test_a_header_stands_for_a_noun(header: str) -> None:
    assert noun_of(header) == NOUNS[header]


@pytest.mark.parametrize(
    "header", ["#", "", "Ref", "Notes", "No.", "SP", "Qualified as", "Reason for change", "%"]
)
def test_headers_that_are_no_words_have_no_noun(header: str) -> None:
    assert noun_of(header) is None


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("city", "cities"),
        ("church", "churches"),
        ("person", "people"),
        ("date of birth", "dates of birth"),
        ("series", "series"),
        ("volcano", "volcanoes"),
        ("power station", "power stations"),
    ],
)
def test_one_and_several(one: str, many: str) -> None:
    assert plural(one) == many
    if " of " not in one:
        assert singular(many) == one


def test_units_are_said_in_full() -> None:
    length = noun_of("Length ( km )")
    assert length is not None
    assert said_unit(length) == "kilometres"


def test_a_name_is_of_what_the_title_lists() -> None:
    name, title = Noun("name", "names"), Noun("title", "titles")
    assert listed_noun(name, "List of museums in Byland", "", (), False) == Noun(
        "museum", "museums"
    )
    assert listed_noun(title, "Ann Smith", "Filmography -- Film", ("role",), False) == Noun(
        "film", "films"
    )
    assert listed_noun(name, "Byland", "", ("nationality", "age"), False) == Noun(
        "person", "people"
    )
    assert listed_noun(name, "Byland", "", ("colour",), False) is None


def test_nouns_are_of_sorts() -> None:
    assert [sort_of(noun) for noun in ("race driver", "senator", "dam", "song", "club")] == [
        "player",
        "person",
        "place",
        "work",
        "team",
    ]
    assert sort_of("pigment") == "thing"
