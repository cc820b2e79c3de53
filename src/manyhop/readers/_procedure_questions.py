"""What a question asks of a procedure, where its form alone can tell."""

import re
from typing import Literal

from manyhop.readers._asked_words import AskedWords, stems

Asked = Literal[
    "count", "numbered", "first", "last", "materials", "step", "next", "previous", "whole", "answer"
]

_DO = r"\bwhat (?:do|does|should|must|is|happens|comes|will)\b.*"
_NTH = "second third fourth fifth sixth seventh eighth ninth tenth"
_ORDINALS = _NTH.split()
_NUMBERED = re.compile(
    rf"\b(?P<ordinal>{'|'.join(_ORDINALS)}) step\b"
    r"|\b(?P<before>\d+)(?:st|nd|rd|th) step\b|\bstep (?:number |no\. ?)?(?P<after>\d+)\b",
    re.IGNORECASE,
)
_PATTERNS: dict[Asked, str] = {
    "count": r"\bhow many (?:\w+ )?steps\b|\bnumber of steps\b",
    "first": r"\bfirst (?:step|thing)|\b(?:comes?|do) first\b|"
    r"\bhow (?:do|should) .* (?:start|begin)",
    "last": r"\b(?:last|final) (?:step|thing)|\b(?:comes?|do) last\b",
    "materials": r"\bwhat (?:do|will) (?:i|you|we) need\b|"
    r"\b(?:ingredients|materials|tools|supplies)\b.*\b(?:need\w*|required?|used?|are|go|have|contain)\b",
    "step": r"\b(?:which|what) step\b",
    "previous": rf"{_DO}\b(?:before|prior to)\b",
    "next": rf"{_DO}\b(?:after|once|following|next)\b",
    "numbered": _NUMBERED.pattern,
    "whole": r"^how (?:to|do|does|can|should|would)\b|\b(?:instructions|steps|recipe) (?:for|to)\b",
}
_HOW = "should i you we make build cook instructions instruction steps step recipe"
_ASKING = frozenset(_HOW.split())
_LEADING = re.compile(
    r"^.*?\b(?:after|before|following|once|when|prior to)\b\s*"
    r"(?:that\s+)?(?:(?:you|i|we|one|having)(?:'ve|\s+have)?\s+)?",
    re.IGNORECASE,
)


def asked_of(question: str) -> Asked:
    """The first pattern that fits; "answer" where something inside the steps is asked for.

    Example: ``asked_of("What do I do after cutting the rope?")`` → ``"next"``
    """
    for asked, pattern in _PATTERNS.items():
        if re.search(pattern, question, re.IGNORECASE):
            return asked
    return "answer"


def number_asked(question: str) -> int:
    """The number of the step that a question asks for by its number, counted from 1.

    Example: ``number_asked("What is the third step?")`` → ``3``
    """
    found = _NUMBERED.search(question)
    if found is None:
        return 0
    if ordinal := found["ordinal"]:
        return _ORDINALS.index(ordinal.lower()) + 2
    return int(found["before"] or found["after"])


def is_about_all_of(question: str, title: str) -> bool:
    """Whether a "how" is about what a procedure's title says, and nothing inside it.

    Example: ``is_about_all_of("How do I tie a bowline?", "Tie a bowline")`` → ``True``
    """
    words = AskedWords(question).left()
    asked = {word.stem for word in words if word.text not in _ASKING}
    return bool(asked) and asked <= set(stems(title))


def described(question: str) -> str:
    """The part of a question that describes a step.

    Example: ``described("What do I do after I have cut the rope?")`` → ``"cut the rope?"``
    """
    return _LEADING.sub("", question).strip() or question
