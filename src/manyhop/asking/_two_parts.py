"""Questions in two parts: "when is it, and who leads it", "the difference between A and B"."""

import re

_AND = re.compile(
    r",?\s+(?:and|but)\s+(?=(?:what|who|whom|when|where|which|how|why|is|are|does|do|by|in|on|for|at|with|from)\b)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\b(?:difference|distinction|choose|choice|compare|relation)\w*\b.*?\b(?:between|of)\s+"
    r"(?P<one>.+?)\s+(?:and|from|or)\s+(?P<other>.+?)\s*\?",
    re.IGNORECASE,
)
_DIFFER = re.compile(
    r"\b(?:how|what|why)\b.*?\b(?:do|does|is|are|sets?|makes?|distinguish\w*|tells?)\s+(?P<one>.+?)\s+"
    r"(?:and|from|differs? from|different from|apart from|unlike|or|compared (?:with|to))\s+"
    r"(?P<other>.+?)\s*(?:\bdiffer\b.*|\bapart\b.*)?\?",
    re.IGNORECASE,
)
_ASKS_DIFFERENCE = re.compile(
    r"\b(?:differ\w*|distinguish\w*|distinction|compare\w*|unlike|versus|vs|apart)\b", re.IGNORECASE
)
_PREPOSITIONS = frozenset(("for", "in", "on", "at", "by", "with", "from"))
_PARTED = re.compile(r"\s+(?:when|if|while|for|in)\s+", re.IGNORECASE)


def parts_asked(question: str) -> tuple[str, str] | None:
    """The two questions in one; the second keeps the first's words, which tell what "it" is.

    Example: ``parts_asked("When is the walk, and who leads it?")``
    → ``("When is the walk?", "When is the walk: who leads it?")``
    """
    found = _AND.search(question)
    if not found or found.start() < 12:
        return None
    first, second = question[: found.start()], question[found.end() :]
    if len(second.split()) < 2:
        return None
    preposition = second.split()[0].lower()
    again = first.lower().rfind(f" {preposition} ")
    if preposition in _PREPOSITIONS and again > 0:
        return f"{first}?", f"{first[:again]} {second}"
    return f"{first}?", f"{first}: {second}"


def sides_asked(question: str) -> tuple[str, str] | None:
    """The two things that a question wants told apart.

    Example: ``sides_asked("What is the difference between Find and Search?")``
    → ``("Find", "Search")``
    """
    if not _ASKS_DIFFERENCE.search(question):
        return None
    found = _BETWEEN.search(question) or _DIFFER.search(question)
    if not found:
        return None
    one, other = found["one"].strip(), _PARTED.split(found["other"].strip())[0]
    return (one, other) if one and other else None
