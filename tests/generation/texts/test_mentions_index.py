from collections.abc import Iterator

from manyhop.generation.texts import Mentions
from manyhop.generation.texts._mentions_index import first_at
from manyhop.sources import Snippet

FERRY = Snippet(id="ferry", title="The Last Ferry", text="The Last Ferry stars Ada Holt.")
CAST = Snippet(id="cast", title="The Last Ferry", text="It was shot in Lund.")
REGATTA = Snippet(id="regatta", title="Lund Regatta", text="Rower Ada Holt won in Lundborg.")


def test_the_snippets_of_every_page_that_has_a_name() -> None:
    found = Mentions([FERRY, CAST, REGATTA]).of(["Ada Holt", "Ada", "Ben Marr"])
    assert found == {"Ada Holt": [FERRY, CAST, REGATTA]}


def test_a_name_with_small_words() -> None:
    text = "He read Letters from the Quay."
    snippet = Snippet(id="letters", title="Ben Marr", text=text)
    assert list(Mentions([snippet]).of(["Letters from the Quay"])) == ["Letters from the Quay"]


def test_a_name_that_stands_everywhere_tells_nothing() -> None:
    many = [Snippet(id=str(n), title=f"Page {n}", text="Ada Holt was there.") for n in range(13)]
    assert list(Mentions(many[:12]).of(["Ada Holt"])) == ["Ada Holt"]
    assert Mentions(many).of(["Ada Holt"]) == {}


def test_snippets_are_read_when_first_asked_for() -> None:
    read = []

    def snippets() -> Iterator[Snippet]:
        read.append("read")
        yield FERRY

    mentions = Mentions(snippets())
    assert not read
    assert mentions.of(["Ada Holt"])
    assert mentions.of(["Ada Holt"])
    assert read == ["read"]


def test_a_name_within_a_longer_one_is_another_name() -> None:
    assert first_at("Ann Bell", "Ann Bell Road is named after Ann Bell.") == 29
    assert first_at("Piranesi", "Giovanni Piranesi drew it.") == -1
    assert first_at("Piranesi", "It is by Piranesi.") == 9
    assert first_at("The Quay", "The Quay: A Story came first.") == -1
