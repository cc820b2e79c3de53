"""The check that every sentence must pass: all of the values, and nothing else."""

import re
from collections.abc import Iterable, Sequence

from manyhop.english._phrasing import tidy, tidy_value
from manyhop.english._verbs import forms
from manyhop.english._words import (
    ARTICLES,
    AUXILIARIES,
    HAVE,
    PRONOUNS,
    bare,
    word_set,
)

_FREE = (
    ARTICLES
    | (AUXILIARIES - HAVE)
    | (PRONOUNS - {"both", "people", "someone", "anyone", "everyone"})
    | word_set("and that which who of in on at by as to be")
    | word_set("been being because with for from s its their than")
    | word_set("has have had not no yes this these those one")
)
_TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_NEGATION = re.compile(r"(?i)\b(not|no|none|never|neither|nor|cannot|without)\b|n['’]t\b")


def faults(said: str, question: str, values: Sequence[str]) -> list[str]:
    """What is wrong with a sentence; nothing where it may be said.

    Example: ``faults("It is red.", "What colour is it?", ["blue"])`` is
    ``['lacks "blue"', 'invents "red"']``
    """
    values = [tidy_value(value) for value in values]
    found = [f'lacks "{value}"' for value in values if not contains(said, value)]
    found += [f'invents "{word}"' for word in invented(said, question, values)]
    if not _polar(said, question, values):
        found.append("says yes for no, or no for yes")
    if not _ends_well(said):
        found.append("does not end as a sentence")
    if _sentences(said, f"{tidy(question)} {' '.join(values)}") != 1:
        found.append("is not one sentence")
    return found


def contains(said: str, value: str) -> bool:
    """Whether a sentence holds a value as it is written, but for capitals and spaces.

    Example: ``contains("The art of war.", "Art of  War")`` is True; ``"art"`` is not in "party".
    """
    wanted, text = _folded(value), _folded(said)
    left = r"(?<!\w)" if wanted[:1].isalnum() else ""
    right = r"(?!\w)" if wanted[-1:].isalnum() else ""
    return bool(wanted) and re.search(left + re.escape(wanted) + right, text) is not None


def invented(said: str, question: str, values: Iterable[str]) -> list[str]:
    """The words of a sentence that neither question nor values hold in any form.

    Example: ``invented("The old inn opened.", "When did the inn open?", [])`` is ``["old"]``
    """
    given = f"{tidy(question)} {question} {' '.join(values)}"
    known = {root for word in _TOKEN.findall(given) for root in roots(word)}
    parts = {part for word in _TOKEN.findall(given) for part in re.split(r"['’.-]", word.lower())}
    return [
        word
        for word in _TOKEN.findall(said)
        if bare(word) not in _FREE | parts and not roots(word) & known
    ]


def roots(word: str) -> set[str]:
    """What a word may be a form of: its verb, its singular, itself.

    Example: ``roots("carries")`` holds ``"carry"``
    """
    low = re.sub(r"['’]s$", "", word.lower())
    found = {low, *(verb.base for verb, _ in forms(low))}
    if low.endswith("ies"):
        found.add(low[:-3] + "y")
    if low.endswith("es"):
        found.add(low[:-2])
    if low.endswith("s") and not low.endswith("ss"):
        found.add(low[:-1])
    found |= {_ONE_OF[each] for each in tuple(found) if each in _ONE_OF}
    return found


_ONE_OF = {"people": "person", "men": "man", "women": "woman", "children": "child"}
_ONE_OF |= {"feet": "foot", "teeth": "tooth", "leaves": "leaf", "shelves": "shelf"}


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())


def _polar(said: str, question: str, values: Sequence[str]) -> bool:
    """Whether yes and no are said as they were given, and nothing else is denied."""
    low = [bare(value) for value in values]
    starts = bare(said.split()[0]) if said.split() else ""
    if low in (["yes"], ["no"]):
        denies = bool(_NEGATION.search(said.partition(",")[2]))
        asked = bool(_NEGATION.search(tidy(question)))
        return starts == low[0] and (asked or denies == (low == ["no"]))
    denied = _NEGATION.search(said)
    return not denied or bool(_NEGATION.search(f"{tidy(question)} {' '.join(values)}"))


def _ends_well(said: str) -> bool:
    return re.search(r"[.!][\"'”’)\]]*$", said) is not None and "\n" not in said.strip()


def _sentences(said: str, given: str) -> int:
    """How many sentences there are; a stop that question or values hold ends none."""
    ends = re.findall(r"(\S+[.!?])[\"'”’)]*\s+(?=[\"'“‘(]?[A-Z])", said)
    return 1 + sum(end not in given for end in ends)
