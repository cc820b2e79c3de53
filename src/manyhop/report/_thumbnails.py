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
    found = small_copy(image)
    if found is None:
        return ""
    return f"data:image/{found[0]};base64,{base64.b64encode(found[1]).decode()}"


def small_copy(image: Image, edge: int = _EDGE) -> tuple[str, bytes] | None:
    """``png`` or ``jpeg``, and a copy that fits into a square; None where there are no pixels.

    It is drawn anew, so that nothing of the file but what it shows is passed on.
    """
    try:
        return _encoded(_small(image.pixels(), edge))
    except (ManyhopError, OSError, ValueError, SyntaxError, Pillow.DecompressionBombError):
        return None


def _small(pixels: bytes, edge: int) -> Pillow.Image:
    with Pillow.open(io.BytesIO(pixels)) as picture:
        picture.draft("RGB", (2 * edge, 2 * edge))
        upright = ImageOps.exif_transpose(picture).convert("RGBA")
    upright.thumbnail((edge, edge))
    paper = Pillow.new("RGBA", upright.size, "white")
    return Pillow.alpha_composite(paper, upright).convert("RGB")


def _encoded(picture: Pillow.Image) -> tuple[str, bytes]:
    photo, drawing = io.BytesIO(), io.BytesIO()
    picture.save(photo, "JPEG", quality=_QUALITY, optimize=True)
    picture.save(drawing, "PNG", optimize=True)
    either = (("jpeg", photo.getvalue()), ("png", drawing.getvalue()))
    return min(either, key=lambda each: len(each[1]))
