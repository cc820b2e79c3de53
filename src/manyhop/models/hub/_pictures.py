"""Encoded pictures as the pixels that processors want."""

import base64
import binascii
import io
from typing import Any

from manyhop.errors import ManyhopError


def decoded(picture: bytes) -> Any:
    """A picture in red, green and blue, upright.

    Example: ``decoded(Path("boat.png").read_bytes()).size``
    """
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(picture)) as opened:
            return ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ManyhopError(f"the picture cannot be decoded ({error}); save it again") from error


def from_address(address: str) -> Any:
    """The picture in a ``data:`` address, as ``picture_part`` writes it into a message."""
    kind, _, content = address.partition(",")
    if not (kind.startswith("data:") and kind.endswith(";base64")):
        raise ManyhopError(
            f"the picture {address[:60]!r} is not in the message; send it as picture_part does"
        )
    try:
        return decoded(base64.b64decode(content, validate=True))
    except binascii.Error as error:
        raise ManyhopError(f"the picture cannot be decoded ({error}); send it again") from error
