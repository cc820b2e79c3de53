"""Which colour a picture or its background has: only where hardly anyone would say another."""

import io
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.generation.images._attached import Facts
from manyhop.models import COLOURS, SHADES, Recent, to_lab
from manyhop.sources import content_id

# The colours of a picture, as surely as pixels tell them.

_SIDE = 64
_WHITE = COLOURS.index("white")
_RING = 3  # points, on each side: where a background shows
_SAME = 0.97  # of the ring's points have one colour's name: a plain background
_EVEN = 9.0  # the most that a plain background's shade may vary, in CIE L*a*b*
_DRAWN = 0.12  # the least of the picture that stands out from a white background
_GREY = 6.0  # chroma below which a point has no colour
_STRONG = 18.0  # chroma above which everyone sees that there is a colour
_VIVID_FROM = 35.0  # chroma above which everyone sees which one
_NEARLY = 12.0  # farther than the nearest colour, in CIE L*a*b*: what a point passes for, too


class Palette(msgspec.Struct, frozen=True):
    """How a picture is coloured.

    ``shares`` are those of the colour names in what stands out, where the background is plain
    white or clear, else in the whole picture; ``passing`` counts each point for every colour that
    some would call it, and ``vivid`` only the points with much colour, in the whole picture.
    ``ground`` is the colour of a plain background, or "". ``grey`` and ``strong`` are the shares
    of points without colour, and with much of it; ``contrast`` is how far the points' lightness
    varies (0..100). ``clear`` says that one can see through some of it.
    """

    width: int
    height: int
    shares: dict[str, float]
    passing: dict[str, float]
    vivid: dict[str, float]
    ground: str
    ground_share: float
    grey: float
    strong: float
    contrast: float
    clear: bool


def palette(pixels: bytes) -> Palette:
    """The palette of an encoded picture.

    Example: ``palette(png).shares["red"]`` → ``0.83``
    """
    width, height, points = _points(pixels)
    visible = points[..., 3] >= 128
    lab = to_lab(points[..., :3].reshape(-1, 3)).reshape(_SIDE, _SIDE, 3)
    far = _distances(lab)
    named = far == far.min(axis=-1, keepdims=True)
    nearly = far <= far.min(axis=-1, keepdims=True) + _NEARLY
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    ring = np.ones((_SIDE, _SIDE), bool)
    ring[_RING:-_RING, _RING:-_RING] = False
    ground = _ground(named, lab, ring) if visible[ring].all() else ""
    white = ground == "white" or not visible[ring].any()
    standing_out = visible & ~named[..., _WHITE] if white else visible
    drawn = standing_out.mean() >= _DRAWN
    coloured = chroma[visible]
    return Palette(
        width=width,
        height=height,
        shares=_shares(named[standing_out]) if drawn else {},
        passing=_shares(nearly[standing_out]) if drawn else {},
        vivid=_shares((named & (chroma > _VIVID_FROM)[..., None])[visible]),
        ground=ground,
        ground_share=float(named[..., COLOURS.index(ground)].mean()) if ground else 0.0,
        grey=float((coloured < _GREY).mean()) if coloured.size else 0.0,
        strong=float((coloured > _STRONG).mean()) if coloured.size else 0.0,
        contrast=float(lab[..., 0][visible].std()) if coloured.size else 0.0,
        clear=bool((~visible).mean() > 0.01),
    )


def _points(pixels: bytes) -> tuple[int, int, NDArray[np.float64]]:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(pixels)) as picture:
            width, height = picture.size
            picture.draft("RGB", (4 * _SIDE, 4 * _SIDE))
            small = picture.convert("RGBA").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ManyhopError(f"the picture cannot be decoded ({error}); save it again") from error
    return width, height, np.asarray(small, dtype=float)


def _distances(lab: NDArray[Any]) -> NDArray[Any]:
    """How far each point is from the nearest shade of each colour."""
    return np.stack(
        [np.linalg.norm(lab[:, :, None, :] - shades, axis=-1).min(axis=-1) for shades in _shades()],
        axis=-1,
    )


@cache
def _shades() -> list[NDArray[Any]]:
    return [
        to_lab(np.array([list(bytes.fromhex(shade[1:])) for shade in kinds], dtype=float))
        for kinds in SHADES.values()
    ]


def _ground(named: NDArray[Any], lab: NDArray[Any], ring: NDArray[Any]) -> str:
    shares = named[ring].mean(axis=0)
    plain = shares.max() >= _SAME and lab[ring].std(axis=0).max() <= _EVEN
    return COLOURS[int(shares.argmax())] if plain else ""


