"""Which of several things is taller, older, first: one question for each, and the winner."""

import re

from manyhop.english import AUXILIARIES, bare, uninverted
from manyhop.planners._clauses import is_finite
from manyhop.planners._descriptions import PEOPLE, described
from manyhop.planners._drafts import Ask, known
from manyhop.planners._measures import Measure, measure
from manyhop.programs import Compare, Compose, Program

_LISTED = re.compile(
    r"^(?P<head>.+?)\s*"
    r"(?:[:;?]|\s[-–—]+\s|,(?=[^,:;]*(?:,[^,:;]+)*,? or )|,? (?:out of|between))\s*"
    r"(?P<things>.+)$"
)
_BETWEEN = re.compile(
    r"^(?:between|of|out of|among) (?P<things>.+? (?:and|or) .+?),? "
    r"(?P<head>(?:which|who|what)\b.+)$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"^(?:which|what|who)\b(?: of (?:these|the two|them|the following))?(?: one)?(?P<rest> .*)$",
    re.IGNORECASE,
)


_DESCRIBED = re.compile(r"^the [a-z].* (?:that|which|who|whose|where|with) ")


def comparison(question: str, ask: Ask) -> Program | None:
    """One question for each thing, and the thing that wins.

    Example: ``comparison("Which is taller, the Shard or Big Ben", ask)``
    """
    return _by_list(question, ask) or _by_subject(question, ask)


def _by_list(question: str, ask: Ask) -> Program | None:
    """ "Which is taller, A or B", "Between A and B, which is taller"."""
    between = _BETWEEN.match(question)
    found = between or _LISTED.match(question)
    if not found:
        return None
    listed = found["things"].replace(" and ", " or ") if between else found["things"]
    head = _WHICH.match(found["head"].strip(" ,"))
    words = head["rest"].split() if head else []
    starts = [at for at, word in enumerate(words) if is_finite(word)]
    for at in sorted(starts, key=lambda at: bare(words[at]) not in AUXILIARIES):
        noun, predicate = " ".join(words[:at]), " ".join(words[at:])
        if by := measure(predicate, person=_is_person(found["head"], noun)):
            return _compared(by, _things(listed), noun, ask)
    return None


def _by_subject(question: str, ask: Ask) -> Program | None:
    """ "Did A or B open first"."""
    words = question.split()
    clause = uninverted(words) if len(words) > 3 and " or " in question else None
    if clause is None or "or" not in clause.subject:
        return None
    by = measure(" ".join(clause.verbal), person=False)
    return _compared(by, _things(" ".join(clause.subject)), "", ask)


def _compared(by: Measure | None, things: list[str], noun: str, ask: Ask) -> Program | None:
    if by is None or len(things) < 2 or len({*things}) < len(things):
        return None
    sides = (Compose(ask(by.question), _thing(each, noun, ask)) for each in things)
    return Compare(by.wins, tuple(sides))


def _thing(text: str, noun: str, ask: Ask) -> Program:
    text = text[:1].lower() + text[1:] if text.startswith("The ") else text
    if inner := described(text, noun.split(" in ")[0]):
        return ask(inner)
    return ask(f"what is {text}") if _DESCRIBED.match(text) else known(text)


def _things(listed: str) -> list[str]:
    """The things of a list with "or"; commas part them only where there are several.

    Example: ``_things("A, B or C")`` → ``["A", "B", "C"]``
    """
    *heads, last = re.split(r",? or ", listed)
    parted = [part for head in heads for part in head.split(", ")]
    short = all(len(part.split()) < 6 and not part.startswith("and ") for part in parted)
    several = len(heads) == 1 and short and not described(heads[0])
    return [
        thing.strip(" ,") for thing in [*(parted if several else heads), last] if thing.strip(" ,")
    ]


def _is_person(head: str, noun: str) -> bool:
    return head.lower().startswith("who ") or (noun.split() or [""])[-1].lower() in PEOPLE
