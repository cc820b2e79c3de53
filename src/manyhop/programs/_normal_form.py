"""When two values say the same."""

import re
import unicodedata
from functools import lru_cache

from manyhop.programs._quantities import said, whole_quantity
from manyhop.sources import parse_date

_ASIDE = re.compile(r"(?<=\S)\s*\([^()]*\)\s*$")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_SIGNS = re.compile(r"[\W_]+")


@lru_cache(maxsize=4096)
def normal_form(text: str) -> str:
    """One spelling for texts that mean the same: dates and numbers by value, words without case,
    accents, punctuation, articles or an aside at the end.

    Example: ``normal_form("The Assailant (2009 film)")`` → ``"assailant"``
    """
    if date := parse_date(text):
        return str(date)
    if number := whole_quantity(text):
        return said(number)
    plain = unicodedata.normalize("NFKD", _ASIDE.sub("", text)).casefold()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = _SIGNS.sub(" ", re.sub(r"['’.]", "", plain)).strip()
    return " ".join(_ARTICLE.sub(" ", words).split()) or words or text.strip()


def alikeness(one: str, other: str) -> float:
    """The chance that two names mean the same: 1 in the same normal form; less than its share of
    the words where one stands inside the other; else 0.

    Example: ``alikeness("Pico", "Pico Island")`` → ``0.45``
    """
    ours, theirs = sorted((normal_form(one).split(), normal_form(other).split()), key=len)
    if ours == theirs:
        return 1.0
    inside = f" {' '.join(ours)} " in f" {' '.join(theirs)} "
    return 0.9 * len(ours) / len(theirs) if inside and not ours[0][:1].isdigit() else 0.0