def _shares(named: NDArray[Any]) -> dict[str, float]:
    if not len(named):
        return {}
    shares = named.mean(axis=0)
    return {name: round(float(part), 4) for name, part in zip(COLOURS, shares, strict=True) if part}


MAIN = "pixels: main colour"
GROUND = "pixels: background colour"
CONTAINED = "pixels: colour"
COLOURING = "pixels: colouring"
SHAPE = "pixels: shape"
PLAIN = "black and white"

_MOSTLY = 0.55  # the least share of what is called mainly of a colour
_LEAD = 2.5  # times the share of the next colour, too
_ARGUABLE = 0.7  # times its own share: the most that passes for another colour
_ARGUABLE_BLACK = 0.45  # and of what is dark, which easily passes for black
_NOT_MOSTLY = 0.3  # the most share of what nobody would call so, with all that passes for it
_CONTAINED = 0.06  # the least share of a vivid colour that one sees at once
_NOT_CONTAINED = 0.01  # the most share of what passes for a colour that one does not see
_GREYISH = 0.995  # the least share of grey points in a picture that is black and white
_COLOURFUL = 0.25  # the least share of coloured points in one that is in colour
_OBLONG = 1.1  # how many times as long the one side must be

_ASKED = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "black")
_VIVID = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
# How much of the picture a plain background must be, by colour: a dark edge is often only an edge.
_GROUNDS = {"white": 0.2, "black": 0.7} | dict.fromkeys(_VIVID, 0.4)
_MOST_GROUND = 0.9

_palettes = Recent[Palette](20_000)


def palette_of(pixels: bytes) -> Palette:
    """A picture's palette, worked out once."""
    return _palettes.of(content_id(pixels), lambda: palette(pixels))


def colour_facts(seen: Palette) -> Facts:
    """The colours that can be asked for.

    Example: ``colour_facts(palette_of(png))`` → ``{"pixels: main colour": ("red",)}``
    """
    facts: Facts = {}
    if main := [colour for colour in _ASKED if _is_mainly(seen, colour)]:
        facts[MAIN] = (main[0],)
    if seen.ground and _is_ground(seen):
        facts[GROUND] = (seen.ground,)
    if contained := [c for c in _VIVID if seen.vivid.get(c, 0.0) >= _CONTAINED]:
        facts[CONTAINED] = tuple(contained)
    if (coloured := _coloured(seen)) is not None:
        facts[COLOURING] = ("colour" if coloured else PLAIN,)
    if (wide := _wide(seen)) is not None:
        facts[SHAPE] = ("wide" if wide else "tall",)
    return facts


def colour_decided(seen: Palette, property: str, value: str) -> bool | None:
    """Whether a picture has a colour; None where one could say either."""
    match property:
        case _ if property == MAIN:
            if _is_mainly(seen, value):
                return True
            return False if _passes_for(seen, value) <= _NOT_MOSTLY else None
        case _ if property == GROUND:
            if seen.ground == value and _is_ground(seen):
                return True
            return False if seen.ground and seen.ground != value and _is_ground(seen) else None
        case _ if property == CONTAINED:
            if seen.vivid.get(value, 0.0) >= _CONTAINED:
                return True
            return False if _passes_for(seen, value) <= _NOT_CONTAINED else None
        case _ if property == COLOURING:
            coloured = _coloured(seen)
            return None if coloured is None else coloured == (value != PLAIN)
        case _:
            wide = _wide(seen)
            return None if wide is None else wide == (value == "wide")


def _is_mainly(seen: Palette, colour: str) -> bool:
    share = seen.shares.get(colour, 0.0)
    next_share = max((seen.shares[name] for name in seen.shares if name != colour), default=0.0)
    arguable = max((seen.passing[name] for name in seen.passing if name != colour), default=0.0)
    most = _ARGUABLE_BLACK if colour == "black" else _ARGUABLE
    return share >= max(_MOSTLY, _LEAD * next_share) and arguable <= most * share


def _passes_for(seen: Palette, colour: str) -> float:
    return seen.passing.get(colour, 0.0)


def _is_ground(seen: Palette) -> bool:
    return _GROUNDS.get(seen.ground, 1.0) <= seen.ground_share <= _MOST_GROUND


def _coloured(seen: Palette) -> bool | None:
    """Whether a picture is coloured at all; None for tinted and nearly grey ones."""
    if seen.strong >= _COLOURFUL:
        return True
    return False if seen.grey >= _GREYISH and seen.contrast >= 15 else None


def _wide(seen: Palette) -> bool | None:
    ratio = seen.width / seen.height
    return ratio > 1 if not 1 / _OBLONG < ratio < _OBLONG else None
