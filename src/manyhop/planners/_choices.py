"""Questions that name their answers: "Was it held at day or at night?" """

import re

from manyhop.english import uninverted
from manyhop.planners._descriptions import described
from manyhop.planners._drafts import Ask
from manyhop.programs import Choose, Program, fill

_PARTED = re.compile(r"^.+?(?:[:;]|\s[-–—]+)\s(?P<list>.+? or .+)$")
_LISTED = re.compile(r"^[^,]+, (?P<list>.+? or .+)$")
_TAIL = re.compile(
    r"(?P<one>[\w'-]+) or (?:(?:on|at|in|from|by|during) )?(?:the |an? )?(?P<other>[\w'-]+)$"
)
_ASKS = re.compile(r"^(?:is|are|was|were|do|does|did|has|have|can|will)\b", re.I)


def choice(question: str, ask: Ask) -> Program | None:
    """The question whole, and what it lets one choose from.

    Example: ``choice("Was the vigil held at day or night", ask)`` chooses "day" or "night"
    """
    choices = _choices(question)
    if len(choices) < 2 or len({*choices}) < len(choices):
        return None
    return Choose(ask(question), tuple(fill(each, ()) for each in choices))


def _choices(question: str) -> list[str]:
    if not _ASKS.match(question):
        found = _PARTED.match(question) or _LISTED.match(question)
        return _listed(found["list"]) if found else []
    clause = uninverted(question.split())
    if clause and "or" in clause.subject:
        return _listed(" ".join(clause.subject))
    tail = _TAIL.search(question)
    return [tail["one"], tail["other"]] if tail else []


def _listed(text: str) -> list[str]:
    """The parts of a short list; one that is described and not named must be found first."""
    before, _, last = text.partition(" or ")
    parts = [part.strip(" ,") for part in (*before.split(", "), last)]
    named = all(part and len(part.split()) < 9 and not described(part) for part in parts)
    return parts if named and " or " not in last else []
