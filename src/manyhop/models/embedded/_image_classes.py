"""The thousand things that the networks learnt to tell apart, and the kinds they belong to."""

from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._weights import FOLDER, read_arrays

FILE = "image_classes.npz"
LAST_LAYERS = (slice(0, 1280), slice(1984, 3264))  # of the features: one for each network


class PictureClasses:
    """Which of ImageNet's classes a picture shows, and what WordNet calls each of them.

    Example: ``shared_classes().of_kind("bird")`` marks each class that is a bird.
    """

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self._scores = np.asarray(arrays["scores"] * arrays["scores.scales"][:, None], np.float32)
        self._offset = arrays["offset"]
        texts = arrays["texts"].astype(np.float32)
        self.texts = texts / np.linalg.norm(texts, axis=1, keepdims=True)
        lines = arrays["names"].tobytes().decode().split("\n")
        halves = [line.partition("; ") for line in lines]
        self.names = [own.split(", ") for own, _, _ in halves]
        self.kinds = [above.split(", ") for _, _, above in halves]
        self._called = _members(self.names)
        self._of_kind = _members(self.kinds)

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped classes, or those in ``folder``."""
        return cls(read_arrays(FILE, folder))

    def chances(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """The chance of each class, from what the networks see: pictures × classes."""
        last = np.hstack([features[:, layer] for layer in LAST_LAYERS])
        scores = last @ self._scores + self._offset
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)

    def called(self, name: str) -> NDArray[np.float32]:
        """One for each class that bears a name, nothing for the others."""
        return self._marks(self._called.get(name, []))

    def of_kind(self, name: str) -> NDArray[np.float32]:
        """One for each class that is of the kind with a name: every bird for "bird"."""
        return self._marks(self._of_kind.get(name, []))

    def _marks(self, numbers: list[int]) -> NDArray[np.float32]:
        marks = np.zeros(len(self.names), np.float32)
        marks[numbers] = 1
        return marks


def _members(names: list[list[str]]) -> dict[str, list[int]]:
    members: dict[str, list[int]] = {}
    for number, some in enumerate(names):
        for name in some:
            members.setdefault(name, []).append(number)
    return members


@cache
def shared_classes() -> PictureClasses:
    """The shipped classes, opened once."""
    return PictureClasses.load()
