"""What was seen in a picture, by the picture's content: in memory and in the cache folder."""

import logging
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from manyhop.models.embedded._cache_folder import cache_folder
from manyhop.models.embedded._recent import Recent
from manyhop.sources import content_id

T = TypeVar("T")

_KEPT = 20_000  # pictures
_FOLDER = "pictures-1"  # counts up when what is seen changes

logger = logging.getLogger("manyhop")


class Remembered(Generic[T]):
    """Looks at each picture once, even over several runs.

    Example: ``Remembered("writing", str, read_text_in_image).of(png)`` → ``"HUMBER BRIDGE"``
    """

    def __init__(self, name: str, kind: type[T], look: Callable[[bytes], T]) -> None:
        self._name = name
        self._look = look
        self._decoder = msgspec.json.Decoder(kind)
        self._recent = Recent[T](_KEPT)

    def of(self, pixels: bytes) -> T:
        """What is seen in an encoded picture."""
        key = content_id(pixels)
        return self._recent.of(key, lambda: self._kept(key, pixels))

    def _kept(self, key: str, pixels: bytes) -> T:
        path = cache_folder() / _FOLDER / self._name / key[:2] / f"{key}.json"
        try:
            return self._decoder.decode(path.read_bytes())
        except (OSError, msgspec.DecodeError):
            seen = self._look(pixels)
        _keep(path, msgspec.json.encode(seen))
        return seen


def _keep(path: Path, content: bytes) -> None:
    """Write it whole; where the folder cannot be written, the next run looks again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=".part-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(part).replace(path)
    except OSError as error:
        logger.debug("%s was not kept: %s", path, error)
