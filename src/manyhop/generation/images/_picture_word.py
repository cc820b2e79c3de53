"""What to call a picture: a poster, a logo, a cover, a flag, or just a picture."""

import re
from collections.abc import Sequence
from pathlib import PurePath

from manyhop.generation.images._colours import palette_of
from manyhop.generation.images._evidence import pixels_of
from manyhop.generation.images._palette import Palette
from manyhop.sources import Image

_SAID = re.compile(r"\b(poster|logo|flag|cover|crest|badge|emblem|portrait|painting)\b")
_FOR = {
    "poster": re.compile(r"\b(?:film|movie)\b"),
    "cover": re.compile(r"\b(?:album|single|song|ep|record|book|novel|magazine|comic|game)\b"),
    "logo": re.compile(
        r"\b(?:team|club|company|airline|channel|network|broadcaster|label|manufacturer|brand"
        r"|organi[sz]ation|party|university|college|school|side|opponent|league)\b"
    ),
    "flag": re.compile(r"\b(?:country|nation)\b"),
}
_DRAWN = (".png", ".svg", ".gif")


def picture_word(noun: str, images: Sequence[Image], *, looking: bool = True) -> str:
    """The one word that fits each of some pictures of things that a noun names.

    Captions may say it. Otherwise the noun proposes it and the pictures must have the shape for
    it: upright for a poster, a plain or clear background for a logo.

    Example: ``picture_word("film", posters)`` → ``"poster"``, but ``"picture"`` if one is a still
    """
    said = {found[1] if (found := _SAID.search(i.caption.lower())) else "" for i in images}
    if len(said) == 1 and (word := said.pop()):
        return word
    for word, nouns in _FOR.items():
        if nouns.search(noun) and looking and all(_fits(word, image) for image in images):
            return word
    return "picture"


def _fits(word: str, image: Image) -> bool:
    pixels = pixels_of(image)
    if pixels is None:
        return False
    seen = palette_of(pixels)
    ratio = seen.width / seen.height
    match word:
        case "poster":
            return 0.58 <= ratio <= 0.82
        case "cover":
            return 0.65 <= ratio <= 1.15
        case "flag":
            return 1.2 <= ratio <= 2.2 and PurePath(image.path).suffix.lower() in _DRAWN
        case _:
            return _is_drawn(image, seen)


def _is_drawn(image: Image, seen: Palette) -> bool:
    plain = seen.clear or seen.ground == "white"
    return plain and (not image.path or PurePath(image.path).suffix.lower() in _DRAWN)
