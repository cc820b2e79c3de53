"""Pictures as they come: some without pixels, some that cannot be opened, most looked at again."""

import logging
from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models import Models, Recent, picture_size
from manyhop.sources import Image, content_id

REMEMBERED = 20_000  # pictures
SMALLEST = 8  # pixels on a side; less shows nothing

logger = logging.getLogger("manyhop")


class PictureViews:
    """Opens pictures and says how like they are to texts; each picture is looked at once.

    Example: ``PictureViews(models).likeness(["two red towers"], pictures)``
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._vectors = Recent[NDArray[np.float32]](REMEMBERED)
        self._shows = Recent[bool](REMEMBERED)

    def pixels(self, image: Image) -> bytes | None:
        """The encoded picture; None where there are no pixels or nothing can be seen in them."""
        try:
            pixels = image.pixels()
        except (ManyhopError, OSError) as error:
            if image.path:
                logger.warning("image %s: %s", image.id, error)
            return None
        visible = self._shows.of(content_id(pixels), partial(_visible, image.id, pixels))
        return pixels if visible else None

    def likeness(self, texts: Sequence[str], pictures: Sequence[bytes]) -> NDArray[np.float32]:
        """A row for each text, a column for each picture."""
        if not pictures:
            return np.zeros((len(texts), 0), np.float32)
        encoder = self._models.image_encoder
        vectors = self._vectors.of_all(
            [content_id(picture) for picture in pictures],
            lambda places: list(encoder.encode([pictures[place] for place in places])),
        )
        return np.asarray(encoder.texts.encode(texts) @ np.stack(vectors).T, np.float32)


def _visible(name: str, pixels: bytes) -> bool:
    try:
        return min(picture_size(pixels)) >= SMALLEST
    except ManyhopError as error:
        logger.warning("image %s: %s", name, error)
        return False
