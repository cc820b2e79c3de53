"""The parts of a chat message: words and pictures."""

import base64
import io
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.models.embedded._pixels import PICTURE_FORMATS, reduced

LONGEST_SIDE = 1024
_SENT_AS_THEY_ARE = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}


def text_part(text: str) -> dict[str, Any]:
    """Words as a part of a message."""
    return {"type": "text", "text": text}


def picture_part(pixels: bytes) -> dict[str, Any]:
    """An encoded picture as a part of a message, scaled down to 1024 pixels where it is larger.

    Example: ``{"role": "user", "content": [text_part("What is this?"), picture_part(png)]}``
    """
    mime, data = _small_enough(pixels)
    address = f"data:{mime};base64,{base64.b64encode(data).decode()}"
    return {"type": "image_url", "image_url": {"url": address}}


def _small_enough(pixels: bytes) -> tuple[str, bytes]:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(pixels), formats=PICTURE_FORMATS) as picture:
            if max(picture.size) <= LONGEST_SIDE and picture.format in _SENT_AS_THEY_ARE:
                picture.load()  # a damaged picture is noticed here, not by the server
                return _SENT_AS_THEY_ARE[picture.format], pixels
            picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            upright = ImageOps.exif_transpose(reduced(picture)).convert("RGBA")
            upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            paper = Image.new("RGB", upright.size, "white")
            paper.paste(upright, mask=upright)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ManyhopError(f"the picture cannot be decoded ({error}); save it again") from error
    encoded = io.BytesIO()
    paper.save(encoded, "JPEG", quality=90)
    return "image/jpeg", encoded.getvalue()
