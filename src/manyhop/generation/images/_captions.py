"""What a caption says is to be seen: colours, counts, things shown with it, things worn."""

import re

from manyhop.english import word_set
from manyhop.generation.images._attached import Facts
from manyhop.models.embedded._sights import COLOURS

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
