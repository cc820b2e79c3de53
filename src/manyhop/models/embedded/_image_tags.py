"""What a picture shows, in plain names: those whose text lies near the picture's vector."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import ImageReading
from manyhop.models.embedded._image_backbone import ImageBackbone, shared_backbone
from manyhop.models.embedded._image_encoder import Projection
from manyhop.models.embedded._weights import FOLDER, read_arrays

FILE = "image_tags.npz"
LEAST_CHANCE = 0.1


def picture_tags(picture: bytes) -> Sequence[ImageReading]:
    """Names of what the picture shows, each with the chance that people would name it, best first.

    Example: ``picture_tags(png)[0].text`` → ``"dog"``. Where nothing is likely, the one best name.
    """
    return shared_tagger().tags(picture)


class PictureTagger:
    """Compares pictures with names: a fixed list of them for tags, any text for presence."""

    def __init__(
        self,
        backbone: ImageBackbone,
        projection: Projection,
        arrays: Mapping[str, NDArray[Any]],
    ) -> None:
        self._backbone = backbone
        self.projection = projection
        self.names = bytes(arrays["names"].astype(np.uint8)).decode().split("\n")
        self.texts = arrays["texts"] / np.linalg.norm(arrays["texts"], axis=1, keepdims=True)
        bank = arrays["bank"].astype(np.float32)
        self._bank = bank / np.linalg.norm(bank, axis=1, keepdims=True)
        self._tag_weights = arrays["tag_weights"]
        self._frequency = arrays["frequency"]
        self._presence_weights = arrays["presence_weights"]
        self._usual = usual_likeness(self.texts, self._bank)

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped names and weights, or those in ``folder``."""
        return cls(shared_backbone(), Projection.load("sentence"), read_arrays(FILE, folder))

    def vector(self, picture: bytes) -> NDArray[np.float32]:
        """The picture in the space of sentences."""
        (vector,) = self.projection(self._backbone.look(picture).features[None])
        return np.asarray(vector, np.float32)

    def tags(self, picture: bytes) -> list[ImageReading]:
        """The likely names, best first."""
        likeness = self.texts @ self.vector(picture)
        evidence = np.stack(
            [standing(likeness, self._usual), likeness, self._frequency, np.ones(len(likeness))]
        )
        chances = chance(self._tag_weights @ evidence)
        order = np.argsort(-chances)
        likely = [place for place in order if chances[place] >= LEAST_CHANCE] or order[:1]
        return [ImageReading(self.names[place], float(chances[place])) for place in likely]

    def presence(self, text: NDArray[np.float32], picture: bytes) -> float:
        """The chance that what a text names is in the picture; the text comes as its vector."""
        likeness = text[None] @ self.vector(picture)
        usual = usual_likeness(text[None], self._bank)
        evidence = np.stack([standing(likeness, usual), likeness, np.ones(1)])
        return float(chance(self._presence_weights @ evidence)[0])


@cache
def shared_tagger() -> PictureTagger:
    """The shipped tagger, opened once."""
    return PictureTagger.load()


def usual_likeness(
    texts: NDArray[np.float32], bank: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How like each text photos are on average, and how far that varies."""
    likeness = texts @ bank.T
    return likeness.mean(axis=1), likeness.std(axis=1)


def standing(
    likeness: NDArray[np.float32], usual: tuple[NDArray[np.float32], NDArray[np.float32]]
) -> NDArray[np.float32]:
    """By how many deviations a likeness exceeds what is usual for that text."""
    return np.asarray((likeness - usual[0]) / (usual[1] + 1e-6), np.float32)


def chance(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores as chances of 0..1."""
    return np.asarray(1 / (1 + np.exp(-scores)), np.float32)
