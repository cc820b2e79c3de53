"""Questions about the picture of one thing."""

import random
import re
from collections.abc import Iterator

from manyhop.generation._query import Shown
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing
from manyhop.generation.images._attached import ASKED, Facts
from manyhop.generation.images._attached_wording import with_hole
from manyhop.generation.images._wording import Asked, asked
from manyhop.programs import Value
from manyhop.sources import Image, Region


def questions_about(
    thing: Thing, image: Image, facts: Facts, picture: str, chance: random.Random
) -> Iterator[Single]:
    """A question for each thing that is known of a picture and not told by the thing's name.

    Example: "What is the main colour of the poster for [answer]?" → red
    """
    for property, values in facts.items():
        if any(in_name(value, thing.name) for value in values):
            continue
        said = ""
        if property.startswith(ASKED):
            if property.removeprefix(ASKED) in image.meta.get("listed", ()):
                continue
            names = (thing.name, image.title)
            question, said = with_hole(property.removeprefix(ASKED), names, picture)
            words: Asked | None = Asked(question, "", "")
        else:
            words = asked(property, values[0], picture, chance)
        if words is not None:
            yield _single(thing, image, property, values, words, said)


def in_name(value: str, name: str) -> bool:
    """Whether a value is a word of a name, so that nobody needs the picture to tell it.

    Example: ``in_name("red", "The Red Shoes")``
    """
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", name, re.IGNORECASE) is not None


def _single(
    thing: Thing, image: Image, property: str, values: tuple[str, ...], words: Asked, said: str
) -> Single:
    return Single(
        leaf="ImageQ",
        question=words.question,
        phrase=words.phrase,
        noun=words.noun,
        pseudo=words.question[:1].lower() + words.question[1:].rstrip("?"),
        subject=thing.name,
        subject_said=said,
        subject_entity=thing.key,
        query=Shown(image.id, property),
        values=tuple(Value(text, citations=(image.cite(Region()),)) for text in values),
        entities=("",) * len(values),
    )
