"""Answers about one picture are of the wanted kind."""

import io

import pytest
from PIL import Image as Pillow

from manyhop.asking import answers_of, hint_for, wanted
from manyhop.models import Models, Sight, ocr_available, shared_sights
from manyhop.sources import Image


@pytest.fixture(scope="module")
def red() -> tuple[Image, Sight]:
    stream = io.BytesIO()
    Pillow.new("RGB", (96, 96), "#d01010").save(stream, "PNG")
    image = Image(data=stream.getvalue(), title="IMG 7", text="WOODMEN\n1907")
    (sight,) = shared_sights().look([image.data])
    assert sight is not None
    return image, sight


@pytest.fixture(scope="module")
def models() -> Models:
    return Models()


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What colour is the shirt of the boy?", ("colour", "")),
        ("How many birds are on the ground in IMG_0075.jpg?", ("count", "")),
        ("Is the refrigerator open?", ("yes or no", "")),
        ("What animal is in the picture Anna took?", ("kind", "animal")),
        ("Which sport is shown?", ("kind", "sport")),
        ("What was the weather like?", ("kind", "weather")),
        ("What is the dog doing?", ("doing", "")),
        ("What are the men in this picture eating?", ("kind", "food")),
        ("What can be seen in the picture that won first prize?", ("thing", "")),
        ("What is written on the red sign?", ("text", "")),
    ],
)
def test_what_kind_of_answer_is_wanted(question: str, kind: tuple[str, str]) -> None:
    assert wanted(question) == kind


@pytest.mark.parametrize(
    "question",
    ["Who took IMG_0011.jpg?", "What is the name of the man?", "Which lens did Ben use?"],
)
def test_what_no_picture_can_tell(question: str) -> None:
    assert wanted(question) is None


def test_a_colour_is_a_colour_and_a_number_a_number(
    red: tuple[Image, Sight], models: Models
) -> None:
    colours = answers_of("What colour is it?", *red, models)
    assert colours[0].text == "red"
    counts = answers_of("How many dogs are there?", *red, models)
    assert all(seen.text.isdecimal() for seen in counts)
    said = {seen.text for seen in answers_of("Is the door open?", *red, models)}
    assert said == {"yes", "no"}


def test_an_animal_is_an_animal(red: tuple[Image, Sight], models: Models) -> None:
    from manyhop.models import shared_words

    words = shared_words()
    animals = {words.words[number] for number in words.of_kind("animal")}
    found = {seen.text for seen in answers_of("What animal is it?", *red, models)}
    assert found
    assert found <= animals


def test_choices_are_kept_to(red: tuple[Image, Sight], models: Models) -> None:
    choices = ("rowing", "fishing")
    found = answers_of("What is he doing?", *red, models, choices)
    assert {seen.text for seen in found} == set(choices)


def test_writing_is_read_from_what_ocr_found(red: tuple[Image, Sight], models: Models) -> None:
    found = answers_of("What word is written on the tower?", *red, models)
    assert any("WOODMEN" in seen.text for seen in found)
    image = red[0].with_changes(text="")
    assert answers_of("What word is written on the tower?", image, red[1], models) == []


def test_a_hint_only_where_nothing_can_read() -> None:
    hint = hint_for("What is written on the red sign?")
    assert bool(hint) is not ocr_available()
    assert hint_for("What colour is the sign?") == ""
