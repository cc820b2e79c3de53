"""Small copies of pictures that travel inside the page."""

import base64
import io

from PIL import Image as Pillow
from PIL import ImageOps

from manyhop.errors import ManyhopError
from manyhop.sources import Image

_EDGE = 320
_QUALITY = 72


def thumbnail(image: Image) -> str:
    """A picture as a ``data:`` address, or ``""`` where its pixels can't be had or read."""
    try:
        return _address(_small(image.pixels()))
    except (ManyhopError, OSError, ValueError, SyntaxError, Pillow.DecompressionBombError):
        return ""


def _small(pixels: bytes) -> Pillow.Image:
    with Pillow.open(io.BytesIO(pixels)) as picture:
        picture.draft("RGB", (2 * _EDGE, 2 * _EDGE))
        upright = ImageOps.exif_transpose(picture).convert("RGBA")
    upright.thumbnail((_EDGE, _EDGE))
    paper = Pillow.new("RGBA", upright.size, "white")
    return Pillow.alpha_composite(paper, upright).convert("RGB")


def _address(picture: Pillow.Image) -> str:
    photo, drawing = io.BytesIO(), io.BytesIO()
    picture.save(photo, "JPEG", quality=_QUALITY, optimize=True)
    picture.save(drawing, "PNG", optimize=True)
    best, kind = min((photo.getvalue(), "jpeg"), (drawing.getvalue(), "png"), key=_length)
    return f"data:image/{kind};base64,{base64.b64encode(best).decode()}"


def _length(encoded: tuple[bytes, str]) -> int:
    return len(encoded[0])
