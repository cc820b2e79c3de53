import pytest

from manyhop.generation.texts._mentions_names import Called, ColumnName, means
from manyhop.sources import Snippet

FILM = Called("film", "films", "work")


def is_meant(name: str, what: Called, text: str, *, key: str = "=name") -> bool:
    column = ColumnName(name, key, 0, beside=("lund regatta",))
    return means(column, what, Snippet(title="Quay", text=text), text.index(name))


@pytest.mark.parametrize(
    "text",
    ['She was in "Orange Quay".', "She was in Orange Quay (1931).", "the film Orange Quay"],
)
def test_works_that_are_marked(text: str) -> None:
    assert is_meant("Orange Quay", FILM, text)


def test_a_work_that_may_be_something_else() -> None:
    assert not is_meant("Orange Quay", FILM, "They met at Orange Quay.")


def test_people_have_two_words() -> None:
    rower = Called("rower", "rowers", "player")
    assert is_meant("Ada Holt", rower, "Then came Ada Holt.")
    assert not is_meant("The Tide", rower, "Then came The Tide.")


def test_cities_and_other_places() -> None:
    ground = Called("venue", "venues", "place")
    assert is_meant("Moss", Called("city", "cities", "place"), "He lived in Moss.")
    assert is_meant("Moss Oval", ground, "He met her at Moss Oval.", key="moss oval")
    assert not is_meant("Moss Oval", ground, "He met her at Moss Oval.")


def test_what_stands_beside_a_name_tells_what_it_means() -> None:
    team = Called("team", "teams", "team")
    assert is_meant("Moss Lions", team, "The Moss Lions won the Lund Regatta.")
    assert not is_meant("Moss Lions", team, "The Moss Lions are animals.")
