"""Where sources contradict one another: one value is the answer, the others are told."""

import re
from collections.abc import Sequence

from manyhop.programs import Value, normal_form
from manyhop.sources import Span

_TOLD = 0.3  # of the best value's score, from which on another one is worth telling
_SEVERAL = re.compile(
    r"\b(?:which|what)\s+(?:\w+\s+){0,2}?(?!is\b|was\b|does\b|has\b)\w+[^s\W]s\b"
    r"|\b(?:who|what|which|where)\s+(?:are|were|all)\b"
    r"|\b(?:list|name|give)\s+(?:all|the|every)\b|\bwhich of\b|\ball the\b",
    re.IGNORECASE,
)


def settled(
    question: str, answers: Sequence[Value], candidates: Sequence[Value]
) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """The values to answer with, and those of other texts that contradict them.

    Cells of a table stand side by side and do not contradict each other; nor do texts that are
    asked for several things, or that speak of different ones.
    Example: for "When did it open?", 1981 of one text and 1980 of another give ``(1981,), (1980,)``
    """
    if not answers or not all(map(_from_text, answers)) or asks_for_several(question):
        return tuple(answers), ()
    best = answers[0]
    same_thing = [value for value in answers if value.about == best.about]
    others = [
        value
        for value in candidates
        if value.about == best.about
        and value.score >= _TOLD * best.score
        and _from_text(value)
        and value.citations[0].source_id != best.citations[0].source_id
        and not _alike(value.text, best.text)
    ]
    kept = [value for value in answers if value is best or value not in same_thing]
    return tuple(kept), tuple(others)


def asks_for_several(question: str) -> bool:
    """Whether a question is put in the plural.

    Example: ``asks_for_several("Which bridges opened in 1937?")`` → ``True``
    """
    return _SEVERAL.search(question) is not None


def _from_text(value: Value) -> bool:
    return bool(value.citations) and isinstance(value.citations[0].place, Span)


def _alike(one: str, other: str) -> bool:
    """Whether one says no more than the other: "1981" and "24 June 1981" do not disagree."""
    ours, theirs = (set(re.findall(r"\w+", text.casefold())) for text in (one, other))
    return normal_form(one) == normal_form(other) or ours <= theirs or theirs <= ours
