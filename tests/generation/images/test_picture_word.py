from tests.generation.images.drawing import drawn

from manyhop.generation.images._image_singles import picture_word
from manyhop.sources import Image


def test_upright_pictures_of_films_are_posters() -> None:
    posters = [Image(data=drawn(colour, size=(200, 300))) for colour in ("red", "blue")]
    assert picture_word("film", posters) == "poster"
    still = Image(data=drawn("red", size=(300, 200)))
    assert picture_word("film", [*posters, still]) == "picture"


def test_logos_stand_on_a_plain_ground() -> None:
    assert picture_word("football club", [Image(data=drawn("white", "red"))]) == "logo"
    assert picture_word("football club", [Image(data=drawn("green", "red"))]) == "picture"


def test_captions_may_say_it() -> None:
    covers = [Image(caption="Front cover"), Image(caption="The cover of the first edition")]
    assert picture_word("thing", covers) == "cover"


def test_without_pixels_it_is_a_picture() -> None:
    assert picture_word("film", [Image(caption="A scene")]) == "picture"
