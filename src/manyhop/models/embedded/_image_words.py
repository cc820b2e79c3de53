"""Which of many words fit a picture: the words that questions about it are answered with."""

from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._image_shown import PictureJudge, shared_judge
from manyhop.models.embedded._weights import FOLDER, read_arrays

FILE = "image_words.npz"


class PictureWords:
    """Log odds of every word for a picture, and which kinds of thing each word names.

    Example: ``words.odds(glance)[words.of_kind("animal")]``
    """

    def __init__(self, arrays: dict[str, NDArray[Any]], judge: PictureJudge) -> None:
        lines = arrays["words"].tobytes().decode().split("\n")
        halves = [line.partition("; ") for line in lines]
        self.words = [word for word, _, _ in halves]
        self.kinds = [frozenset(above.split(", ")) for _, _, above in halves]
        vectors = arrays["vectors"].astype(np.float32)
        self.vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        self._judge = judge

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped words, or those in ``folder``."""
        return cls(read_arrays(FILE, folder), shared_judge())

    def odds(self, glance: NDArray[Any]) -> NDArray[np.float32]:
        """How likely the picture is to show what each word names, as log odds."""
        return self._judge.word_odds(self.words, self.vectors, glance)

    def of_kind(self, kind: str) -> NDArray[np.intp]:
        """The numbers of the words that name a kind of thing: every animal for "animal"."""
        return np.flatnonzero([kind in above for above in self.kinds])


@cache
def shared_words() -> PictureWords:
    """The shipped words, opened once."""
    return PictureWords.load()
