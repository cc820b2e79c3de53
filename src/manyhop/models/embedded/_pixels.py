"""What a picture's pixels say without a network: its size, colours and a hash of its looks."""

import io
import math
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources import MOST_PIXELS

_MOST_COLOURS = 5
_LEAST_SHARE = 0.04
_SIDE = 64
_MANY_PIXELS = 25_000_000

PICTURE_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP")
"""What is decoded: other formats run programs, or are read by nobody's camera."""

# The middle of what people call by each name, with darker and lighter kinds of the same name.
SHADES = {
    "black": ("#000000", "#1c1c1c", "#161a22"),
    "grey": ("#808080", "#5a5a5a", "#a8a8a8", "#c4c4c4", "#707a82"),
    "white": ("#ffffff", "#ececec", "#f6f2ea"),
    "red": ("#e01b1b", "#b01020", "#8b0000", "#ff4030"),
    "orange": ("#ff8c00", "#f26a1b", "#ffa64d"),
    "yellow": ("#ffe000", "#f5e663", "#d9c21e", "#fff59a"),
    "green": ("#1fa02f", "#006400", "#7ccf5a", "#5d7a35", "#2e8b6f", "#00ff00"),
    "blue": (
        "#1f4fd8",
        "#0a1f6b",
        "#000080",
        "#6aaee8",
        "#a9d4f5",
        "#0000ff",
        "#1f8fb0",
        "#40c8e0",
    ),
    "purple": ("#7a2aa8", "#4b0a6e", "#a97ad6", "#8000ff"),
    "pink": ("#ff69b4", "#f7b6cc", "#e0308c", "#ff80ff"),
    "brown": ("#7b4a21", "#4a2a12", "#a8774a", "#c9a878"),
}


class PictureFeatures(msgspec.Struct, frozen=True):
    """A picture's size, its main colours with their share (0..1), and its difference hash.

    Two pictures that look alike have hashes that differ in few of their 64 bits.
    """

    width: int
    height: int
    colours: tuple[tuple[str, float], ...]
    hash: str


def picture_features(pixels: bytes) -> PictureFeatures:
    """The features of an encoded picture.

    Example: ``picture_features(png).colours`` → ``(("blue", 0.61), ("white", 0.39))``
    """
    (width, height), coloured = _opened(pixels)
    return PictureFeatures(width, height, _colours(coloured), _difference_hash(coloured))


def picture_size(pixels: bytes) -> tuple[int, int]:
    """Width and height of an encoded picture that can be decoded.

    Example: ``picture_size(png)`` → ``(640, 480)``
    """
    return _opened(pixels)[0]


def _opened(pixels: bytes) -> tuple[tuple[int, int], Any]:
    """The size, and the picture itself, decoded no larger than its features need."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(pixels), formats=PICTURE_FORMATS) as picture:
            size = picture.size
            picture.draft("RGB", (4 * _SIDE, 4 * _SIDE))
            return size, reduced(picture).convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ManyhopError(f"the picture cannot be decoded ({error}); save it again") from error


def reduced(picture: Any) -> Any:
    """A decoded picture, smaller by a whole number where it is so large that copies are dear.

    A ``ManyhopError`` where decoding alone would take too much memory: a few thousand bytes can
    claim any size.
    """
    pixels = picture.width * picture.height
    if pixels > MOST_PIXELS:
        raise ManyhopError(f"the picture has {pixels:,} pixels, too many to be safe")
    if pixels <= _MANY_PIXELS:
        return picture
    if picture.mode in ("P", "1"):
        picture = picture.convert("RGBA")
    return picture.reduce(math.ceil(math.sqrt(pixels / _MANY_PIXELS)))


def _colours(picture: Any) -> tuple[tuple[str, float], ...]:
    import numpy as np
    from PIL import Image

    points = np.asarray(picture.resize((_SIDE, _SIDE), Image.Resampling.NEAREST), dtype=float)
    points = points.reshape(-1, 4)
    visible = points[points[:, 3] >= 128, :3]
    if not len(visible):
        return ()
    names = [name for name, shades in SHADES.items() for _ in shades]
    shades = [
        [int(shade[place : place + 2], 16) for place in (1, 3, 5)]
        for kinds in SHADES.values()
        for shade in kinds
    ]
    differences = to_lab(visible)[:, None, :] - to_lab(np.array(shades, dtype=float))[None, :, :]
    nearest = (differences**2).sum(axis=2).argmin(axis=1)
    shares: dict[str, float] = {}
    for shade, count in enumerate(np.bincount(nearest, minlength=len(names))):
        shares[names[shade]] = shares.get(names[shade], 0.0) + int(count) / len(visible)
    main = sorted(shares.items(), key=lambda item: -item[1])[:_MOST_COLOURS]
    return tuple((name, round(share, 3)) for name, share in main if share >= _LEAST_SHARE)


def to_lab(rgb: Any) -> Any:
    """sRGB (0..255) in CIE L*a*b*, where distances are near to what an eye sees."""
    import numpy as np

    share = rgb / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = linear @ to_xyz.T / np.array([0.9505, 1.0, 1.089])
    bent = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = bent[:, 0], bent[:, 1], bent[:, 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def _difference_hash(picture: Any) -> str:
    """Of eight rows of nine grey squares, whether each is darker than the next."""
    import numpy as np
    from PIL import Image

    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    grey = np.asarray(paper.convert("L").resize((9, 8), Image.Resampling.BOX), dtype=int)
    bits = (grey[:, :-1] < grey[:, 1:]).flatten()
    return np.packbits(bits).tobytes().hex()
