"""All that is known of what a picture shows, by the names of properties.

A property's name says what it rests on. What people attached has the name they gave it, or
``question: …``; ``caption: …`` was read in the caption, ``writing: …`` in the picture, and
``pixels: …`` and ``tags: …`` were seen in it.
"""

import logging
import re

from manyhop.english import word_set
from manyhop.errors import ManyhopError
from manyhop.generation.images._attached import Facts, attached_facts
from manyhop.generation.images._colours import colour_decided, colour_facts, palette_of
from manyhop.generation.images._tags import TAGGED, tag_decided, tag_facts, tags_of
from manyhop.generation.images._writing import (
    WRITING,
    Writing,
    writing,
    writing_decided,
    writing_facts,
)
from manyhop.models import COLOURS
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


# What a caption says is to be seen: colours, counts, things shown with it, things worn.

CAPTION = "caption: "
WORN = f"{CAPTION}worn"

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_SHADES = "|".join((*COLOURS, "gray"))
_NOUN = r"[a-z]+(?:-[a-z]+)?"
# Where a noun phrase ends: at the end, at a stop, or before a word that is no noun.
_END = (
    r"(?=$|[.,;:!?)]| (?:in|on|at|of|with|by|from|near|behind|beside|over|under|above|below|"
    r"between|against|across|through|along|around|beyond|inside|outside|and|or|is|are|was|were|"
    r"stands?|sits?|that|which|who|to|for|while|during|after|before|next|parked|passing|crossing|"
    r"standing|sitting|wearing|holding|riding|flying|moored|seen|viewed|painted)\b)"
)
_COLOURED = re.compile(rf"\b(a|an|its|his|her|the) ({_SHADES}) ({_NOUN}(?: {_NOUN})?){_END}")
_SEVERAL = re.compile(rf"(?:^|\b)({'|'.join(NUMBERS)}) ((?:{_NOUN} )?{_NOUN}s){_END}")
_WITH = re.compile(rf"\bwith (an?) ((?:{_NOUN} )?{_NOUN}){_END}")
_WEARING = re.compile(rf"\bwearing (an?) ((?:{_NOUN} )?{_NOUN}){_END}")
_MODIFIED = re.compile(rf"^(?:{_SHADES}|{'|'.join(NUMBERS)}) ")

# Nouns that name no thing one sees, and counts of which are no counts of things.
_UNSEEN = word_set(
    "view lot few part number capacity length height total name population history series years "
    "months weeks days hours minutes seconds times miles metres meters feet kilometres kilometers "
    "ways kinds types sorts parts stages seasons games goals points others ones people's degrees "
    "floor team band party light sea room edition version copy friend colleague fan"
)


def caption_facts(caption: str) -> Facts:
    """What a caption says of what its picture shows.

    A thing of which the caption says two different things is left out.

    Example: ``caption_facts("Two dogs beside a red bus")`` →
    ``{"caption: number of dogs": ("2",), "caption: colour of the bus": ("red",)}``
    """
    plain = " ".join(caption.split())
    text = plain[:1].lower() + plain[1:]
    said: dict[str, list[str]] = {}
    for found in _COLOURED.finditer(text):
        if _seen(found[3]):
            colour = "grey" if found[2] == "gray" else found[2]
            said.setdefault(f"{CAPTION}colour of the {found[3]}", []).append(colour)
    for found in _SEVERAL.finditer(text):
        noun = re.sub(rf"^(?:{_SHADES}) ", "", found[2])
        if _seen(noun):
            count = str(NUMBERS.index(found[1]) + 2)
            said.setdefault(f"{CAPTION}number of {noun}", []).append(count)
    for found in _WITH.finditer(text):
        if _seen(found[2]) and not _MODIFIED.match(found[2]):
            said.setdefault(CAPTION + found[2], []).append("yes")
    for found in _WEARING.finditer(text):
        if _seen(found[2]):
            said.setdefault(WORN, []).append(_MODIFIED.sub("", found[2]))
    return {name: (values[0],) for name, values in said.items() if len(set(values)) == 1}


def _seen(noun: str) -> bool:
    return not any(word in _UNSEEN for word in noun.split())
