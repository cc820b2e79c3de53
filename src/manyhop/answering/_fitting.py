"""Whether a value is of the kind that its question asks for."""

import re

from manyhop.programs import normal_form

_DATE = re.compile(
    r"\bwhen\b|\b(?:what|which)\s+(?:\w+\s+)?(?:year|date|day|month|decade|century)\b", re.I
)
_NUMBER = re.compile(
    r"\bhow (?:many|much|old|long|tall|high|deep|wide|far|large|big|heavy)\b", re.I
)
_PERSON = re.compile(r"\bwho(?:se|m)?\b", re.I)
_YES_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.I
)
_OTHER = re.compile(r"\b(?:what|which|where|why|how)\b", re.I)
_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.I)
_NUMBER_WORD = re.compile(
    r"\b(?:no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|"
    r"million|billion|dozen|once|twice|half|several|few)\b",
    re.I,
)
_NOUN = re.compile(r"\b(?:which|what) ([a-z]+)\b", re.IGNORECASE)


def fits(question: str, value: str) -> bool:
    """Whether a value may answer: a date for "when", a number for "how many", no date for "who".

    Where the question does not tell, everything fits.
    Example: ``fits("When did it open?", "Hull")`` → ``False``
    """
    if _asked_noun(question) == normal_form(value):
        return False
    polar = is_polar(value)
    if _YES_NO.match(question.strip()) and " or " not in question:
        return polar
    match _first_asked(question):
        case "date":
            return bool(re.search(r"\d", value) or _MONTH.search(value))
        case "number":
            return bool(re.search(r"\d", value) or _NUMBER_WORD.search(value))
        case "person":
            return not re.fullmatch(r"[\d\W]*", value) and not polar
    return not polar


def _asked_noun(question: str) -> str:
    """What a "which" or "what" asks for: to say "sea" does not tell which sea."""
    found = _NOUN.search(question)
    return normal_form(found[1]) if found else ""


def is_polar(value: str) -> bool:
    """Whether a value is yes or no."""
    return normal_form(value) in {"yes", "no"}


def _first_asked(question: str) -> str:
    """The kind that the first question word asks for."""
    kinds = {"date": _DATE, "number": _NUMBER, "person": _PERSON, "": _OTHER}
    found = {
        kind: match.start() for kind, asks in kinds.items() if (match := asks.search(question))
    }
    return min(found, key=lambda kind: (found[kind], not kind), default="")
