"""What readers share: what one is, names that mean the same, lists, shares of a chance."""

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol, TypeVar

import msgspec

from manyhop.programs import Value, alikeness, gathered, normal_form
from manyhop.sources import Source, Span

Pages = Mapping[str, Sequence[str]]
"""For the text of a given value the titles of pages that have to do with it: those that its row of
a table links to, or those of the snippets in which it stands."""

NO_PAGES: Pages = MappingProxyType({})

S_contra = TypeVar("S_contra", bound=Source, contravariant=True)
_WORD = re.compile(r"\w+")
_ASIDE = re.compile(r"(?<=\S)\s*\([^()]*\)\s*$")

CLOSE = 0.5  # of the words of one name in another, so that both mean the same
_SEVERAL = re.compile(
    r"^\s*(?:list|name (?:all|the|some)\b|(?:which|what|who) (?:are|were)\b"
    r"|(?:which|what)(?: \w+){0,2} (?!\w+(?:ss|us|is)\b)\w+s (?:are|were|have|do|did|can)\b"
    r"|(?:which|what) (?:people|children|women|men)\b)",
    re.IGNORECASE,
)
_ONE = re.compile(r"^\s*which(?: [\w-]+){1,8}? (?:is|was|has|had|shows|does)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[,;]\s*(?:and\s+|or\s+|&\s*)?|\s(?:and|or|&)\s)\s*", re.IGNORECASE)
_LIST = re.compile(r"[,;].*(?:\b(?:and|or)\b|&)|[,;].*[,;]", re.IGNORECASE | re.DOTALL)
_LONGEST = 6  # words of one part: longer ones are clauses


class Reader(Protocol[S_contra]):
    """Reads one kind of source; never searches.

    Example: ``TextReading(models).read("When did it open?", [snippet])[0].citations[0].quote``
    """

    def read(
        self, question: str, sources: Sequence[S_contra], given: Sequence[Value] = ()
    ) -> Sequence[Value]:
        """Values, the likeliest first, each with a chance of 0..1 and at least one citation.

        ``sources`` come best first. ``given`` are the answers of an earlier hop where the question
        is asked whole at both: the values are to be about them. Nothing found: no values.
        """
        ...


# Whether a text names a thing: how a hop recognises what an earlier hop found.


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """The words of a text without case, accents and punctuation, one space between.

    Example: ``folded("The Pont-d'Iéna")`` → ``"the pont d iena"``
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    return " ".join(_WORD.findall("".join(s for s in plain if not unicodedata.combining(s))))


def names(text: str, thing: str) -> bool:
    """Whether a thing's words stand in a text, whole and in order, its aside left out.

    Example: ``names("Carrie was filmed in 1976.", "Carrie (1976 film)")`` → ``True``
    """
    words = folded(_ASIDE.sub("", thing)) or folded(thing)
    return bool(words) and f" {words} " in f" {folded(text)} "


def same_page(one: str, other: str) -> bool:
    """Whether two titles are one page's; the aside counts, since it tells pages apart.

    Example: ``same_page("Carrie_(1976_film)", "Carrie (1976 film)")`` → ``True``
    """
    return folded(one.replace("_", " ")) == folded(other.replace("_", " "))


def named_like(title: str, thing: str) -> bool:
    """Whether a title is the thing's name, a longer one, or nearly all of it.

    Example: ``named_like("Golden Gate", "Golden Gate Bridge")`` → ``True``
    """
    return names(title, thing) or alikeness(title, thing) >= CLOSE


# Questions that ask for several things, and values that list several.


def asks_several(question: str) -> bool:
    """Whether more than one answer is expected, as far as the first words tell.

    Example: ``asks_several("Which bridges are in Japan?")`` → ``True``
    """
    return _SEVERAL.search(question) is not None


def asks_one(question: str) -> bool:
    """Whether exactly one thing is asked for, as far as the verb tells.

    Example: ``asks_one("Which bridge has two red towers?")`` → ``True``
    """
    return _ONE.search(question) is not None and not asks_several(question)


def listed(text: str) -> list[Span]:
    """The parts of a list, by their places in it; the whole where it is none.

    Example: ``listed("Ann, Bo and Cy")`` → ``[Span(0, 3), Span(5, 7), Span(12, 14)]``
    """
    whole = [Span(0, len(text))]
    if not _LIST.search(text):
        return whole
    parts, start = [], 0
    for between in [*_BETWEEN.finditer(text), None]:
        end = between.start() if between else len(text)
        if text[start:end].strip():
            parts.append(Span(start, end))
        start = between.end() if between else end
    short = all(len(text[part.start : part.end].split()) <= _LONGEST for part in parts)
    return parts if short and len(parts) > 2 else whole


def merged(values: Sequence[Value], *, together: bool = True) -> list[Value]:
    """Values that say the same of the same thing as one, best first, citing every place.

    Where at most one of the places can be the one that is meant, their chances add up
    (``together``); else the best one counts.
    """
    groups: dict[tuple[str, str], list[Value]] = {}
    for value in sorted(values, key=lambda value: -value.score):
        groups.setdefault((normal_form(value.text), normal_form(value.about)), []).append(value)
    found = []
    for group in groups.values():
        score = min(sum(value.score for value in group), 1.0) if together else group[0].score
        found.append(msgspec.structs.replace(group[0], score=score, citations=gathered(group)))
    return sorted(found, key=lambda value: -value.score)


# From scores that compare to chances: at most one of several sources is the one that is meant.


def shares(scores: Sequence[float], sharpness: float = 1.0) -> list[float]:
    """The share of each in the whole, by the exponential of its score.

    Example: ``shares([0.0, 0.0])`` → ``[0.5, 0.5]``
    """
    best = max(scores, default=0.0)
    if not math.isfinite(best):
        return [1 / len(scores) for _ in scores]
    powers = [math.exp(sharpness * (score - best)) for score in scores]
    return [power / sum(powers) for power in powers]


def chance(log_odds: float) -> float:
    """A chance of 0..1 from the logarithm of its odds.

    Example: ``chance(0.0)`` → ``0.5``
    """
    return 1 / (1 + math.exp(-min(max(log_odds, -50.0), 50.0)))
