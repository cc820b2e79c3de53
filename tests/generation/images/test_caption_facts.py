import pytest

from manyhop.generation.images._evidence import caption_facts


@pytest.mark.parametrize(
    ("caption", "property", "value"),
    [
        ("A red bus on the bridge", "caption: colour of the bus", "red"),
        ("The ferry and a gray fishing boat.", "caption: colour of the fishing boat", "grey"),
        ("Two dogs beside the river", "caption: number of dogs", "2"),
        ("View of three white sails in the bay", "caption: number of sails", "3"),
        ("The town hall with a clock tower", "caption: clock tower", "yes"),
        ("The captain wearing a black hat", "caption: worn", "hat"),
    ],
)
def test_reads_what_is_to_be_seen(caption: str, property: str, value: str) -> None:
    assert caption_facts(caption)[property] == (value,)


@pytest.mark.parametrize(
    "caption",
    [
        "Portrait of the poet",
        "Twelve years after two seasons of rain",
        "The ship with a length of ninety metres",
        "The White House in winter",
        "Seen with a friend",
    ],
)
def test_reads_nothing_into_a_caption(caption: str) -> None:
    assert caption_facts(caption) == {}


def test_two_colours_of_one_noun_leave_it_open() -> None:
    assert caption_facts("A red bus behind a blue bus") == {}
