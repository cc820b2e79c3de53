"""Picture files: PNG, JPEG, WebP and GIF."""

import html
import io
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from PIL import Image as Pillow
from PIL import ImageFile

from manyhop.errors import ManyhopError
from manyhop.sources import MOST_PIXELS, Image, content_id
from manyhop.sources.reading._sidecar import words_beside
from manyhop.sources.reading._titles import title_from_caption, title_from_name

_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
_IMAGE_DESCRIPTION, _XP_TITLE, _XP_COMMENT = 0x010E, 0x9C9B, 0x9C9C
_EXIF, _USER_COMMENT = 0x8769, 0x9286
_BOILERPLATE = re.compile(
    r"(\w+ )?(\w+ )?digital (still )?camera|sony dsc|dcim.*|exif[_ ]jpeg[_ ]picture|dsc\w*|"
    r"samsung\w*|<\w+ s\d+.*>|(charset=\S+ )?created with .*|untitled|default|ascii|"
    r"screenshot|image|photo|picture|applemark|lead technologies.*|handy ?cam|"
    r"(dsc|img|pict|cimg|p|dscn|dscf|mvc)[-_ ]?\d+[a-z]?(\.(jpe?g|png|tiff?))?|"
    r"(file written by|processed with|software:) .*|[\W\d_]*",
    re.IGNORECASE,
)
_XMP_DESCRIPTION, _XMP_ITEM = b"<dc:description", re.compile(rb"<rdf:li[^>]{0,100}>")
_LONGEST_XMP = 4_400  # bytes from there to the end of its first item


def read_picture_file(path: Path, origin: str) -> Iterator[Image]:
    """The picture in a file, if its pixels decode, with the caption beside or inside it.

    Example: ``next(read_picture_file(Path("humber.png"), "humber.png")).caption``
    """
    data = path.read_bytes()
    caption, title = words_beside(path)
    (width, height), caption_inside = _look_inside(data, origin)
    caption = caption or caption_inside
    yield Image(
        id=content_id(data),
        path=str(path.absolute()),
        title=title or title_from_caption(caption) or title_from_name(path),
        caption=caption,
        origin=origin,
        meta={"width": width, "height": height},
    )


def _look_inside(data: bytes, origin: str) -> tuple[tuple[int, int], str]:
    """The size of the picture and the caption it carries; an error where it does not decode."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pixels = Pillow.open(io.BytesIO(data), formats=_FORMATS)
            size = pixels.size
            less = (max(1, size[0] // 8), max(1, size[1] // 8))
            pixels.draft("RGB", less)  # a JPEG decodes in less memory
            if pixels.width * pixels.height > MOST_PIXELS:
                raise Pillow.DecompressionBombError
            pixels.load()
            return size, _caption_inside(pixels)
    except Pillow.DecompressionBombError:
        raise ManyhopError(f"{origin} has too many pixels to be safe; make it smaller") from None
    except MemoryError:
        raise
    except Exception as error:  # Pillow's decoders raise all kinds for damaged data
        raise ManyhopError(
            f"{origin} is not a whole PNG, JPEG, WebP or GIF picture ({error}); save it again"
        ) from error


def _caption_inside(pixels: ImageFile.ImageFile) -> str:
    """The first of the picture's own descriptions that a person wrote."""
    for words in _descriptions(pixels):
        words = " ".join(words.replace("\0", " ").split())
        if words and not _BOILERPLATE.fullmatch(words):
            return words
    return ""


def _descriptions(pixels: ImageFile.ImageFile) -> Iterator[str]:
    exif = pixels.getexif()
    yield _as_text(exif.get(_IMAGE_DESCRIPTION))
    for tag in (_XP_COMMENT, _XP_TITLE):
        yield _as_text(exif.get(tag), "utf-16-le")
    yield _user_comment(exif.get_ifd(_EXIF).get(_USER_COMMENT))
    for key in ("Description", "Title"):
        yield _as_text(pixels.info.get(key))
    xmp = pixels.info.get("xmp") or pixels.info.get("XML:com.adobe.xmp") or b""
    yield html.unescape(_as_text(_xmp_description(xmp.encode() if isinstance(xmp, str) else xmp)))
    yield _as_text(pixels.info.get("comment"))


def _xmp_description(xmp: bytes) -> bytes:
    """The first description, looked for in one place only: metadata may be long and made to mock.

    Patterns that try each place anew would take seconds for it.
    """
    _, found, after = xmp.partition(_XMP_DESCRIPTION)
    opening = _XMP_ITEM.search(after[:_LONGEST_XMP]) if found else None
    if opening is None:
        return b""
    words, closed, _ = after[opening.end() : _LONGEST_XMP].partition(b"</rdf:li>")
    return words if closed else b""


def _as_text(value: object, encoding: str = "utf-8") -> str:
    if isinstance(value, tuple):
        value = bytes(number & 255 for number in value if isinstance(number, int))
    if isinstance(value, bytes):
        return value.decode(encoding, "replace")
    if not isinstance(value, str):
        return ""
    try:  # EXIF says ASCII, cameras and editors write UTF-8, Pillow reads Latin-1
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value.encode("utf-8", "replace").decode("utf-8")


def _user_comment(value: object) -> str:
    if not isinstance(value, bytes):
        return _as_text(value)
    prefix, comment = value[:8], value[8:]
    if prefix.startswith(b"UNICODE"):
        return comment.decode("utf-16-be" if comment[:1] == b"\0" else "utf-16-le", "replace")
    return _as_text(comment if prefix.rstrip(b"\0 ") in (b"ASCII", b"JIS", b"") else value)
