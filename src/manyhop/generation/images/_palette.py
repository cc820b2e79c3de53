"""The colours of a picture, as surely as pixels tell them."""

import io
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.embedded._image_colours import COLOURS
from manyhop.models.embedded._pixels import _SHADES, _lab

_SIDE = 64
_RING = 3  # points, on each side: where a background shows
_SAME = 0.97  # of the ring's points have one colour's name: a plain background
_EVEN = 9.0  # the most that a plain background's shade may vary, in CIE L*a*b*
_DRAWN = 0.12  # the least of the picture that stands out from a white background
_GREY = 6.0  # chroma below which a point has no colour
_STRONG = 18.0  # chroma above which everyone sees a colour


class Palette(msgspec.Struct, frozen=True):
    """How a picture is coloured.

    ``shares`` are those of the colour names in what stands out, where the background is plain
    white or clear, else in the whole picture. ``ground`` is the colour of a plain background, or
    "". ``grey`` and ``strong`` are the shares of points without colour, and with much of it;
    ``contrast`` is how far the points' lightness varies (0..100). ``clear`` says that one can see
    through some of it.
    """

    width: int
    height: int
    shares: dict[str, float]
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
    names = _names(lab)
    ring = np.ones((_SIDE, _SIDE), bool)
    ring[_RING:-_RING, _RING:-_RING] = False
    ground = _ground(names, lab, ring, visible)
    white = ground == "white" or not visible[ring].any()
    standing_out = visible & (names != "white") if white else visible
    chroma = np.hypot(lab[..., 1], lab[..., 2])[visible]
    return Palette(
        width=width,
        height=height,
        shares=_shares(names[standing_out]) if standing_out.mean() >= _DRAWN else {},
        ground=ground,
        ground_share=float((names == ground).mean()) if ground else 0.0,
        grey=float((chroma < _GREY).mean()) if chroma.size else 0.0,
        strong=float((chroma > _STRONG).mean()) if chroma.size else 0.0,
        contrast=float(lab[..., 0][visible].std()) if chroma.size else 0.0,
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


@cache
def _shades() -> tuple[NDArray[Any], NDArray[Any]]:
    owners = [name for name, kinds in _SHADES.items() for _ in kinds]
    shades = [
        [int(shade[place : place + 2], 16) for place in (1, 3, 5)]
        for kinds in _SHADES.values()
        for shade in kinds
    ]
    return np.array(owners), _lab(np.array(shades, dtype=float))


def _names(lab: NDArray[Any]) -> NDArray[Any]:
    owners, shades = _shades()
    apart = lab.reshape(-1, 1, 3) - shades[None]
    named = owners[(apart**2).sum(axis=2).argmin(axis=1)]
    return np.asarray(named).reshape(lab.shape[:2])


def _ground(
    names: NDArray[Any], lab: NDArray[Any], ring: NDArray[Any], visible: NDArray[Any]
) -> str:
    if not visible[ring].all():
        return ""
    found = names[ring]
    commonest = max(COLOURS, key=lambda name: int((found == name).sum()))
    plain = (found == commonest).mean() >= _SAME and lab[ring].std(axis=0).max() <= _EVEN
    return commonest if plain else ""


def _shares(names: NDArray[Any]) -> dict[str, float]:
    return {name: float((names == name).mean()) for name in COLOURS if (names == name).any()}
