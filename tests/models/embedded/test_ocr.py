import io
import sys

import pytest
from PIL import Image, ImageDraw, ImageFont

from manyhop.errors import ManyhopError
from manyhop.models import ocr_available, read_text_in_image


def drawn(*lines: tuple[tuple[int, int], str]) -> bytes:
    picture = Image.new("RGB", (900, 260), "white")
    pen = ImageDraw.Draw(picture)
    for place, words in lines:
        pen.text(place, words, fill="black", font=ImageFont.load_default(60))
    encoded = io.BytesIO()
    picture.save(encoded, "PNG")
    return encoded.getvalue()


def test_without_the_extra_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    assert not ocr_available()
    with pytest.raises(ManyhopError, match=r"pip install 'manyhop\[vision\]'"):
        read_text_in_image(b"")


@pytest.mark.extras
def test_the_extra_is_there() -> None:
    assert ocr_available()


@pytest.mark.extras
def test_a_sign_is_read() -> None:
    assert read_text_in_image(drawn(((30, 90), "HUMBER BRIDGE 1981"))) == "HUMBER BRIDGE 1981"


@pytest.mark.extras
def test_lines_come_in_reading_order() -> None:
    sign = drawn(((30, 150), "SOUTH"), ((30, 30), "NORTH"), ((560, 34), "EAST"))
    assert read_text_in_image(sign) == "NORTH\nEAST\nSOUTH"


@pytest.mark.extras
def test_an_empty_picture_has_no_text() -> None:
    assert read_text_in_image(drawn()) == ""


@pytest.mark.extras
def test_reading_makes_no_noise(capfd: pytest.CaptureFixture[str]) -> None:
    read_text_in_image(drawn(((30, 90), "QUIET")))
    assert capfd.readouterr() == ("", "")


@pytest.mark.extras
def test_damaged_pixels_are_an_error() -> None:
    with pytest.raises(ManyhopError, match="cannot be decoded"):
        read_text_in_image(b"no picture")
