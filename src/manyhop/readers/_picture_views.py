"""Pictures as they come: some without pixels, some that cannot be opened, most looked at again."""

import logging
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models import ImageEncoder, picture_features
from manyhop.models.embedded._recent import Recent
from manyhop.sources import Image, content_id

REMEMBERED = 20_000  # vectors of pictures
SMALLEST = 8  # pixels on a side; less shows nothing

logger = logging.getLogger("manyhop")


def pixels_of(image: Image) -> bytes | None:
    """The encoded picture; None where there are no pixels or nothing can be seen in them."""
    try:
        pixels = image.pixels()
        features = picture_features(pixels)
    except (ManyhopError, OSError) as error:
        if image.path or image.data:
            logger.warning("image %s: %s", image.id, error)
        return None
    return pixels if min(features.width, features.height) >= SMALLEST else None


class PictureViews:
    """How like pictures are to texts; each picture is encoded once.

    Example: ``PictureViews(models.image_encoder).likeness(["two red towers"], pictures)``
    """

    def __init__(self, encoder: ImageEncoder) -> None:
        self._encoder = encoder
        self._known = Recent[NDArray[np.float32]](REMEMBERED)

    def likeness(self, texts: Sequence[str], pictures: Sequence[bytes]) -> NDArray[np.float32]:
        """A row for each text, a column for each picture."""
        vectors = self._known.of_all(
            [content_id(picture) for picture in pictures],
            lambda places: list(self._encoder.encode([pictures[place] for place in places])),
        )
        if not vectors:
            return np.zeros((len(texts), 0), np.float32)
        found = self._encoder.texts.encode(texts) @ np.stack(vectors).T
        return np.asarray(found, np.float32)
