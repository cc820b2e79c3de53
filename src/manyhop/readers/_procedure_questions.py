"""What a question asks of a procedure, where its form alone can tell."""

import re
from typing import Literal

Asked = Literal["count", "first", "last", "materials", "step", "next", "previous", "answer"]

_DO = r"\bwhat (?:do|does|should|must|is|happens|comes|will)\b.*"
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
}
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


def described(question: str) -> str:
    """The part of a question that describes a step.

    Example: ``described("What do I do after I have cut the rope?")`` → ``"cut the rope?"``
    """
    return _LEADING.sub("", question).strip() or question
