"""Titles of steps: without their numbers, and made of the first sentence where there are none."""

import re
from collections.abc import Sequence

import msgspec

from manyhop.generation.procedures._settings import ClozeSettings
from manyhop.sources import Procedure

_WORDED = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_NUMBER = re.compile(
    rf"\s*(?:(?:step|part|stage)\s*(?:#\s*)?(?:\d{{1,3}}|[ivx]{{1,5}}|{_WORDED})\b(?![-'’])"
    r"(?:\s*(?:of|/)\s*\d{1,3}\b)?[\s:.,;)\]–—-]*"
    r"|[(\[]?\d{1,3}\s*[:.)\]–—-](?!\d)[\s:.)\]–—-]*"
    r"|\d{1,3}\s*$)",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[.!?:])[\"”’)]*\s+|\n+")
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff]")
_WORD = re.compile(r"[^\W_]+")


class TitledStep(msgspec.Struct, frozen=True):
    """A step as questions see it: its title, its body without the title, its pictures."""

    title: str
    body: str
    images: tuple[str, ...] = ()


def without_number(title: str) -> str:
    """A title without what says which step it is.

    Example: ``without_number("Step 3: Whisk")`` → ``"Whisk"``
    """
    bare = title.strip()
    while mark := _NUMBER.match(bare):
        if not mark[0]:
            break
        bare = bare[mark.end() :].strip()
    return bare


def titled_steps(procedure: Procedure, settings: ClozeSettings) -> tuple[TitledStep, ...]:
    """The steps with the titles that questions ask for.

    Where no step of a procedure has a title, each one's first sentence serves, and leaves the body.
    """
    given = any(step.title.strip() for step in procedure.steps)
    steps = []
    for step in procedure.steps:
        title, body = step.title, step.text
        if not given and settings.untitled == "first_sentence":
            title, body = _first_sentence(step.text)
        if settings.non_ascii == "strip":
            title, body = _ascii(title), _ascii(body)
        if settings.step_numbers == "strip":
            title = without_number(title)
        title = " ".join(_INVISIBLE.sub("", title).split())
        if len(title.split()) > settings.longest_title or not _WORD.search(title):
            title, body = "", body if given else step.text
        steps.append(TitledStep(title, body, step.images))
    return tuple(steps)


def same_words(title: str) -> str:
    """What two titles share that say the same: their words in small letters."""
    return " ".join(_WORD.findall(title.casefold())) or title


def distinct_titles(steps: Sequence[TitledStep]) -> list[int]:
    """The numbers of the steps that have a title which no earlier step has."""
    first: dict[str, int] = {}
    for number, step in enumerate(steps):
        if step.title:
            first.setdefault(same_words(step.title), number)
    return list(first.values())


def _first_sentence(text: str) -> tuple[str, str]:
    parts = _SENTENCE.split(text.strip(), maxsplit=1)
    return parts[0].rstrip(" .:"), parts[1].strip() if len(parts) > 1 else ""


def _ascii(text: str) -> str:
    return text.encode("ascii", "ignore").decode()
