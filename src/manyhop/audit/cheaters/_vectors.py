"""Vectors of many texts, each looked up once."""

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from manyhop.models import StaticEncoder

Floats = NDArray[np.float32]


class Vectors:
    """The vectors of some texts: ``Vectors(["Bake", "Serve"]).of(["Serve"])``."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        self._vectors = shared_encoder().encode(list(self._rows))

    def of(self, texts: Iterable[str]) -> Floats:
        """One row for each text."""
        return self._vectors[[self._rows[text] for text in texts]]


@cache
def shared_encoder() -> StaticEncoder:
    """The shipped encoder, loaded once."""
    return StaticEncoder.load()
