"""Which colours stand where in a picture: a share for each colour name in each of 7 × 7 squares."""

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._image_backbone import decoded
from manyhop.models.embedded._pixels import _SHADES, _lab

COLOURS = tuple(_SHADES)
SQUARES = 7  # a side, like the grid of the networks

_POINTS = 8  # a side of each square


def colour_grid(picture: bytes) -> NDArray[np.float32]:
    """The colours' shares in each square, from left to right and from top to bottom.

    Example: ``COLOURS[colour_grid(png)[0].argmax()]`` is the colour of the upper left corner.
    """
    points = decoded(picture, SQUARES * _POINTS).reshape(SQUARES, _POINTS, SQUARES, _POINTS, 3)
    rows = points.swapaxes(1, 2).reshape(-1, 3).astype(float)
    shades = [
        [int(shade[place : place + 2], 16) for place in (1, 3, 5)]
        for kinds in _SHADES.values()
        for shade in kinds
    ]
    owners = [colour for colour, kinds in enumerate(_SHADES.values()) for _ in kinds]
    apart = _lab(rows)[:, None, :] - _lab(np.array(shades, dtype=float))[None, :, :]
    nearest = np.array(owners)[(apart**2).sum(axis=2).argmin(axis=1)]
    named = nearest.reshape(SQUARES * SQUARES, -1, 1) == np.arange(len(COLOURS))
    return np.asarray(named.mean(axis=1), np.float32)
