"""Pictures drawn for the purpose."""

import io

from PIL import Image as Picture
from PIL import ImageDraw, ImageFont


def drawn(
    ground: str = "white",
    middle: str = "",
    text: str = "",
    size: tuple[int, int] = (300, 300),
    mode: str = "RGB",
) -> bytes:
    """A plain ground, a square of another colour in the middle, and words at the top."""
    picture = Picture.new(mode, size, ground)
    brush = ImageDraw.Draw(picture)
    width, height = size
    if middle:
        brush.rectangle((width // 5, height // 5, width * 4 // 5, height * 4 // 5), fill=middle)
    if text:
        brush.text((20, 8), text, fill="black", font=ImageFont.load_default(36))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
