"""Looking at a picture of unknown making in a worker, which may be lost without harm."""

from collections.abc import Iterator

import msgspec

from manyhop.confined import GaveUp, Limits, confined
from manyhop.errors import ManyhopError
from manyhop.models.embedded._ocr import read_text_in_image
from manyhop.models.embedded._pixels import PictureFeatures, picture_features

_LOOKING = Limits(seconds=10, megabytes=640)
_READING = Limits(seconds=120, megabytes=3_000)


def examine_picture(pixels: bytes) -> PictureFeatures:
    """The features of an encoded picture; a ``ManyhopError`` where it does not decode.

    Example: ``examine_picture(png).width``
    """
    return msgspec.json.decode(_asked("features", pixels, _LOOKING), type=PictureFeatures)


def examine_text(pixels: bytes) -> str:
    """The text in an encoded picture, as ``read_text_in_image`` gives it."""
    return _asked("text", pixels, _READING).decode()


def features(pixels: bytes) -> Iterator[bytes]:
    """In the worker: the features as JSON."""
    yield msgspec.json.encode(picture_features(pixels))


def text(pixels: bytes) -> Iterator[bytes]:
    """In the worker: the text."""
    yield read_text_in_image(pixels).encode()


def _asked(name: str, pixels: bytes, limits: Limits) -> bytes:
    try:
        return b"".join(confined(f"{__name__}:{name}", pixels, limits=limits))
    except GaveUp as error:
        raise ManyhopError(f"the picture {error}; make it smaller or leave it out") from error
