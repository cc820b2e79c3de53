"""Slips of English that a rule can see in a question."""

import re
from collections.abc import Iterable

_VOWEL = re.compile(r"\b[Aa] (?=[aeio])(?!one\b|once\b|eu|ewe)[a-z]+")
_CONSONANT = re.compile(r"\b[Aa]n (?=[bcdfgjklmnpqrstvwxyz])[a-z]{2,}")
_TWICE = re.compile(r"\b(\w+) \1\b", re.IGNORECASE)
_FINE_TWICE = frozenset(("had", "that", "new", "walla", "wagga", "baden", "bora", "pago", "duran"))
_SPACE = re.compile(r"\s[,.;:?!](?:\s|$)|\s{2,}|^\s|\s$")


def slips(question: str) -> list[str]:
    """What is wrong with a question, by name; each once.

    Example: ``slips("who won a apple")`` →
    ``["no capital at the start", "no question mark", "a for an, an for a"]``
    """
    start = question.lstrip("“\"'(‘")[:1]
    found = {
        "no capital at the start": start.isalpha() and not start.isupper(),
        "no question mark": not question.rstrip("”\"' ").endswith("?"),
        "a for an, an for a": _VOWEL.search(question) or _CONSONANT.search(question),
        "a word twice": any(
            word.lower() not in _FINE_TWICE and word.islower()
            for word in (twice[1] for twice in _TWICE.finditer(question))
        ),
        "quotes or brackets left open": _is_open(question),
        "stray spaces": _SPACE.search(question),
    }
    return [name for name, wrong in found.items() if wrong]


SLIPS = (
    "no capital at the start",
    "no question mark",
    "a for an, an for a",
    "a word twice",
    "quotes or brackets left open",
    "stray spaces",
)


def per_thousand(questions: Iterable[str]) -> dict[str, float]:
    """How many of a thousand questions have each slip, and how many have any."""
    found = [slips(question) for question in questions]
    share = 1000 / max(len(found), 1)
    counted = {name: share * sum(name in each for each in found) for name in SLIPS}
    return counted | {"any": share * sum(map(bool, found))}


def _is_open(question: str) -> bool:
    pairs = (("(", ")"), ("[", "]"), ("“", "”"))
    uneven = any(question.count(left) != question.count(right) for left, right in pairs)
    return uneven or question.count('"') % 2 == 1
