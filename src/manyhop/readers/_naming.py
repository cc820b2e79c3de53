"""Whether a text names a thing: how a hop recognises what an earlier hop found."""

import re
import unicodedata
from functools import lru_cache

from manyhop.programs import alikeness

_WORD = re.compile(r"\w+")
_ASIDE = re.compile(r"(?<=\S)\s*\([^()]*\)\s*$")

CLOSE = 0.5  # of the words of one name in another, so that both mean the same


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
