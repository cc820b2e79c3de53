import io

import pytest
from PIL import Image, ImageDraw

from manyhop.errors import ManyhopError
from manyhop.models import picture_features


def encoded(picture: Image.Image, form: str = "PNG") -> bytes:
    stream = io.BytesIO()
    picture.save(stream, form)
    return stream.getvalue()


def landscape(width: int = 320, height: int = 200) -> Image.Image:
    picture = Image.new("RGB", (width, height), (90, 160, 230))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, height * 0.6, width, height), fill=(40, 130, 50))
    pen.ellipse((width * 0.7, height * 0.1, width * 0.9, height * 0.4), fill=(255, 220, 30))
    return picture


def bits_apart(one: str, other: str) -> int:
    return (int(one, 16) ^ int(other, 16)).bit_count()


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("black", "black"),
        ("white", "white"),
        ("#777777", "grey"),
        ("red", "red"),
        ("maroon", "red"),
        ("orange", "orange"),
        ("yellow", "yellow"),
        ("green", "green"),
        ("lime", "green"),
        ("olivedrab", "green"),
        ("blue", "blue"),
        ("navy", "blue"),
        ("skyblue", "blue"),
        ("purple", "purple"),
        ("hotpink", "pink"),
        ("pink", "pink"),
        ("saddlebrown", "brown"),
    ],
)
def test_colours_have_the_names_people_use(colour: str, name: str) -> None:
    features = picture_features(encoded(Image.new("RGB", (20, 20), colour)))
    assert features.colours == ((name, 1.0),)


def test_main_colours_come_with_their_share() -> None:
    features = picture_features(encoded(landscape()))
    assert [name for name, _ in features.colours] == ["blue", "green", "yellow"]
    shares = dict(features.colours)
    assert shares["green"] == pytest.approx(0.4, abs=0.02)
    assert sum(shares.values()) == pytest.approx(1.0, abs=0.01)


def test_transparent_pixels_have_no_colour() -> None:
    picture = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    ImageDraw.Draw(picture).rectangle((10, 10, 29, 29), fill=(220, 20, 20, 255))
    assert picture_features(encoded(picture)).colours == (("red", 1.0),)
    assert picture_features(encoded(Image.new("RGBA", (9, 9), (0, 0, 0, 0)))).colours == ()


def test_the_size_is_the_pictures_own() -> None:
    features = picture_features(encoded(landscape(1600, 1000), "JPEG"))
    assert (features.width, features.height) == (1600, 1000)
    assert picture_features(encoded(Image.new("L", (1, 1)))).width == 1


def test_pictures_that_look_alike_have_hashes_that_are_near() -> None:
    original = picture_features(encoded(landscape())).hash
    smaller = picture_features(encoded(landscape().resize((160, 100)), "JPEG")).hash
    turned = picture_features(encoded(landscape().rotate(180))).hash
    assert len(original) == 16
    assert bits_apart(original, smaller) <= 4
    assert bits_apart(original, turned) > 10


def test_damaged_pixels_are_an_error() -> None:
    with pytest.raises(ManyhopError, match="cannot be decoded"):
        picture_features(encoded(landscape())[:200])
