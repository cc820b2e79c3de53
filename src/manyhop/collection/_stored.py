"""Sources as a collection stores them.

A collection may have been received, so its records may name any picture of this machine. A picture
is the one that was indexed only if its pixels are: they are opened by their path, and compared with
the hash that the record has of them. Nobody can name a hash of pixels that he has not seen.
"""

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image, content_id, source_from_json


def stored_source(record: bytes) -> AnySource:
    """The source in a record; of a picture without a hash of its pixels, its id must be one.

    Example: ``stored_source(row[0]).title``
    """
    source = source_from_json(record)
    if isinstance(source, Image) and source.path and not (source.data or source.content):
        return source.with_changes(content=source.id)
    return source


def with_content(image: Image) -> Image:
    """A picture of the user's own, with the hash of its pixels, where they can be had."""
    if not image.path or image.data or image.content:
        return image
    try:
        return image.with_changes(content=content_id(image.pixels()))
    except (ManyhopError, OSError):
        return image
