"""What the networks see in a picture, small enough to be kept: no question waits for them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.embedded._image_answers import AnswerNetwork
from manyhop.models.embedded._image_backbone import ImageBackbone, decoded, shared_backbone
from manyhop.models.embedded._image_classes import PictureClasses, shared_classes
from manyhop.models.embedded._image_colours import colour_grid
from manyhop.models.embedded._image_encoder import Projection
from manyhop.models.embedded._image_tags import shared_tagger

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
