"""A picture and the words that go with it."""

import os
import stat
from typing import ClassVar

from manyhop.errors import ManyhopError
from manyhop.sources._source import Kind, Place, Region, Source, content_id


class Image(Source, frozen=True, kw_only=True, tag="image"):
    """Pixels by path or as bytes (or, where a data set has none, not at all), and a caption.

    ``text`` is what stands written in the picture, where it has been read. ``content`` is the
    ``content_id`` of its pixels when it was indexed: a file that holds others by now, or that
    somebody else's record names, is not that picture.
    Example: ``Image(path="humber.png", caption="The bridge from the south bank")``
    """

    kind: ClassVar[Kind] = "image"

    path: str = ""
    data: bytes = b""
    caption: str = ""
    text: str = ""
    content: str = ""

    @property
    def passage(self) -> str:
        """The caption and the text in the picture."""
        return "\n".join(filter(None, (self.caption, self.text)))

    def quote(self, place: Place) -> str:
        """A picture is quoted by its caption, or else its title."""
        if isinstance(place, Region):
            return self.caption or self.title
        raise self.no_such(place)

    def pixels(self) -> bytes:
        """The encoded picture, from memory or from its path."""
        if self.data:
            return self.data
        if not self.path:
            raise ManyhopError(f"image {self.id} has no pixels; index the picture's file as well")
        found = picture_bytes(self.path)
        if self.content and content_id(found) != self.content:
            raise ManyhopError(f"{self.path!r} is not the picture that was indexed; index it again")
        return found


# The bytes of a picture's file, and of nothing else that its path may lead to.

LARGEST_PICTURE = 1 << 28  # bytes
MOST_PIXELS = 100_000_000  # to be decoded; a few thousand bytes can claim more

BEGINNING = 12  # bytes that tell a picture

_BEGINNINGS = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"II*\0", b"MM\0*")


def picture_bytes(path: str | os.PathLike[str], *, most: int = LARGEST_PICTURE) -> bytes:
    """The content (or the ``most`` of it that is wanted) of a regular file that begins like a
    picture; a ``ManyhopError`` otherwise.

    A path may come from anyone's record, and lead to a pipe, an endless device or somebody's keys.
    Example: ``picture_bytes("photos/humber.png")``
    """
    name = repr(os.fspath(path))
    try:
        data = _content(path, most)
    except ValueError as error:
        raise ManyhopError(f"{name} is no path ({error}); mend it where it is named") from error
    if not begins_like_picture(data):
        raise ManyhopError(f"{name} is no picture; name a PNG, JPEG, WebP or GIF file")
    return data


def begins_like_picture(data: bytes) -> bool:
    """Whether the first bytes are those of a picture in a format that is read."""
    return data.startswith(_BEGINNINGS) and (data[:4] != b"RIFF" or data[8:12] == b"WEBP")


def _content(path: str | os.PathLike[str], most: int) -> bytes:
    without_waiting = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, without_waiting), "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise ManyhopError(f"{os.fspath(path)!r} is not a regular file; name a picture")
        if state.st_size > LARGEST_PICTURE:
            raise ManyhopError(
                f"{os.fspath(path)!r} has over {LARGEST_PICTURE >> 20} MB; make it smaller"
            )
        return file.read(most)
