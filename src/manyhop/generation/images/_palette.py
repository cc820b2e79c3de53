"""The colours of a picture, as surely as pixels tell them."""

import io
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.embedded._pixels import _SHADES, _lab
from manyhop.models.embedded._sights import COLOURS

_SIDE = 64
_WHITE = COLOURS.index("white")
_RING = 3  # points, on each side: where a background shows
_SAME = 0.97  # of the ring's points have one colour's name: a plain background
_EVEN = 9.0  # the most that a plain background's shade may vary, in CIE L*a*b*
_DRAWN = 0.12  # the least of the picture that stands out from a white background
_GREY = 6.0  # chroma below which a point has no colour
_STRONG = 18.0  # chroma above which everyone sees that there is a colour
_VIVID = 35.0  # chroma above which everyone sees which one
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
    lab = _lab(points[..., :3].reshape(-1, 3)).reshape(_SIDE, _SIDE, 3)
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
        vivid=_shares((named & (chroma > _VIVID)[..., None])[visible]),
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
        _lab(np.array([list(bytes.fromhex(shade[1:])) for shade in kinds], dtype=float))
        for kinds in _SHADES.values()
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
