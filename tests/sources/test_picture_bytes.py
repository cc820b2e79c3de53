"""The pixels of an image come from a picture's file, or not at all."""

import os
from pathlib import Path

import pytest
from PIL import Image as Pillow

from manyhop.errors import ManyhopError
from manyhop.sources import Image


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_a_picture_is_read_whatever_its_name(tmp_path: Path, form: str) -> None:
    Pillow.new("RGB", (4, 3)).save(tmp_path / "picture", form)
    assert Image(path=str(tmp_path / "picture")).pixels() == (tmp_path / "picture").read_bytes()


def test_a_file_that_is_no_picture_is_not_given_out(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_text("root:x:0:0")
    (tmp_path / "sound.webp").write_bytes(b"RIFF\0\0\0\0WAVE")
    for name in ("a.png", "sound.webp"):
        with pytest.raises(ManyhopError, match="is no picture"):
            Image(path=str(tmp_path / name)).pixels()


def test_pipes_devices_and_folders_are_never_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "zero.png").symlink_to("/dev/zero")
    for path in (tmp_path / "pipe.png", tmp_path / "zero.png", tmp_path):
        with pytest.raises((ManyhopError, IsADirectoryError)):
            Image(path=str(path)).pixels()


def test_a_name_that_no_file_can_have_is_a_clear_error() -> None:
    with pytest.raises(ManyhopError, match="is no path"):
        Image(path="a\0.png").pixels()
