"""What every text encoder offers, however it is made."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class TextEncoder(Protocol):
    """Turns texts into unit vectors whose dot product is their similarity.

    Example: ``query @ passages.T`` ranks passages once both sides went through ``encode``.
    An encoder that puts the numbers that matter most first may say in an attribute ``leading``
    (a multiple of 8) how many of them suffice for a first look over millions of vectors.
    """

    @property
    def name(self) -> str:
        """Weights and version: vectors of different names must never be compared."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers one vector has."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row per text; a text with nothing to go by gets a row of zeros."""
        ...
