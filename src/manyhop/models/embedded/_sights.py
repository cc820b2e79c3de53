"""What the networks see in a picture, small enough to be kept: no question waits for them."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.embedded._image_answers import AnswerNetwork
from manyhop.models.embedded._image_backbone import ImageBackbone, decoded, shared_backbone
from manyhop.models.embedded._image_colours import colour_grid
from manyhop.models.embedded._image_encoder import Projection
from manyhop.models.embedded._image_tags import shared_tagger
from manyhop.models.embedded._weights import FOLDER, read_arrays

# The thousand things that the networks learnt to tell apart, and the kinds they belong to.

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


NAME = "manyhop-sight-v1"
"""Weights and layout: what was kept under another name is made anew."""

CLASSES_KEPT = 16  # of the thousand; the others are next to nothing
GLANCE = np.dtype(
    [
        ("vector", np.int8, 384),
        ("classes", np.uint16, CLASSES_KEPT),
        ("chances", np.float16, CLASSES_KEPT),
        ("usual", np.float16),
        ("spread", np.float16),
        ("vividness", np.float16),
    ]
)
"""What finding needs of a picture: its vector among sentences, its likeliest classes, how like it
is to plain names on average and how far that varies, and how far its colours are from grey."""

_SMALL = 32  # pixels on a side, enough for vividness


class Sight(msgspec.Struct, frozen=True):
    """A picture as kept: a ``glance`` to find it by, and what answering looks at."""

    glance: bytes
    seen: bytes
    cells: bytes
    scales: bytes
    colours: bytes

    def to_bytes(self) -> bytes:
        """For keeping; ``Sight.from_bytes`` makes it again."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def from_bytes(cls, kept: bytes) -> Self:
        """A sight that was kept."""
        return msgspec.msgpack.decode(kept, type=cls)

    @property
    def strongest(self) -> NDArray[np.float32]:
        """The picture's features along the directions in which pictures differ most."""
        return np.frombuffer(self.seen, np.float16).astype(np.float32)

    @property
    def squares(self) -> NDArray[np.float32]:
        """What is seen in each of 7 × 7 squares."""
        scales = np.frombuffer(self.scales, np.float32)[:, None]
        cells = np.frombuffer(self.cells, np.int8).reshape(len(scales), -1)
        return np.asarray(cells * scales, np.float32)

    @property
    def colour_shares(self) -> NDArray[np.float32]:
        """The share of each colour's name in each square."""
        shares = np.frombuffer(self.colours, np.uint8).astype(np.float32) / 255
        return np.asarray(shares.reshape(len(self.scales) // 4, -1), np.float32)


def glances(kept: Sequence[bytes]) -> NDArray[Any]:
    """Glances as one array of records, one for each picture.

    Example: ``glances([sight.glance])["classes"][0, 0]`` is the likeliest class.
    """
    return np.frombuffer(b"".join(kept), GLANCE)


class PictureSights:
    """Looks at pictures when they are indexed.

    Example: ``shared_sights().look([png, jpeg])[0].glance``
    """

    name = NAME

    def __init__(
        self,
        backbone: ImageBackbone,
        projection: Projection,
        classes: PictureClasses,
        network: AnswerNetwork,
    ) -> None:
        self._backbone = backbone
        self._projection = projection
        self._classes = classes
        self._network = network

    def look(self, pictures: Sequence[bytes]) -> list[Sight | None]:
        """The sight of each picture; None where it does not decode."""
        try:
            return self._sights(pictures)
        except ManyhopError:
            if len(pictures) == 1:
                return [None]
            return [self.look([picture])[0] for picture in pictures]

    def _sights(self, pictures: Sequence[bytes]) -> list[Sight | None]:
        if not pictures:
            return []
        looks = list(self._backbone.looks(pictures))
        features = np.stack([look.features for look in looks])
        vectors, chances = self._projection(features), self._classes.chances(features)
        seen = self._projection.strongest(features).astype(np.float16)
        cells = self._network.cells(np.stack([look.grid for look in looks]))
        scales = (np.abs(cells).max(axis=2) / 127 + 1e-9).astype(np.float32)
        rounded = np.rint(cells / scales[..., None]).astype(np.int8)
        sights: list[Sight | None] = []
        for place, picture in enumerate(pictures):
            sight = Sight(
                glance_of(vectors[place], chances[place], _vividness(picture)),
                seen[place].tobytes(),
                rounded[place].tobytes(),
                scales[place].tobytes(),
                np.rint(colour_grid(picture) * 255).astype(np.uint8).tobytes(),
            )
            sights.append(sight)
        return sights


def glance_of(vector: NDArray[np.float32], chances: NDArray[np.float32], vividness: float) -> bytes:
    """A glance from a vector, the chances of all classes and how coloured the picture is."""
    glance = np.zeros(1, GLANCE)
    glance["vector"] = np.rint(vector * 127 / np.abs(vector).max())
    best = np.argsort(-chances)[:CLASSES_KEPT]
    glance["classes"], glance["chances"] = best, chances[best]
    likeness = shared_tagger().texts @ vector
    glance["usual"], glance["spread"] = likeness.mean(), likeness.std()
    glance["vividness"] = vividness
    return glance.tobytes()


def _vividness(picture: bytes) -> float:
    """How far red, green and blue lie apart in the more coloured parts: 0 for grey, up to 1."""
    points = decoded(picture, _SMALL).reshape(-1, 3).astype(np.float32)
    return float(np.percentile(points.max(axis=1) - points.min(axis=1), 90) / 255)


@cache
def shared_sights() -> PictureSights:
    """The shipped networks, opened once."""
    return PictureSights(
        shared_backbone(), Projection.load("sentence"), shared_classes(), AnswerNetwork.load()
    )
