"""Captions as photographers name their files, and questions about pictures to go with them.

WebQA's captions are file names: "Bethesda Fountain, Oct 2009, NYC", "57 Chevy BelAir". Few come
with questions, so both are made: the names in real questions become captions, and real questions
whose names are taken out are asked about other names.
"""

import random
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

_QUESTION_WORDS = """
    is are do does did was were what which who whose where when why how in on at the a an of between
    among both if can could would has have had from to compared according for besides during there
    with by other than out while under near based
"""
_ASKING = set(_QUESTION_WORDS.split())
_NAME = r"(?:[A-ZÀ-ÞŁŠŽ][\w.’&-]*|\d[\w.]*)"
_LINK = r"(?:of|the|de|la|le|du|des|del|di|da|van|von|der|in|at|on|for|by|y|&|'|’|,)"
_NAMES = re.compile(rf"{_NAME}(?:\s+(?:{_LINK}\s+){{0,2}}{_NAME}|\s+'\s?s\b)*")

_SEEN = (
    "exterior,interior,facade,front,entrance,north side,at night,in winter,detail,close up,aerial "
    "view,sign,panorama,tower,statue,poster,logo,cropped,side view,sunset,street,garden,2nd floor,"
    "main hall,ceiling,door,window,plaque,roof,skyline,female,male,juvenile,flower,leaf,on display"
)
_WHERE = (
    "London,Paris,New York City,NYC,Tokyo,Japan,Chicago,Washington DC,Rome,Italy,Berlin,Germany,"
    "Sydney,Australia,Toronto,Canada,Madrid,Spain,Moscow,Russia,Mumbai,India,Texas,California,"
    "Vienna,Austria,Prague,Boston,Massachusetts,Ohio,Florida,Orlando,Seattle,Scotland,Edinburgh,"
    "Dublin,Ireland,Mexico,Brazil,Rio de Janeiro,Beijing,China,Seoul,Korea,Istanbul,Turkey,Greece"
)
_VIEWS, _PLACES = _SEEN.split(","), _WHERE.split(",")
_MONTHS = ("Jan", "Feb", "March", "April", "May", "June", "July", "Aug", "Sept", "October", "Nov")
_MAKERS = ("exfordy", "Lindsey", "Jorge Royan", "Mike Peel", "DSC", "Starr", "Diego Delso")


class Asked(NamedTuple):
    """A question about pictures with its names taken out: ``parts`` stand between the names."""

    parts: tuple[str, ...]
    names: tuple[str, ...]
    sources: int


def names_in(question: str) -> list[str]:
    """The names in a question, in order.

    Example: ``names_in("Do the Louvre and Big Ben glow?")`` → ``["Louvre", "Big Ben"]``
    """
    found = []
    for match in _NAMES.finditer(question):
        words = match[0].split()
        while words and words[0].lower() in _ASKING:
            words = words[1:]
        name = " ".join(words).strip(" ',’")
        if len(name) > 3 and not name.isdigit():
            found.append(name)
    return found


def taken_apart(question: str, sources: int) -> Asked | None:
    """The question around its names; None without a name."""
    names = names_in(question)[:3]
    parts, rest = [], question
    for name in names:
        before, _, rest = rest.partition(name)
        parts.append(before)
    return Asked((*parts, rest), tuple(names), sources) if names else None


def asked_of(template: Asked, names: Sequence[str]) -> str:
    """The template's question about other names."""
    pairs = zip(template.parts, (*names, ""), strict=True)
    return tidy("".join(part + name for part, name in pairs))


def tidy(question: str) -> str:
    """Undo the spaces that a tokenizer left around marks."""
    question = re.sub(r"\s+([,.?;:)’])", r"\1", question)
    question = re.sub(r"\s+'\s+s\b", "'s", question)
    return re.sub(r"\s+-\s+", "-", re.sub(r"\s+", " ", question)).strip()


def caption_of(name: str, chance: random.Random, others: Sequence[str] = ()) -> str:
    """A caption for a picture of ``name``, as one might be called.

    Example: ``caption_of("Humber Bridge", chance)`` → ``"Humber Bridge, 2009 - panoramio (3)"``
    """
    subject = _varied(tidy(name), chance)
    for other in others:
        if chance.random() < 0.5:
            subject = _joined(subject, _varied(other, chance), chance)
    if chance.random() < 0.25:
        subject = _joined(subject, chance.choice(_VIEWS), chance)
    if chance.random() < 0.25:
        subject = _joined(subject, chance.choice(_PLACES), chance)
    title = _numbered(subject, chance)
    if chance.random() < 0.2:
        return f"{title}\n{title} {_described(subject, chance)}"
    return title


def _varied(name: str, chance: random.Random) -> str:
    """The name, sometimes shortened, without accents, run together or misspelt."""
    if chance.random() < 0.5:
        name = re.sub(r"\s*\([^)]*\)", "", name)
    words = name.split()
    roll = chance.random()
    if roll < 0.12 and len(words) > 2:
        words.pop(chance.randrange(len(words)))
    elif roll < 0.17 and len(words) > 2:
        words = words[: chance.randint(2, len(words))]
    elif roll < 0.22 and len(words) > 1:
        return "".join(word[:1].upper() + word[1:] for word in words)
    elif roll < 0.27:
        plain = unicodedata.normalize("NFKD", name)
        return "".join(letter for letter in plain if not unicodedata.combining(letter)).lower()
    elif roll < 0.32:
        place = chance.randrange(len(words))
        words[place] = _misspelt(words[place], chance)
    elif roll < 0.36 and len(words) > 1:
        words = words[1:] + words[:1]
        words[-2] += ","
    return " ".join(words)


def _misspelt(word: str, chance: random.Random) -> str:
    if len(word) < 5:
        return word
    place = chance.randint(2, len(word) - 2)
    return word[:place] + chance.choice(("", word[place - 1], "e", "i")) + word[place + 1 :]


def _joined(one: str, other: str, chance: random.Random) -> str:
    return chance.choice(
        (f"{one}, {other}", f"{one} {other}", f"{one} - {other}", f"{other} {one}")
    )


def _numbered(subject: str, chance: random.Random) -> str:
    year, number = chance.randint(1890, 2020), chance.randint(1, 99)
    long = chance.randint(10**6, 10**10)
    forms = (
        f"{subject} {year}",
        f"{subject} {number}",
        f"{subject} ({long})",
        f"{subject}, {chance.choice(_MONTHS)} {year}",
        f"{subject} - panoramio ({number})",
        f"{subject} - geograph.org.uk - {long}",
        f"{subject} - Flickr - {chance.choice(_MAKERS)}",
        f"{chance.choice(_MAKERS)} {long} {subject}",
        f"{subject}.JPG",
        f"{year}-{number % 12 + 1:02}-{number % 28 + 1:02} {subject} {number}",
        f"{subject} MET DP{long}",
        f"{subject} IMG {number * 37}",
        f"The {subject} in {year}",
        f"{subject} - Google Art Project",
    )
    return subject if chance.random() < 0.35 else chance.choice(forms)


def _described(subject: str, chance: random.Random) -> str:
    place, view, year = chance.choice(_PLACES), chance.choice(_VIEWS), chance.randint(1890, 2020)
    return chance.choice(
        (
            f"{subject} in {place}, {year}",
            f"View of the {view} of {subject}",
            f"{subject}, photographed in {place} during my trip in {year}.",
            f"The {view} of {subject}, {place}.",
            f"This is a photo of {subject}, number {year * 3} on the register.",
        )
    )
