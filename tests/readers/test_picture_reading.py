import pytest
from tests.readers.sample_sources import BLUE, BROKEN, CAPTIONED, RED, SPECK, plain_picture

from manyhop.models import Models, Reading, open_models
from manyhop.programs import Value, accepted
from manyhop.readers import PictureListReading, PictureReading

# From inside: what is wanted decides, but no value tells it.
from manyhop.readers._picture_lists import shown
from manyhop.sources import Image, Region


class _LastWord:
    """Reads the last word of a passage."""

    def read(self, question: str, passages: list[str]) -> list[Reading]:
        return [Reading(p.split()[-1], 0, len(p), 1.0, 0.7) for p in passages]


@pytest.fixture(scope="module")
def models() -> Models:
    embedded = open_models()
    return Models(
        text_reader=_LastWord(),  # type: ignore[arg-type]
        image_encoder=embedded.image_encoder,
        image_answerer=embedded.image_answerer,
    )


@pytest.fixture(scope="module")
def reader(models: Models) -> PictureReading:
    return PictureReading(models)


@pytest.fixture(scope="module")
def lists(models: Models) -> PictureListReading:
    return PictureListReading(models)


def test_the_named_picture_is_looked_at(reader: PictureReading) -> None:
    best = reader.read("What is the main colour of the Blue Bridge?", [RED, BLUE])[0]
    assert (best.text, best.about) == ("blue", "Blue Bridge")
    assert best.citations == (BLUE.cite(Region()),)


def test_the_given_picture_is_looked_at(reader: PictureReading) -> None:
    question = "What is the main colour of the picture?"
    assert reader.read(question, [RED, BLUE], [Value("Blue Bridge")])[0].text == "blue"
    assert reader.read(question, [BLUE, RED], [Value("Red Bridge")])[0].text == "red"


def test_one_of_the_choices_is_chosen(reader: PictureReading) -> None:
    values = reader.read("What colour is it?", [RED], choices=["blue", "red", "white"])
    assert {value.text for value in values} == {"blue", "red", "white"}
    assert values[0].text == "red"
    assert sum(value.score for value in values) == pytest.approx(1)


def test_writing_in_the_picture_answers(reader: PictureReading) -> None:
    sign = Image(title="Sign", data=plain_picture("white"), text="HUMBER BRIDGE\nTOLL £1.50")
    values = reader.read("What is written on the sign?", [sign])
    assert [value.text for value in values] == [
        "HUMBER BRIDGE TOLL £1.50",
        "HUMBER BRIDGE",
        "TOLL £1.50",
    ]


def test_a_caption_is_not_what_is_written(reader: PictureReading) -> None:
    sign = Image(title="Sign", data=plain_picture("white"), text="TOLL", caption="A sign by a gate")
    assert [value.text for value in reader.read("What is written on the sign?", [sign])] == ["TOLL"]


def test_of_one_picture_only_one_answer_is_likely(reader: PictureReading) -> None:
    boats = Image(
        title="Boats", data=plain_picture("red"), caption="In the picture the boats are 3"
    )
    values = reader.read("How many boats are there?", [boats])
    assert values[0].text == "3"
    assert sum(value.score for value in values[1:]) <= 1 - values[0].score
    assert accepted(values) == tuple(values[:1])


def test_without_pixels_the_caption_is_read(reader: PictureReading) -> None:
    best = reader.read("On which river is the boat?", [CAPTIONED])[0]
    assert best.text == "Humber"
    assert best.citations[0].quote == "A green boat on the river Humber"


def test_pictures_that_show_nothing_do_no_harm(
    reader: PictureReading, lists: PictureListReading
) -> None:
    nothing = [BROKEN, SPECK, Image(title="No pixels"), Image(title="Gone", path="no/such.png")]
    assert reader.read("What colour is the Broken Bridge?", nothing) == []
    assert all(value.score < 0.5 for value in lists.read("Which have a dog?", nothing))
    best = reader.read("What is the main colour of the Red Bridge?", [*nothing, RED])[0]
    assert best.text == "red"


def test_a_list_names_pictures_by_their_titles(lists: PictureListReading) -> None:
    values = lists.read("Which have a green boat?", [RED, CAPTIONED, BLUE])
    assert values[0].text == "Boat"
    assert {value.text for value in values} == {"Red Bridge", "Boat", "Blue Bridge"}
    assert all(0 <= value.score <= 1 for value in values)


def test_only_pictures_of_what_is_given_are_listed(lists: PictureListReading) -> None:
    values = lists.read("Which have red towers?", [RED, BLUE], [Value("Blue Bridge")])
    assert [value.text for value in values] == ["Blue Bridge"]


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Which bridges have two towers?", "two towers"),
        ("Which club has a swan on its logo?", "a swan"),
        ("Which film's poster shows a man with a hat?", "a man with a hat"),
        ("Who is bald?", "someone is bald"),
        ("Red towers", "Red towers"),
    ],
)
def test_what_is_to_be_shown(question: str, thing: str) -> None:
    assert shown(question) == thing


def test_a_caption_tells_what_there_is(reader: PictureReading) -> None:
    said = reader.read("Is there a green boat in the picture?", [CAPTIONED])
    assert [value.text for value in said] == ["yes"]
    assert reader.read("Is there a balloon in the picture?", [CAPTIONED]) == []
