import pytest

from manyhop.english import plural, singular
from manyhop.generation.images._nouns import Noun, noun_for
from manyhop.sources import Column, Table


def headed(*names: str, caption: str = "") -> Table:
    return Table(title="Ann Harbour", caption=caption, columns=tuple(map(Column, names)), rows=())


@pytest.mark.parametrize(
    ("header", "caption", "noun"),
    [
        ("Club", "Career", Noun("club", "clubs")),
        ("Singer(s)", "Music", Noun("singer", "singers", person=True)),
        ("Host cities", "", Noun("host city", "host cities")),
        ("Program title", "", Noun("program", "programs")),
        ("Title", "Filmography | Film", Noun("film", "films")),
        ("Title", "Television", Noun("series", "series")),
        ("Title", "", Noun("title", "titles")),
        ("Name", "List of road bridges", Noun("bridge", "bridges")),
        ("Name", "", Noun("one", "ones")),
    ],
)
def test_the_header_says_what_the_things_are(header: str, caption: str, noun: Noun) -> None:
    assert noun_for(headed(header, caption=caption), 0) == noun


def test_years_and_remarks_are_no_things() -> None:
    assert noun_for(headed("Year"), 0) is None
    assert noun_for(headed("Notes"), 0) is None


def test_titles_may_say_what_they_are() -> None:
    table = headed("Title", caption="Work")
    assert noun_for(table, 0, ["Ebb (film)", "Flow (film)", "Tide"]) == Noun("film", "films")
    assert noun_for(table, 0, ["Ebb (film)", "Flow (TV series)"]) == Noun("title", "titles")


def test_one_and_several() -> None:
    assert [singular(word) for word in ("watches", "boxes", "series", "glass")] == [
        "watch",
        "box",
        "series",
        "glass",
    ]
    assert plural("chair person") == "chair people"
