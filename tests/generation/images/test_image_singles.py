import random
from pathlib import Path

import pytest
from tests.generation.images.drawing import drawn

from manyhop.errors import ManyhopError
from manyhop.generation._query import Shown, ShownIn
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.images import derive_shown, derive_shown_in, image_singles
from manyhop.sources import AnySource, Cell, CellAt, Column, Image, Snippet, Table

CLUBS = {"FK Sava": "red", "FK Drina": "blue", "FK Bosna": "blue", "FK Una": "green"}


def topic(*images: Image, header: str = "Club") -> Topic:
    rows = tuple((Cell(image.title), Cell(str(1900 + n))) for n, image in enumerate(images))
    table = Table(
        id="t", title="League", columns=(Column(header), Column("Founded", "date")), rows=rows
    )
    things = tuple(
        Thing(key=image.title.lower(), name=image.title, cells=(CellAt(row, 0),), images=(image,))
        for row, image in enumerate(images)
    )
    return Topic(id="t", title="League", things=things, table=table)


def logos() -> Topic:
    return topic(*(Image(id=name, title=name, data=drawn("white", c)) for name, c in CLUBS.items()))


def captioned(*captions: str) -> Topic:
    return topic(
        *(Image(id=str(n), title=f"Ferry {n}", caption=words) for n, words in enumerate(captions)),
        header="Ferry",
    )


def sources_of(asked: Topic) -> dict[str, AnySource]:
    return {thing.images[0].id: thing.images[0] for thing in asked.things}


def by_property(singles: list[Single], property: str) -> list[Single]:
    return [
        s for s in singles if isinstance(s.query, Shown | ShownIn) and s.query.property == property
    ]


def test_asks_for_the_main_colour_of_each_logo() -> None:
    found = by_property(image_singles(logos(), random.Random(1)), "pixels: main colour")
    one = next(single for single in found if single.subject == "FK Sava")
    assert one.leaf == "ImageQ"
    assert "the logo of [answer]" in one.question
    assert one.answers == ("red",)
    assert one.subject_entity == "fk sava"
    assert one.entities == ("",)
    assert one.phrase == "the main colour of the logo of [answer]"


def test_asks_which_logos_have_a_colour() -> None:
    found = by_property(image_singles(logos(), random.Random(1)), "pixels: main colour")
    lists = {single.query.value: single for single in found if isinstance(single.query, ShownIn)}
    assert lists["blue"].answers == ("FK Drina", "FK Bosna")
    assert lists["blue"].predicate == "have a logo that is mainly blue"
    assert lists["blue"].question.endswith("clubs have a logo that is mainly blue?")
    assert lists["red"].entities == ("fk sava",)
    assert lists["red"].phrase == "the club whose logo is mainly red"
    assert lists["red"].pseudo == "which [club](s) have a logo that [is mainly red]"


def test_every_answer_is_derived_again() -> None:
    asked = logos()
    singles = image_singles(asked, random.Random(1))
    assert {single.leaf for single in singles} == {"ImageQ", "ImageListQ"}
    for single in singles:
        if isinstance(single.query, Shown):
            assert derive_shown(single.query, sources_of(asked)) == single.values
        elif isinstance(single.query, ShownIn):
            assert derive_shown_in(single.query, sources_of(asked)) == single.values
        assert all(value.citations for value in single.values)


def test_the_same_seed_asks_the_same() -> None:
    assert image_singles(logos(), random.Random(5)) == image_singles(logos(), random.Random(5))


def test_one_picture_left_open_voids_a_list() -> None:
    asked = logos()
    between = Image(id="FK Neretva", title="FK Neretva", data=drawn("white", "#22958f"))
    sources = sources_of(asked) | {between.id: between}
    among = tuple((id, id) for id in sources)
    assert derive_shown_in(ShownIn("pixels: main colour", "blue", among[:4]), sources)
    assert derive_shown_in(ShownIn("pixels: main colour", "blue", among), sources) == ()


def test_captions_alone_make_questions() -> None:
    asked = captioned("A red boat at sea", "A red boat in port", "A blue boat at the pier")
    singles = image_singles(asked, random.Random(1))
    questions = {single.whole: single.answers for single in singles}
    assert questions["What colour is the boat in the picture of Ferry 2?"] == ("blue",)
    lists = [single for single in singles if single.leaf == "ImageListQ"]
    assert sorted(single.answers for single in lists) == [("Ferry 0", "Ferry 1"), ("Ferry 2",)]


def test_a_caption_that_says_nothing_of_it_voids_a_list() -> None:
    asked = captioned("A red boat at sea", "A blue boat at sea", "In the harbour")
    assert {single.leaf for single in image_singles(asked, random.Random(1))} == {"ImageQ"}


def test_what_the_name_tells_is_not_asked() -> None:
    asked = topic(Image(id="1", title="The Red Boat", caption="A red boat at sea"), header="Ship")
    assert image_singles(asked, random.Random(1)) == []


def test_two_pictures_are_too_few_for_a_list() -> None:
    asked = captioned("A red boat at sea", "A blue boat at sea")
    assert {single.leaf for single in image_singles(asked, random.Random(1))} == {"ImageQ"}


def test_attached_questions_are_asked() -> None:
    asked = topic(
        *(
            Image(
                id=str(n),
                title=f"Ferry {n}",
                caption="x",
                meta={
                    "shows": {"number of masts": n + 1},
                    "questions": [{"question": "Which ferries have a flag?", "answers": [flag]}],
                    "listed": ["Which ferries have a flag?"],
                },
            )
            for n, flag in enumerate(("yes", "no", "yes"))
        ),
        header="Ferry",
    )
    singles = {single.whole: single for single in image_singles(asked, random.Random(1))}
    assert singles["How many masts are there in the picture of Ferry 1?"].answers == ("2",)
    flags = singles["Which ferries have a flag?"]
    assert flags.answers == ("Ferry 0", "Ferry 2")
    assert flags.phrase == "the ferry that has a flag"


def test_without_looking_no_pixels_are_used() -> None:
    assert image_singles(logos(), random.Random(1), looking=False) == []


def test_a_broken_picture_is_passed_over(tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    asked = topic(
        Image(id="1", title="A", path=str(broken), caption="A red boat at sea"),
        Image(id="2", title="B", path=str(tmp_path / "absent.png")),
    )
    assert [single.answers for single in image_singles(asked, random.Random(1))] == [("red",)]


def test_says_which_picture_is_missing() -> None:
    snippet = Snippet(id="s", text="no picture")
    with pytest.raises(ManyhopError, match="image nine is not there"):
        derive_shown(Shown("nine", "statue"), {})
    with pytest.raises(ManyhopError, match="image s is a snippet"):
        derive_shown_in(ShownIn("statue", "yes", (("s", "A"),)), {"s": snippet})
