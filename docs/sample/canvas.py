"""A small flat-design canvas: coordinates are those of the finished 640 × 400 picture."""

from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

Point = tuple[float, float]

WIDTH, HEIGHT = 640, 400
_SCALE = 3


class Canvas:
    """Draws three times too large, and shrinks and palettes the picture when it is saved."""

    def __init__(self, background: str = "#ffffff") -> None:
        self._image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), background)
        self._draw = ImageDraw.Draw(self._image)

    def rect(self, x0: float, y0: float, x1: float, y1: float, fill: str) -> None:
        """A filled rectangle."""
        self.poly([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], fill)

    def poly(self, points: Sequence[Point], fill: str) -> None:
        """A filled polygon."""
        self._draw.polygon([_scaled(p) for p in points], fill=fill)

    def line(self, points: Sequence[Point], fill: str, width: float = 2) -> None:
        """A line through points, with round joints."""
        self._draw.line(
            [_scaled(p) for p in points], fill=fill, width=round(width * _SCALE), joint="curve"
        )

    def disc(self, x: float, y: float, radius: float, fill: str, flat: float = 1) -> None:
        """A filled circle, or an ellipse where ``flat`` is not 1."""
        across, down = radius, radius * flat
        box = [_scaled((x - across, y - down)), _scaled((x + across, y + down))]
        self._draw.ellipse(box, fill=fill)

    def ring(self, x: float, y: float, radius: float, fill: str, width: float = 2) -> None:
        """The outline of a circle."""
        box = [_scaled((x - radius, y - radius)), _scaled((x + radius, y + radius))]
        self._draw.ellipse(box, outline=fill, width=round(width * _SCALE))

    def text(self, x: float, y: float, words: str, size: float, fill: str) -> None:
        """Words centred on a point."""
        font = ImageFont.load_default(size * _SCALE)
        self._draw.text(_scaled((x, y)), words, fill=fill, font=font, anchor="mm")

    def save(self, path: Path, description: str = "", colours: int = 64) -> None:
        """A small paletted PNG, with its description in a text chunk where one is given."""
        small = self._image.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
        chunk = PngImagePlugin.PngInfo()
        if description:
            chunk.add_text("Description", description)
        paletted = small.quantize(colours, dither=Image.Dither.NONE)
        paletted.save(path, optimize=True, pnginfo=chunk)


def _scaled(point: Point) -> Point:
    return (point[0] * _SCALE, point[1] * _SCALE)


def hanging(start: Point, end: Point, sag: float, pieces: int = 40) -> list[Point]:
    """Points of a cable between two points, ``sag`` below the straight line in the middle."""
    (x0, y0), (x1, y1) = start, end
    shares = [i / pieces for i in range(pieces + 1)]
    return [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + 4 * sag * t * (1 - t)) for t in shares]


def arc(
    x: float, y: float, radius: float, start: float, end: float, rise: float = 1
) -> list[Point]:
    """Points of an arc in degrees, counter-clockwise from the right; ``rise`` stretches it."""
    angles = [(start + (end - start) * i / 40) * pi / 180 for i in range(41)]
    return [(x + radius * cos(a), y - rise * radius * sin(a)) for a in angles]


def pointed(left: float, right: float, spring: float, tip: float, foot: float) -> list[Point]:
    """The outline of a Gothic opening: two curves that meet in a point above the middle."""
    middle, rise = (left + right) / 2, spring - tip
    curve = [
        (left + (middle - left) * t * t, spring - rise * t) for t in (i / 12 for i in range(13))
    ]
    mirrored = [(left + right - x, y) for x, y in reversed(curve)]
    return [(left, foot), *curve, *mirrored, (right, foot)]


def rounded(left: float, right: float, spring: float, foot: float, rise: float = 1) -> list[Point]:
    """The outline of a round-headed opening."""
    half = (right - left) / 2
    return [(right, foot), *arc(left + half, spring, half, 0, 180, rise), (left, foot)]
