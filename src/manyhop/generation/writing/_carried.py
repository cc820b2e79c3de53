"""The pictures that a written data set carries: what decodes as one, and no other file."""

from manyhop.errors import ManyhopError
from manyhop.models import examine_picture
from manyhop.sources import AnySource, Image


def carried_pixels(source: AnySource) -> bytes:
    """The encoded picture of an image; ``b""`` where there is none that decodes.

    A path may lead elsewhere than on the day it was indexed, and what is written gets published.
    Example: ``carried_pixels(Image(path="/etc/passwd"))`` → ``b""``
    """
    if not isinstance(source, Image) or not (source.data or source.path):
        return b""
    try:
        pixels = source.pixels()
        examine_picture(pixels)
    except (ManyhopError, OSError):
        return b""
    return pixels
