"""Answers to "how many": a number before what is counted."""

import re
from collections.abc import Sequence

from manyhop.models.embedded.saying._clauses import finite_at, gap_at
from manyhop.models.embedded.saying._inversion import uninverted
from manyhop.models.embedded.saying._verbs import is_form, is_participle, with_s
from manyhop.models.embedded.saying._words import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    PREPOSITIONS,
    bare,
    is_name,
)

_MEASURED = {"money", "time"}  # which "$3 million" and "two hours" say by themselves
_SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does"}


def counted(words: Sequence[str], value: str) -> str | None:
    """A question from "how many" on, with the number in its place.

    Example: ``counted("how many towers does the castle have".split(), "four")``
    """
    rest = list(words[2:])
    if rest and bare(rest[0]) in _MEASURED and not value.isdigit():
        rest = rest[1:]
    uncounted = rest and bare(rest[0]) in AUXILIARIES
    at = finite_at(rest, 0 if uncounted else 1) if rest else None
    if at is None:
        return None
    things, verb, tail = rest[:at], bare(rest[at]), rest[at + 1 :]
    if one(value):
        things = singular(things)
    number = number_of(value, things)
    if verb in AUXILIARIES and tail and _inverted(verb, tail):
        clause = uninverted([verb, *tail])
        if clause is None:
            return None
        if bare(tail[0]) == "there":
            be = _SINGULAR.get(verb, verb) if one(value) else verb
            return " ".join(["there", be, number, *tail[1:]])
        said = clause.verbal
        head, after = (said[:1], said[1:]) if verb not in {"do", "does", "did"} else ([], said)
        gap = gap_at(after)
        return " ".join([*clause.subject, *head, *after[:gap], number, *after[gap:]])
    if one(value):
        verb = _SINGULAR.get(verb, with_s(verb) if is_form(verb, "base") else verb)
    return " ".join([number, verb, *tail])


def _inverted(verb: str, tail: Sequence[str]) -> bool:
    if verb not in BE:
        acts = tail[0].islower() and is_form(bare(tail[0]), "base")
        return not (verb in {"has", "have", "had"} or acts)
    first = bare(tail[0])
    if first == "there":
        return True
    starts_name = first in DETERMINERS or is_name(tail[0])
    return starts_name and any(is_participle(word) for word in tail)


def number_of(value: str, things: Sequence[str]) -> str:
    """The number with what is counted, which is not said twice.

    Example: ``number_of("Four", ["towers"])`` is ``"four towers"``
    """
    said = {bare(word) for word in value.split()}
    if said & {"once", "twice", "thrice"}:
        return value
    if things and bare(things[0]) == "of":
        return f"{value} {' '.join(things)}"
    if not things:
        return value
    if said & {bare(word) for word in things} - {"of", "the"}:
        return " ".join([value, *_after(things, said)])
    if bare(value) == "none":
        return f"none of the {' '.join(things)}"
    return f"{value} {' '.join(things)}"


def _after(things: Sequence[str], said: set[str]) -> Sequence[str]:
    """What follows the counted noun that the value says already: after the war, of the two."""
    last = max(place for place, word in enumerate(things) if bare(word) in said)
    rest = things[last + 1 :]
    return rest if rest and bare(rest[0]) in PREPOSITIONS else ()


def difference(words: Sequence[str], value: str) -> str | None:
    """An answer to "how much longer is A than B".

    Example: ``difference("how much longer is A than B".split(), "4 m")`` is
    ``"A is 4 m longer than B"``
    """
    low = [bare(word) for word in words]
    if "than" not in low or len(words) < 6:
        return None
    verb = next((place for place, word in enumerate(low) if place > 2 and word in BE), None)
    than = low.index("than")
    if verb is None or verb > than or not low[verb - 1].endswith("er"):
        return None
    subject = words[verb + 1 : than]
    if not subject:
        return None
    longer = words[verb - 1 : verb] if len(value.split()) > 1 else words[2:verb]
    return " ".join([*subject, words[verb], value, *longer, *words[than:]])


def one(value: str) -> bool:
    """Whether a value is the number one."""
    return bare(value) in {"1", "one", "a single", "only one", "just one"}


def singular(things: Sequence[str]) -> list[str]:
    """A counted noun phrase for one of its kind.

    Example: ``singular(["flags", "of", "silk"])`` is ``["flag", "of", "silk"]``
    """
    if things and bare(things[0]) == "of":
        return list(things)
    end = next((i for i, word in enumerate(things) if i and bare(word) in PREPOSITIONS), None)
    head = (len(things) if end is None else end) - 1
    return [_one_of(word) if index == head else word for index, word in enumerate(things)]


def _one_of(word: str) -> str:
    irregular = {"people": "person", "men": "man", "women": "woman", "children": "child"}
    irregular |= {"feet": "foot", "teeth": "tooth", "leaves": "leaf", "shelves": "shelf"}
    if word in irregular:
        return irregular[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(ss|sh|ch|x|z)es$", word):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
