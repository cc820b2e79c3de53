"""A picture in a few lines of a terminal: every character shows two points, one above the other."""

import io

from PIL import Image as Pillow
from PIL import ImageOps
from rich.console import Console
from rich.text import Text

from manyhop.errors import ManyhopError
from manyhop.sources import Image

_COLUMNS = 24
_LINES = 8
_MANY_COLOURS = {"256", "truecolor"}


def thumbnail(image: Image, console: Console) -> Text | None:
    """The picture, where the console is a terminal with colours and the pixels can be had.

    Example: ``thumbnail(image, Console()) or image.path``
    """
    if not console.is_terminal or console.color_system not in _MANY_COLOURS:
        return None
    if console.options.ascii_only:
        return None
    try:
        return _drawn(_small(image.pixels()))
    except (ManyhopError, OSError, ValueError, SyntaxError, Pillow.DecompressionBombError):
        return None


def _small(pixels: bytes) -> Pillow.Image:
    """The picture on white, in its own proportions, with an even number of rows."""
    with Pillow.open(io.BytesIO(pixels)) as picture:
        picture.draft("RGB", (8 * _COLUMNS, 8 * _COLUMNS))
        upright = ImageOps.exif_transpose(picture).convert("RGBA")
    paper = Pillow.alpha_composite(Pillow.new("RGBA", upright.size, "white"), upright)
    scale = min(_COLUMNS / paper.width, 2 * _LINES / paper.height)
    width, lines = round(paper.width * scale), round(paper.height * scale / 2)
    size = (max(1, width), 2 * max(1, lines))
    return paper.convert("RGB").resize(size, Pillow.Resampling.LANCZOS)


def _drawn(picture: Pillow.Image) -> Text:
    colours = picture.tobytes().hex()
    width, height = picture.size

    def point(x: int, y: int) -> str:
        start = 6 * (y * width + x)
        return f"#{colours[start : start + 6]}"

    lines = [
        Text.assemble(*(("▀", f"{point(x, y)} on {point(x, y + 1)}") for x in range(width)))
        for y in range(0, height, 2)
    ]
    return Text("\n").join(lines)
