"""All that is known of what a picture shows, by the names of properties.

A property's name says what it rests on. What people attached has the name they gave it, or
``question: …``; ``caption: …`` was read in the caption, ``writing: …`` in the picture, and
``pixels: …`` and ``tags: …`` were seen in it.
"""

import logging

from manyhop.errors import ManyhopError
from manyhop.generation.images._attached import Facts, attached_facts
from manyhop.generation.images._captions import CAPTION, caption_facts
from manyhop.generation.images._colours import colour_decided, colour_facts, palette_of
from manyhop.generation.images._tags import TAGGED, tag_decided, tag_facts, tags_of
from manyhop.generation.images._writing import (
    WRITING,
    Writing,
    writing,
    writing_decided,
    writing_facts,
)
from manyhop.sources import Image

SEEN = "pixels: "

logger = logging.getLogger("manyhop")


def facts(image: Image, *, looking: bool = True) -> Facts:
    """Every property that has a sure value; without ``looking``, of the words that go with it.

    Example: ``facts(image)`` → ``{"statue": ("yes",), "pixels: main colour": ("blue",)}``
    """
    found = attached_facts(image) | caption_facts(image.caption)
    pixels = pixels_of(image) if looking else None
    if pixels is not None:
        found |= colour_facts(palette_of(pixels)) | tag_facts(tags_of(pixels))
    if looking or image.text:
        found |= writing_facts(writing(image, pixels), image.title)
    return found


def shown(image: Image, property: str) -> tuple[str, ...]:
    """The values that a property has in a picture; none where that cannot be told."""
    attached = attached_facts(image)
    if property in attached:
        return attached[property]
    if property.startswith(CAPTION):
        return caption_facts(image.caption).get(property, ())
    pixels = pixels_of(image)
    if property.startswith(WRITING):
        return writing_facts(writing(image, pixels), image.title).get(property, ())
    if pixels is None:
        return ()
    if property.startswith(SEEN):
        return colour_facts(palette_of(pixels)).get(property, ())
    return tag_facts(tags_of(pixels)).get(property, ()) if property.startswith(TAGGED) else ()


def decided(image: Image, property: str, value: str) -> bool | None:
    """Whether a picture shows it; None where nothing says that it does or that it does not.

    Example: ``decided(image, "colour of the bus", "red")`` is False where the bus is blue, and
    None where nothing is known of a bus.
    """
    pixels = pixels_of(image)
    if property.startswith(WRITING):
        return writing_decided(writing(image, pixels), property, value)
    if property.startswith(SEEN):
        return None if pixels is None else colour_decided(palette_of(pixels), property, value)
    if property.startswith(TAGGED):
        return None if pixels is None else tag_decided(tags_of(pixels), property, value)
    values = shown(image, property)
    return value in values if values else None


def writing_in(image: Image, *, looking: bool = True) -> Writing | None:
    """What is written in a picture; None where that is not known."""
    return writing(image, pixels_of(image) if looking else None)


def pixels_of(image: Image) -> bytes | None:
    """The encoded picture; None where it is absent or cannot be opened."""
    if not image.data and not image.path:
        return None
    try:
        pixels = image.pixels()
        palette_of(pixels)
    except (ManyhopError, OSError) as error:
        logger.warning("image %s: %s", image.id, error)
        return None
    return pixels
