"""A written data set carries pictures and no other file."""

from pathlib import Path

import pytest
from tests.generation.built import PIXELS, longest_opened

from manyhop.generation.writing import About, write_hugging_face, write_mmqa, write_webqa
from manyhop.generation.writing._whole_folder import carried_pixels
from manyhop.sources import AnySource, Image

SECRET = b"root:x:0:0"


@pytest.fixture
def secret(tmp_path: Path) -> Image:
    (tmp_path / "users.png").write_bytes(SECRET)
    return Image(id="far", title="Users", caption="A ferry", path=str(tmp_path / "users.png"))


def test_what_decodes_is_carried(tmp_path: Path) -> None:
    (tmp_path / "arn.png").write_bytes(PIXELS)
    assert carried_pixels(Image(path=str(tmp_path / "arn.png"))) == PIXELS
    assert carried_pixels(Image(data=PIXELS)) == PIXELS


def test_what_does_not_decode_is_not(tmp_path: Path, secret: Image) -> None:
    (tmp_path / "half.png").write_bytes(PIXELS[:40] + SECRET)
    assert carried_pixels(secret) == b""
    assert carried_pixels(Image(path=str(tmp_path / "half.png"))) == b""
    assert carried_pixels(Image(path=str(tmp_path / "gone.png"))) == b""


@pytest.mark.parametrize("write", [write_mmqa, write_webqa, write_hugging_face])
def test_no_format_publishes_a_file_that_is_no_picture(
    tmp_path: Path, secret: Image, write: object
) -> None:
    from tests.generation.built import SOURCES

    context: dict[str, AnySource] = {**SOURCES, "far": secret}
    built = longest_opened(distractors=("far",), named=(), split="dev")
    assert callable(write)
    write(tmp_path / "out", [built], context, About(name="bridges", seed=7))
    written = [path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert written
    assert not any(SECRET in content for content in written)
    assert not any(b"cm9vdDp4OjA6M" in content for content in written), "nor in base64"
