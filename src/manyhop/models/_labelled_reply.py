"""A model's reply in labelled lines, read forgivingly."""

import re

_LINE = re.compile(r"^[^\w\n]*(\w+)[*_ ]*:[ \t*_]*(.*)$", re.MULTILINE)
_PERCENT = re.compile(r"\d+(?:\.\d+)?")
_EDGES = " \t\"'`*_.,;:!?“”‘’"
_UNSAID = 0.5

NONE = frozenset(("", "none", "n/a", "unknown", "not given", "no answer", "unanswerable"))


def labelled_lines(reply: str) -> dict[str, str]:
    """What follows each label, by the label in lower case; of two like labels the first counts.

    Example: ``labelled_lines("Answer: 1981\\nSure: 90")`` → ``{"answer": "1981", "sure": "90"}``
    """
    found: dict[str, str] = {}
    for label, said in _LINE.findall(reply):
        found.setdefault(label.lower(), said.strip())
    return found


def answer_said(reply: str) -> str:
    """The answer in a reply, or all of it where it is one unlabelled line; ``""`` for none.

    Example: ``answer_said("**Answer:** the Humber Bridge.")`` → ``"the Humber Bridge"``
    """
    lines = labelled_lines(reply)
    said = lines.get("answer", "" if "sure" in lines else reply.strip())
    said = said.strip(_EDGES) if "\n" not in said else ""
    return "" if said.lower() in NONE else said


def sureness(reply: str) -> float:
    """How sure the model says to be, 0..1; one half where it does not say.

    Example: ``sureness("Answer: 1981\\nSure: 90%")`` → ``0.9``
    """
    found = _PERCENT.search(labelled_lines(reply).get("sure", ""))
    return min(float(found[0]) / 100, 1.0) if found else _UNSAID
