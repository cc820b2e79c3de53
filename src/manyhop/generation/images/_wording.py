"""What a picture shows, in words: as a question, as a noun phrase, and as a clause."""

import random
import re
from typing import NamedTuple

from manyhop.english import article, singular
from manyhop.generation.images._colours import COLOURING, CONTAINED, GROUND, MAIN, PLAIN, SHAPE
from manyhop.generation.images._evidence import CAPTION, NUMBERS, WORN
from manyhop.generation.images._tags import PEOPLE, TAGGED
from manyhop.generation.images._writing import ANY, WORD, YEAR

HOLE = "[answer]"

_COLOUR_OF = re.compile(r"^colou?r of (?:the )?(.+)$")
_NUMBER_OF = re.compile(r"^number of (?:the )?(.+)$")
_YES_NO = {"yes", "no"}
# Properties whose values are things that one can count: an animal is a lion.
_KINDS = frozenset(
    ("animal", "bird", "fish", "flower", "tree", "fruit", "plant", "vehicle", "building", "object")
)


# The questions about what was seen, a phrase for the answer, and a noun for it.
_SEEN = {
    MAIN: (
        (
            "What is the main colour of {of}?",
            "Which colour dominates {of}?",
            "What colour is most of {of}?",
        ),
        "the main colour of {of}",
        "colour",
    ),
    GROUND: (
        ("What colour is the background of {of}?", "What is the background colour of {of}?"),
        "the background colour of {of}",
        "colour",
    ),
    COLOURING: (("Is {of} in colour or in black and white?",), "", ""),
    WORD: (
        (
            "Apart from the name, which word is written {on} {of}?",
            "Which word can be read {on} {of} besides the name?",
        ),
        "the word written {on} {of}",
        "word",
    ),
    YEAR: (
        ("Which year is written {on} {of}?", "What year can be read {on} {of}?"),
        "the year written {on} {of}",
        "year",
    ),
    WORN: (("What is being worn in {of}?",), "what is being worn in {of}", ""),
}


class Asked(NamedTuple):
    """A question about one picture, a phrase that stands for its answer, and a noun for it."""

    question: str
    phrase: str
    noun: str


def asked(property: str, value: str, picture: str, chance: random.Random) -> Asked | None:
    """How to ask what a picture shows; None for what one cannot well ask of one picture.

    Example: ``asked("colour of the bus", "red", "picture", chance)`` →
    "What colour is the bus in the picture of [answer]?"
    """
    if property in (ANY, CONTAINED, SHAPE, TAGGED + PEOPLE):
        return None
    of = f"the {picture} {'for' if picture == 'poster' else 'of'} {HOLE}"
    on = place_in(picture)
    if property in _SEEN:
        questions, phrase, noun = _SEEN[property]
        return Asked(
            chance.choice(questions).format(of=of, on=on), phrase.format(of=of, on=on), noun
        )
    if property.startswith(TAGGED):
        sort = property.removeprefix(TAGGED)
        return Asked(f"What kind of {sort} is shown in {of}?", f"the {sort} shown in {of}", sort)
    return _asked_of_thing(property.removeprefix(CAPTION), value, f"{on} {of}", chance)


def _asked_of_thing(property: str, value: str, there: str, chance: random.Random) -> Asked:
    if found := _COLOUR_OF.match(property):
        verb = "are" if _is_plural(found[1]) else "is"
        return Asked(
            f"What colour {verb} the {found[1]} {there}?",
            f"the colour of the {found[1]} {there}",
            "colour",
        )
    if found := _NUMBER_OF.match(property):
        return Asked(
            f"How many {found[1]} are there {there}?", f"the number of {found[1]} {there}", "number"
        )
    if value in _YES_NO:
        verb = "Are" if _is_plural(property) else "Is"
        return Asked(f"{verb} there {_some(property)} {there}?", "", "")
    name = property.removeprefix("the ")
    forms = [f"What is the {name} {there}?"]
    if name in _KINDS:
        forms = [f"What {name} is {there}?", f"Which {name} is shown {there}?"]
    return Asked(chance.choice(forms), f"the {name} {there}", name.split(" of ")[0])


def says(property: str, value: str, picture: str) -> str:
    """What a picture does that shows it, after "whose poster" or "a poster that".

    Example: ``says("number of towers", "2", "picture")`` → ``"shows two towers"``
    """
    there = f"written {place_in(picture)} it"
    match property:
        case _ if property == MAIN:
            return f"is mainly {value}"
        case _ if property == GROUND:
            return f"has {article(value)} {value} background"
        case _ if property == CONTAINED:
            return f"has {value} in it"
        case _ if property == SHAPE:
            return "is wider than it is tall" if value == "wide" else "is taller than it is wide"
        case _ if property == COLOURING:
            return "is in black and white" if value == PLAIN else "is in colour"
        case _ if property == WORD:
            return f'has the word "{value}" {there}'
        case _ if property == YEAR:
            return f"has the year {value} {there}"
        case _ if property == ANY:
            return f"has words {there}" if value == "yes" else f"has nothing {there}"
        case _ if property == TAGGED + PEOPLE:
            return "shows a person"
        case _ if property.startswith(TAGGED):
            return f"shows {article(value)} {value}"
        case _ if property == WORN:
            return f"shows someone wearing {article(value)} {value}"
    name = property.removeprefix(CAPTION)
    if found := _COLOUR_OF.match(name):
        coloured = f"{value} {found[1]}"
        return f"shows {coloured if _is_plural(found[1]) else f'{article(value)} {coloured}'}"
    if found := _NUMBER_OF.match(name):
        return f"shows {_count(value, found[1])}"
    if value in _YES_NO:
        return f"shows {_some(name) if value == 'yes' else f'no {name}'}"
    if name in _KINDS and value.islower():
        return f"shows {_some(value)}"
    return f"has {value} as the {name.removeprefix('the ')}"


def place_in(picture: str) -> str:
    """Where a thing is that a picture shows: in a photograph, but on a poster."""
    return "in" if picture in {"picture", "portrait", "painting"} else "on"


def _count(value: str, things: str) -> str:
    if value in ("0", "1"):
        return f"no {things}" if value == "0" else f"one {singular(things)}"
    return (
        f"{NUMBERS[int(value) - 2] if value.isdecimal() and int(value) <= 10 else value} {things}"
    )


def _some(thing: str) -> str:
    return thing if _is_plural(thing) else f"{article(thing)} {thing}"


def _is_plural(noun: str) -> bool:
    return singular(noun) != noun
