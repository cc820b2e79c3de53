import random

import pytest

from manyhop.generation.images._attached_wording import list_forms, with_hole
from manyhop.generation.images._colours import COLOURING, GROUND, MAIN, PLAIN
from manyhop.generation.images._wording import asked, says
from manyhop.generation.images._writing import WORD


@pytest.mark.parametrize(
    ("property", "value", "words"),
    [
        (MAIN, "red", "is mainly red"),
        (GROUND, "orange", "has an orange background"),
        (COLOURING, PLAIN, "is in black and white"),
        (WORD, "hope", 'has the word "hope" written on it'),
        ("tags: animal", "elephant", "shows an elephant"),
        ("number of towers", "2", "shows two towers"),
        ("number of towers", "1", "shows one tower"),
        ("number of towers", "0", "shows no towers"),
        ("caption: colour of the bus", "red", "shows a red bus"),
        ("colour of the towers", "red", "shows red towers"),
        ("statue", "yes", "shows a statue"),
        ("statue", "no", "shows no statue"),
        ("shape of the roof", "round", "has round as the shape of the roof"),
        ("caption: worn", "hat", "shows someone wearing a hat"),
    ],
)
def test_says_what_a_poster_shows(property: str, value: str, words: str) -> None:
    assert says(property, value, "poster") == words


@pytest.mark.parametrize(
    ("property", "value", "question"),
    [
        ("colour of the towers", "red", "What colour are the towers in the picture of [answer]?"),
        ("caption: number of dogs", "2", "How many dogs are there in the picture of [answer]?"),
        ("statue", "yes", "Is there a statue in the picture of [answer]?"),
        ("shape of the roof", "round", "What is the shape of the roof in the picture of [answer]?"),
        ("tags: vehicle", "car", "What kind of vehicle is shown in the picture of [answer]?"),
    ],
)
def test_asks_what_a_picture_shows(property: str, value: str, question: str) -> None:
    words = asked(property, value, "picture", random.Random(1))
    assert words is not None
    assert words.question == question


def test_a_question_gets_a_hole_for_its_thing() -> None:
    names = ["Humber", "Humber Bridge"]
    assert with_hole("How many masts has the Humber Bridge?", names, "picture") == (
        "How many masts has [answer]?",
        "the Humber Bridge",
    )
    assert with_hole("How many masts?", names, "logo") == (
        "How many masts in the logo of [answer]?",
        "",
    )


def test_a_question_over_pictures_is_taken_apart() -> None:
    forms = list_forms("Which Club(s), in Career statistics of Jo Falk, have a lion on the logo?")
    assert forms.relative == "that has a lion on the logo"
    assert forms.predicate == "have a lion on the logo"
    forms = list_forms("Which club's logo shows a lion?")
    assert forms.relative == "whose logo shows a lion"
    assert forms.predicate == "have a logo that shows a lion"
    assert list_forms("Whose logo is the largest?").relative == ""
