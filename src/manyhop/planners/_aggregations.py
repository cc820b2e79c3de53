"""How many, how much in all, on average: one number over what a question finds."""

import re

from manyhop.english import AUXILIARIES, bare
from manyhop.planners._drafts import Ask, is_plural
from manyhop.programs import Aggregate, Aggregation, Program

_COUNT = re.compile(r"^(?P<before>in .+?, )?how many (?P<rest>.+)$", re.I)
_TOTAL = re.compile(
    r"^what (?:is|was|were|are) the (?P<word>average|mean|total|combined|sum|overall)"
    r"(?: of)?(?: all)?(?: the)? (?P<what>.+?) (?P<of>of|for|in|among|when|at|across) "
    r"(?P<rest>.+)$",
    re.I,
)
_LISTED = re.compile(r"\b(?:tables?|list|listed|rows?|column|collection)\b", re.I)
_OPERATIONS: dict[str, Aggregation] = {"average": "mean", "mean": "mean"}


def aggregation(question: str, ask: Ask) -> Program | None:
    """What is to be counted or added up, and how.

    Example: ``aggregation("How many bridges in the table are in Japan", ask)`` counts what
    "Which bridges in the table are in Japan?" gives.
    """
    return _counted(question, ask) or _reckoned(question, ask)


def _counted(question: str, ask: Ask) -> Program | None:
    """Only things that stand in a list are counted; else the number itself is asked for."""
    found = _COUNT.match(question)
    words = found["rest"].split() if found else []
    if not found or not _is_list(question, words):
        return None
    return Aggregate("count", ask(f"{found['before'] or ''}which {found['rest']}"))


def _is_list(question: str, words: list[str]) -> bool:
    if len(words) < 2 or not any(is_plural(word) for word in words[:3]):
        return False
    does = any(bare(word) in {"does", "did", "do", "has"} for word in words)
    dated = re.search(r"\b(?:before|after|since|between|in) \d{4}\b", question)
    plain = bare(words[1]) in AUXILIARIES | {"opened", "have", "with", "that", "won"}
    return bool(_LISTED.search(question)) or (not does and bool(dated) and plain)


def _reckoned(question: str, ask: Ask) -> Program | None:
    found = _TOTAL.match(question)
    if not found or found["what"].startswith("number"):
        return None
    operation = _OPERATIONS.get(found["word"].lower(), "sum")
    asked = f"what is the {found['what']} {found['of']} {found['rest']}"
    return Aggregate(operation, ask(asked))
