"""Questions that name their answers: "Was it held at day or at night?" """

import re

from manyhop.planners._drafts import Ask
from manyhop.programs import Choose, Program, fill

_PARTED = re.compile(r"^(?P<head>.+?)(?:[:;]|,|\s[-–—]+)\s(?P<list>.+? or .+)$")
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
    if (found := _PARTED.match(question)) and not _ASKS.match(question):
        parts = [part for some in re.split(r",? or ", found["list"]) for part in some.split(", ")]
        short = all(len(part.split()) < 8 for part in parts)
        return [part.strip(" ,") for part in parts if part.strip(" ,")] if short else []
    if _ASKS.match(question) and (found := _TAIL.search(question)):
        return [found["one"], found["other"]]
    return []
