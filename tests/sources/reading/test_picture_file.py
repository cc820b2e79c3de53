import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image as Pillow
from PIL import PngImagePlugin

from manyhop.errors import ManyhopError
from manyhop.sources import Image, content_id
from manyhop.sources.reading._picture_file import read_picture_file

ANY = Pillow.effect_noise((160, 120), 80).convert("RGB")


def read(path: Path) -> Image:
    (image,) = read_picture_file(path, path.name)
    return image


@pytest.mark.parametrize("suffix", ["png", "jpg", "jpeg", "webp", "gif"])
def test_a_picture_is_one_image(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"humber_bridge-1981.{suffix}"
    ANY.save(path)
    assert read(path) == Image(
        id=content_id(path.read_bytes()),
        path=str(path),
        title="humber bridge 1981",
        origin=path.name,
        meta={"width": 160, "height": 120},
    )


def test_the_suffix_may_be_wrong(tmp_path: Path) -> None:
    path = tmp_path / "really_a_png.jpg"
    ANY.save(path, "PNG")
    assert read(path).meta["width"] == 160


def test_one_pixel_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "dot.png"
    Pillow.new("L", (1, 1)).save(path)
    assert read(path).meta == {"width": 1, "height": 1}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.jpg.txt", "The bridge\n"),
        ("photo.jpg.caption", "The bridge"),
        ("photo.caption", "The bridge"),
        ("photo.txt", "  The bridge"),
        ("photo.json", '{"caption": "The bridge", "licence": "mine"}'),
    ],
)
def test_the_caption_comes_from_a_side_car(tmp_path: Path, name: str, content: str) -> None:
    ANY.save(tmp_path / "photo.jpg")
    (tmp_path / name).write_text(content)
    assert read(tmp_path / "photo.jpg").caption == "The bridge"


def test_a_side_car_may_name_the_picture(tmp_path: Path) -> None:
    ANY.save(tmp_path / "IMG_0001.jpg")
    (tmp_path / "IMG_0001.json").write_text('{"caption": "From the bank", "title": "Humber"}')
    assert read(tmp_path / "IMG_0001.jpg").title == "Humber"


def test_the_caption_comes_from_exif(tmp_path: Path) -> None:
    for tag, value in (
        (0x010E, "The bridge, März"),
        (0x9C9C, "The bridge, März".encode("utf-16-le")),
        (0x9C9B, "The bridge, März\0".encode("utf-16-le")),
    ):
        exif = Pillow.Exif()
        exif[tag] = value.encode() if isinstance(value, str) else value
        ANY.save(tmp_path / "photo.jpg", exif=exif)
        assert read(tmp_path / "photo.jpg").caption == "The bridge, März"


def test_the_caption_comes_from_a_user_comment(tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[0x010E] = "OLYMPUS DIGITAL CAMERA"
    exif.get_ifd(0x8769)[0x9286] = b"ASCII\0\0\0The bridge"
    ANY.save(tmp_path / "photo.jpg", exif=exif)
    assert read(tmp_path / "photo.jpg").caption == "The bridge"


@pytest.mark.parametrize(
    "words",
    [
        *("OLYMPUS DIGITAL CAMERA", "SONY DSC", "DCIM", "   ", "Untitled", "AppleMark"),
        *("IMG_0142.JPG", "LEAD Technologies Inc. V1.01", "File written by Adobe Photoshop 5.2"),
    ],
)
def test_what_cameras_write_is_no_caption(tmp_path: Path, words: str) -> None:
    exif = Pillow.Exif()
    exif[0x010E] = words
    ANY.save(tmp_path / "photo.jpg", exif=exif)
    assert read(tmp_path / "photo.jpg").caption == ""


def test_the_caption_comes_from_text_chunks(tmp_path: Path) -> None:
    chunks = PngImagePlugin.PngInfo()
    chunks.add_text("Title", "Bridge")
    chunks.add_itxt("Description", "Die Brücke")
    ANY.save(tmp_path / "photo.png", pnginfo=chunks)
    assert read(tmp_path / "photo.png").caption == "Die Brücke"


def test_the_caption_comes_from_xmp(tmp_path: Path) -> None:
    xmp = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description><dc:description><rdf:Alt>'
        '<rdf:li xml:lang="x-default">Salt &amp; iron</rdf:li></rdf:Alt></dc:description>'
        "</rdf:Description></x:xmpmeta>"
    )
    ANY.save(tmp_path / "photo.jpg", xmp=xmp.encode())
    assert read(tmp_path / "photo.jpg").caption == "Salt & iron"


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "gif"])
def test_a_truncated_picture_is_an_error(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"half.{suffix}"
    ANY.save(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(ManyhopError, match=rf"half\.{suffix} is not a whole"):
        read(path)


def test_a_decompression_bomb_is_an_error(tmp_path: Path) -> None:
    def chunk(name: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + body))
        return struct.pack(">I", len(body)) + name + body + check

    bomb = io.BytesIO()
    bomb.write(b"\x89PNG\r\n\x1a\n")
    bomb.write(chunk(b"IHDR", struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)))
    bomb.write(chunk(b"IDAT", zlib.compress(bytes(1000))))
    bomb.write(chunk(b"IEND", b""))
    (tmp_path / "bomb.png").write_bytes(bomb.getvalue())
    with pytest.raises(ManyhopError, match="too many pixels"):
        read(tmp_path / "bomb.png")
