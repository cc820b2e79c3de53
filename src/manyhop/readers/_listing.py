"""Questions that ask for several things, and values that list several."""

import re

from manyhop.sources import Span

_SEVERAL = re.compile(
    r"^\s*(?:list|name (?:all|the|some)\b|(?:which|what|who) (?:are|were)\b"
    r"|(?:which|what)(?: \w+){0,2} (?!\w+(?:ss|us|is)\b)\w+s (?:are|were|have|do|did|can)\b"
    r"|(?:which|what) (?:people|children|women|men)\b)",
    re.IGNORECASE,
)
_ONE = re.compile(r"^\s*which(?: [\w-]+){1,8}? (?:is|was|has|had|shows|does)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[,;]\s*(?:and\s+|or\s+|&\s*)?|\s(?:and|or|&)\s)\s*", re.IGNORECASE)
_LIST = re.compile(r"[,;].*(?:\b(?:and|or)\b|&)|[,;].*[,;]", re.IGNORECASE | re.DOTALL)
_LONGEST = 6  # words of one part: longer ones are clauses


def asks_several(question: str) -> bool:
    """Whether more than one answer is expected, as far as the first words tell.

    Example: ``asks_several("Which bridges are in Japan?")`` → ``True``
    """
    return _SEVERAL.search(question) is not None


def asks_one(question: str) -> bool:
    """Whether exactly one thing is asked for, as far as the verb tells.

    Example: ``asks_one("Which bridge has two red towers?")`` → ``True``
    """
    return _ONE.search(question) is not None and not asks_several(question)


def listed(text: str) -> list[Span]:
    """The parts of a list, by their places in it; the whole where it is none.

    Example: ``listed("Ann, Bo and Cy")`` → ``[Span(0, 3), Span(5, 7), Span(12, 14)]``
    """
    whole = [Span(0, len(text))]
    if not _LIST.search(text):
        return whole
    parts, start = [], 0
    for between in [*_BETWEEN.finditer(text), None]:
        end = between.start() if between else len(text)
        if text[start:end].strip():
            parts.append(Span(start, end))
        start = between.end() if between else end
    short = all(len(text[part.start : part.end].split()) <= _LONGEST for part in parts)
    return parts if short and len(parts) > 2 else whole
