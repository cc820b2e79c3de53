import pytest

from manyhop.english import plural
from manyhop.generation.texts._nouns import with_article


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("film", "films"),
        ("city", "cities"),
        ("football club", "football clubs"),
        ("television series", "television series"),
        ("church", "churches"),
        ("sportswoman", "sportswomen"),
        ("person", "people"),
    ],
)
def test_plural(one: str, several: str) -> None:
    assert plural(one) == several


@pytest.mark.parametrize("words", ["an actor", "a poet", "a university teacher", "an heir"])
def test_article(words: str) -> None:
    assert with_article(words.split(" ", 1)[1]) == words
