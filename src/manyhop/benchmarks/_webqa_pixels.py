"""The pixels of WebQA's images: one long file with an index of its lines, or a folder."""

import base64
import binascii
from array import array
from pathlib import Path

from manyhop.errors import ManyhopError
from manyhop.sources import Image

_FIRST_ID = 10_000_000  # ids begin at a multiple of it; the rest is the number of the line
_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".gif")


class WebQAPixels:
    """Gives images their pixels, from ``imgs.tsv`` beside its ``imgs.lineidx``, or from a folder.

    In a folder a picture is called after its id: ``30000001.jpg``, or ``any_30000001.jpg``. An
    image that is not there stays as it is.
    Example: ``WebQAPixels(Path("imgs.tsv")).shown(image).pixels()``
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._offsets = None if path.is_dir() else _offsets(path)
        self._files = _files(path) if path.is_dir() else {}

    def shown(self, image: Image) -> Image:
        """The image with its pixels, or a path to them."""
        if self._offsets is None:
            path = self._files.get(image.id)
            return image.with_changes(path=str(path)) if path else image
        data = self._line(image.id) if image.id.isdecimal() else b""
        return image.with_changes(data=data) if data else image

    def _line(self, id: str) -> bytes:
        number = int(id) % _FIRST_ID
        if self._offsets is None or number >= len(self._offsets):
            return b""
        with self.path.open("rb") as stream:
            stream.seek(self._offsets[number])
            found, _, encoded = stream.readline().strip().partition(b"\t")
        if found != id.encode():
            raise ManyhopError(
                f"{self.path}:{number + 1} should hold image {id}; fetch imgs.lineidx again"
            )
        try:
            return base64.b64decode(encoded, validate=True)
        except binascii.Error as error:
            raise ManyhopError(f"{self.path}:{number + 1} is not base64; fetch it again") from error


def _offsets(path: Path) -> "array[int]":
    index = path.with_suffix(".lineidx")
    try:
        return array("Q", map(int, index.read_bytes().split()))
    except OSError as error:
        raise ManyhopError(f"{index} can't be read; it belongs beside {path}") from error
    except (ValueError, OverflowError) as error:
        raise ManyhopError(f"{index} must hold a byte offset on each line") from error


def _files(folder: Path) -> dict[str, Path]:
    files = (path.absolute() for path in sorted(folder.iterdir()))
    return {
        path.stem.rpartition("_")[2]: path for path in files if path.suffix.lower() in _PICTURES
    }
