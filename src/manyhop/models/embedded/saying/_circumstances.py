"""Answers to when, where, why and how: a phrase at the end of the statement."""

import re
from collections.abc import Sequence

from manyhop.models.embedded.saying._clauses import finite_at
from manyhop.models.embedded.saying._inversion import uninverted
from manyhop.models.embedded.saying._verbs import is_form
from manyhop.models.embedded.saying._words import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    PREPOSITIONS,
    bare,
    word_set,
)

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY = re.compile(rf"(?i)\b({_MONTHS}) \d{{1,2}}\b|\b\d{{1,2}}(st|nd|rd|th)? ({_MONTHS})\b|day\b")
_CLOCK = re.compile(r"(?i)\d ?(am|pm|a\.m\.|p\.m\.|o'clock)|noon|midnight|:\d\d")
_MEASURES = word_set("long tall high wide deep old thick far heavy large big short")


def circumstance(words: Sequence[str], value: str) -> str | None:
    """A question from when, where, why or how on, with the value at its end.

    Example: ``circumstance("when did the tunnel open".split(), "1994")``
    """
    asked, rest = bare(words[0]), list(words[1:])
    if asked == "how" and rest and bare(rest[0]) not in AUXILIARIES:
        return _degree(rest, value)
    if not rest or bare(rest[0]) not in AUXILIARIES:
        return None
    return stated_with(rest, phrase_for(asked, value))


def stated_with(words: Sequence[str], phrase: str) -> str | None:
    """A question that begins with an auxiliary, as a statement that ends in a phrase.

    Example: ``stated_with("is the well".split(), "in the yard")`` is "the well is in the yard".
    """
    clause = uninverted(words)
    if clause is not None and bare(words[0]) in BE and _place(clause.predicate):
        clause = None
    if clause is not None:
        return " ".join([*clause.subject, *clause.verbal, phrase])
    if bare(words[0]) in BE and len(words) > 1:
        return " ".join([*words[1:], bare(words[0]), phrase])
    return None


def _place(predicate: Sequence[str]) -> bool:
    """Whether what was taken for the predicate is rather the end of the subject."""
    return bool(predicate) and bare(predicate[0]) in PREPOSITIONS


def phrase_for(asked: str, value: str) -> str:
    """A value as a time, a place, a reason or a manner.

    Example: ``phrase_for("when", "1994")`` is ``"in 1994"``
    """
    first = bare(value.split()[0])
    leads = first in PREPOSITIONS | CONJUNCTIONS or first in {"next", "close", "due"}
    if asked == "why":
        return _reason(value, first)
    if leads or first in {"here", "there", "everywhere", "nowhere", "outside", "yesterday"}:
        return value
    if asked == "when":
        return f"{_time_word(value)} {value}"
    if asked == "where":
        if first in {"left", "right"} and len(value.split()) < 3:
            return f"on the {value}"
        second = bare(value.split()[1]) if " " in value else ""
        return value if second in PREPOSITIONS and first != second else f"in {value}"
    manner = first.endswith("ly") or first.endswith("ed") or value.endswith("wise")
    return value if manner else f"by {value}" if first.endswith("ing") else value


def _time_word(value: str) -> str:
    if _CLOCK.search(value):
        return "at"
    return "on" if _DAY.search(value) else "in"


def _reason(value: str, first: str) -> str:
    if first in {"because", "to", "due", "so", "for", "since", "as"}:
        return value
    finite = any(is_form(bare(word), "third", "past") for word in value.split())
    finite = finite or any(bare(word) in AUXILIARIES for word in value.split())
    return f"because {value}" if finite else f"because of {value}"


def _degree(rest: Sequence[str], value: str) -> str | None:
    """How long, how tall, how often …"""
    adjective, at = bare(rest[0]), finite_at(rest, 1)
    if at is None or bare(rest[at]) not in AUXILIARIES or at > 2:
        return None
    says_unit = re.search(
        r"\d.*\s(feet|foot|ft|meters?|metres?|m|km|miles?|inch(es)?|cm|years?)$", value
    )
    ending = f" {adjective}" if says_unit and adjective in _MEASURES else ""
    if ending and adjective == "far":
        ending = ""
    if at > 1:
        return None
    if said := _of_it(rest[at:], value) or _at_a_time(rest[at:], value):
        return said
    if bare(rest[at]) in BE and not is_form(bare(rest[-1]), "participle"):
        return " ".join([*rest[at + 1 :], bare(rest[at]), value + ending])
    return stated_with(rest[at:], value + ending)


def _of_it(words: Sequence[str], value: str) -> str | None:
    """How far is it from here, how long does it take to get there: "it" has the measure first."""
    low = [bare(word) for word in words]
    if low[1:2] != ["it"]:
        return None
    if low[0] in BE:
        return " ".join(["it", low[0], value, *words[2:]])
    if low[2:3] != ["take"] or "to" not in low:
        return None
    to = low.index("to")
    took = {"did": "took", "does": "takes"}.get(low[0], f"{low[0]} take")
    return " ".join(["it", took, *words[3:to], value, *words[to:]])


def _at_a_time(words: Sequence[str], value: str) -> str | None:
    """How old was she when she died: the measure goes before "when"."""
    low = [bare(word) for word in words]
    if low[0] not in BE or "when" not in low[2:]:
        return None
    when = low.index("when", 2)
    return " ".join([*words[1:when], low[0], value, *words[when:]])
