"""Pictures in the spaces of the text encoders, so that a text finds the picture it describes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import TextEncoder
from manyhop.models.embedded._image_backbone import ImageBackbone, shared_backbone
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._static import StaticEncoder
from manyhop.models.embedded._weights import FOLDER, read_arrays

Space = Literal["sentence", "static"]

FILE = "image_projections.npz"


class PictureEncoder:
    """Turns pictures into unit vectors that lie near those of the captions they would be given.

    Example::

        encoder = PictureEncoder.load()
        texts = encoder.texts.encode(["a dog in the snow"])
        (texts @ encoder.encode(pictures).T).argmax()  # the picture that fits best
    """

    def __init__(
        self, space: Space, backbone: ImageBackbone, projection: "Projection", texts: TextEncoder
    ) -> None:
        self.name = f"manyhop-picture-{space}-{texts.dimension}-v1"
        self.texts = texts
        self._backbone = backbone
        self._projection = projection

    @classmethod
    def load(cls, space: Space = "sentence", texts: TextEncoder | None = None) -> Self:
        """The shipped encoder, for the space of sentence vectors or that of static vectors.

        A collection whose sources carry static vectors is searched by pixels in ``"static"``;
        ``"sentence"`` finds better. Give ``texts`` where that encoder is loaded already.
        """
        if texts is None:
            texts = SentenceEncoder.load() if space == "sentence" else StaticEncoder.load()
        return cls(space, shared_backbone(), Projection.load(space), texts)

    def encode(self, pictures: Sequence[bytes]) -> NDArray[np.float32]:
        """One unit row per encoded picture (PNG, JPEG, WebP, …)."""
        if not pictures:
            return np.empty((0, self.texts.dimension), np.float32)
        return self._projection(self._backbone.features(pictures))


class Projection:
    """From what the networks see into a space of texts: a few small networks, averaged."""

    def __init__(
        self,
        directions: NDArray[np.float32],
        offset: NDArray[np.float32],
        networks: Sequence[tuple[NDArray[np.float32], ...]],
    ) -> None:
        self.directions = directions
        self.offset = offset
        self.networks = networks

    @classmethod
    def load(cls, space: Space, folder: Path = FOLDER) -> Self:
        """The shipped weights, which are kept in a byte per number and a scale per row."""
        arrays = read_arrays(FILE, folder)

        def matrix(name: str) -> NDArray[np.float32]:
            return np.asarray(arrays[name] * arrays[f"{name}.scales"][..., None], np.float32)

        first, second = f"{space}_first", f"{space}_second"
        networks = zip(
            matrix(first),
            arrays[f"{first}_offset"],
            matrix(second),
            arrays[f"{second}_offset"],
            strict=True,
        )
        return cls(matrix("directions"), arrays["offset"], list(networks))

    def strongest(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """The features along the few directions in which pictures differ most."""
        return np.asarray(features @ self.directions + self.offset, np.float32)

    def __call__(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """One unit vector per row of features."""
        seen = self.strongest(features)
        total = sum(_unit(_through(seen, *network)) for network in self.networks)
        return _unit(np.asarray(total, np.float32))


def _through(
    seen: NDArray[np.float32],
    first: NDArray[np.float32],
    first_offset: NDArray[np.float32],
    second: NDArray[np.float32],
    second_offset: NDArray[np.float32],
) -> NDArray[np.float32]:
    hidden = np.maximum(seen @ first + first_offset, 0)
    return np.asarray(hidden @ second + second_offset, np.float32)


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), np.float32)
