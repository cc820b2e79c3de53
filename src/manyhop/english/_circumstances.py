"""Answers to when, where, why and how: a phrase at the end of the statement."""

import re
from collections.abc import Sequence

from manyhop.english._clauses import finite_at, gap_at, uninverted
from manyhop.english._verbs import is_form, is_participle, with_s
from manyhop.english._words import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    bare,
    is_name,
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


# Answers to "how many": a number before what is counted.

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
