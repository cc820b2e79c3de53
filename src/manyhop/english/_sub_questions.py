"""The simpler questions behind a question: one per thing compared, one per hop."""

import re

from manyhop.english._phrasing import tidy
from manyhop.english._words import AUXILIARIES, bare

_COMPARED = {
    "taller": "How tall",
    "higher": "How high",
    "longer": "How long",
    "shorter": "How tall",
    "older": "How old",
    "younger": "How old",
    "newer": "How old",
    "larger": "How large",
    "bigger": "How large",
    "smaller": "How large",
    "wider": "How wide",
    "deeper": "How deep",
    "heavier": "How heavy",
    "darker": "How dark",
    "brighter": "How bright",
}
_CHOICE = re.compile(r"^(?P<head>.*?)[,;:?]\s*(?P<a>[^,;:?]+?),? or (?P<b>[^,;:?]+)$")
_HOP = re.compile(
    r"^(?P<ask>.+?\b(?:of|in|for|by|from|at|to|about)) the (?P<thing>[\w' -]+?) "
    r"(?P<link>that|which|who|where) (?P<rest>.+)$"
)
_BOTH = re.compile(r"^(?P<aux>\w+) both (?P<a>.+?) and (?P<b>.+?) (?P<rest>(?:have|use|show) .+)$")


def sub_questions(question: str) -> list[str]:
    """The questions to answer first, in order; the question itself where it is simple.

    ``#1`` stands for the first question's answer.
    Example: ``sub_questions("Who founded the town that hosted the 1908 fair?")`` is
    ``["Which town hosted the 1908 fair?", "Who founded #1?"]``
    """
    text = tidy(question).rstrip("?. ")
    return _compared(text) or _each(text) or _hops(text) or [text + "?"]


def _compared(text: str) -> list[str]:
    """Which is taller, A or B? → How tall is A? How tall is B?"""
    found = _CHOICE.match(text)
    words = [bare(word) for word in found["head"].split()] if found else []
    comparative = next((word for word in words if word in _COMPARED), None)
    if not found or comparative is None or words[-1] != comparative or len(words) > 4:
        return []
    be = next((word for word in words if word in {"is", "are", "was", "were"}), "is")
    return [f"{_COMPARED[comparative]} {be} {found[side].strip()}?" for side in "ab"]


def _each(text: str) -> list[str]:
    """Do both A and B have C? → Does A have C? Does B have C?"""
    found = _BOTH.match(text)
    if not found or found["aux"].lower() != "do":
        return []
    return [f"Does {found[side]} {found['rest']}?" for side in "ab"]


def _hops(text: str) -> list[str]:
    """Who founded the town that hosted C? → Which town hosted C? Who founded #1?"""
    found = _HOP.match(text) or _DIRECT.match(text)
    if not found or len(found["thing"].split()) > 4:
        return []
    rest = found["rest"]
    if bare(rest.split()[0]) in AUXILIARIES - {"is", "was", "are", "were", "has", "had", "have"}:
        return []
    if found["link"] == "where":
        return []
    return [f"Which {found['thing']} {rest}?", f"{found['ask']} #1?"]


_DIRECT = re.compile(
    r"^(?P<ask>(?:Who|What|Which \w+) \w+) the (?P<thing>[\w' -]+?) "
    r"(?P<link>that|which|who) (?P<rest>.+)$"
)
