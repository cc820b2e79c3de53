"""A picture and the words that go with it."""

from typing import ClassVar

from manyhop.errors import ManyhopError
from manyhop.sources._picture_bytes import picture_bytes
from manyhop.sources._place import Place, Region
from manyhop.sources._source import Kind, Source, content_id


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
