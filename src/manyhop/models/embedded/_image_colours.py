"""Which colours stand where in a picture: a share for each colour name in each of 7 × 7 squares."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._image_backbone import decoded
from manyhop.models.embedded._pixels import SHADES, to_lab

COLOURS = tuple(SHADES)
SQUARES = 7  # a side, like the grid of the networks

_POINTS = 8  # a side of each square
_BITS = 3  # of each of a point's three bytes, the last ones do not count


def colour_grid(picture: bytes) -> NDArray[np.float32]:
    """The colours' shares in each square, from left to right and from top to bottom.

    Example: ``COLOURS[colour_grid(png)[0].argmax()]`` is the colour of the upper left corner.
    """
    points = decoded(picture, SQUARES * _POINTS).reshape(SQUARES, _POINTS, SQUARES, _POINTS, 3)
    red, green, blue = (points.swapaxes(1, 2).reshape(-1, 3) >> _BITS).T
    nearest = _nearest()[red, green, blue].reshape(SQUARES * SQUARES, -1, 1)
    return np.asarray((nearest == np.arange(len(COLOURS))).mean(axis=1), np.float32)


@cache
def _nearest() -> NDArray[np.intp]:
    """The number of the colour's name by the leading bits of red, green and blue."""
    steps = np.arange(0, 256, 1 << _BITS) + (1 << _BITS - 1)
    rows = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
    shades = [
        [int(shade[place : place + 2], 16) for place in (1, 3, 5)]
        for kinds in SHADES.values()
        for shade in kinds
    ]
    owners = [colour for colour, kinds in enumerate(SHADES.values()) for _ in kinds]
    apart = (
        to_lab(rows.astype(float))[:, None, :] - to_lab(np.array(shades, dtype=float))[None, :, :]
    )
    nearest: NDArray[np.intp] = np.array(owners)[(apart**2).sum(axis=2).argmin(axis=1)]
    return nearest.reshape(len(steps), len(steps), len(steps))
