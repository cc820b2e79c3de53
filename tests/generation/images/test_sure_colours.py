import io

import pytest
from PIL import Image as Picture
from tests.generation.images.drawing import drawn

from manyhop.generation.images._colours import (
    COLOURING,
    CONTAINED,
    GROUND,
    MAIN,
    PLAIN,
    SHAPE,
    colour_decided,
    colour_facts,
    palette_of,
)


@pytest.mark.parametrize("colour", ["red", "green", "blue", "yellow", "orange", "purple"])
def test_a_white_ground_does_not_count(colour: str) -> None:
    facts = colour_facts(palette_of(drawn("white", colour)))
    assert facts[MAIN] == (colour,)
    assert facts[GROUND] == ("white",)
    assert facts[CONTAINED] == (colour,)


def test_a_coloured_ground_counts() -> None:
    seen = palette_of(drawn("blue", "white"))
    assert colour_facts(seen)[GROUND] == ("blue",)
    assert seen.shares["blue"] > seen.shares["white"]


def test_two_colours_alike_in_share_have_no_main_one() -> None:
    seen = palette_of(drawn("red", "blue", size=(300, 300)))
    assert MAIN not in colour_facts(seen)
    assert colour_decided(seen, MAIN, "red") is None
    assert colour_decided(seen, MAIN, "green") is False


def test_a_shade_between_two_colours_is_left_open() -> None:
    turquoise = palette_of(drawn("#22958f"))
    assert colour_decided(turquoise, MAIN, "green") is not False
    assert colour_decided(turquoise, MAIN, "blue") is not False
    assert colour_decided(turquoise, MAIN, "red") is False


def test_a_clear_ground_is_no_ground() -> None:
    seen = palette_of(drawn("#00000000", "red", mode="RGBA"))
    assert colour_facts(seen)[MAIN] == ("red",)
    assert GROUND not in colour_facts(seen)
    assert seen.clear


def test_tells_black_and_white_from_colour() -> None:
    file = io.BytesIO()
    Picture.linear_gradient("L").save(file, "PNG")
    grey, red = palette_of(file.getvalue()), palette_of(drawn("red"))
    assert colour_decided(grey, COLOURING, PLAIN) is True
    assert colour_decided(red, COLOURING, PLAIN) is False
    assert colour_decided(palette_of(drawn("#8a7f74")), COLOURING, PLAIN) is None


def test_a_trace_of_a_colour_is_neither_there_nor_absent() -> None:
    file = io.BytesIO()
    picture = Picture.new("RGB", (300, 300), "black")
    picture.paste("red", (0, 0, 40, 40))
    picture.save(file, "PNG")
    seen = palette_of(file.getvalue())
    assert colour_decided(seen, CONTAINED, "red") is None
    assert colour_decided(seen, CONTAINED, "green") is False


def test_a_square_is_neither_wide_nor_tall() -> None:
    assert SHAPE not in colour_facts(palette_of(drawn("red")))
    assert colour_facts(palette_of(drawn("red", size=(400, 300))))[SHAPE] == ("wide",)
