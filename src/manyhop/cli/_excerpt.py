"""The part of a source that bears on a question."""

import re
from collections.abc import Sequence

from rich.text import Text

from manyhop.cli._console import shorten

_WORD = re.compile(r"\w+")
_TELLING = 4  # shorter words rarely tell what a question is about
_ROOT = 5  # letters that two forms of a word have in common


def pattern(question: str) -> re.Pattern[str] | None:
    """What finds the question's longer words and numbers in a text, in any ending.

    Example: ``pattern("Which bridges?").search("the bridge")`` matches.
    """
    words = [word for word in _WORD.findall(question) if len(word) >= _TELLING or word.isdigit()]
    roots = sorted({re.escape(word[:_ROOT]) for word in words})
    return re.compile(rf"\b(?:{'|'.join(roots)})\w*", re.IGNORECASE) if roots else None


def excerpt(text: str, question: str, width: int = 240) -> Text:
    """The stretch of a text with most of the question's words in it, these in bold."""
    line, found = " ".join(text.split()), pattern(question)
    if found is None or len(line) <= width:
        return _marked(shorten(line, width), found)
    matches = [(match.start(), match[0][:_ROOT].lower()) for match in found.finditer(line)]
    best = max(
        (start for start, _ in matches),
        key=lambda start: len({word for at, word in matches if 0 <= at - start < width * 0.8}),
        default=0,
    )
    start = _beginning(line, best) if best > width // 3 else 0
    return _marked(("…" if start else "") + shorten(line[start:], width), found)


def telling(lines: Sequence[str], question: str, number: int) -> list[int]:
    """Which lines to show where only some fit: those with most of the question's words, in order.

    Example: ``telling(["Forth", "Humber", "Tower"], "How long is the Humber?", 1)`` → ``[1]``
    """
    found = pattern(question)
    hits = [len(set(found.findall(line.lower()))) if found else 0 for line in lines]
    best = sorted(range(len(lines)), key=lambda at: (-hits[at], at))[:number]
    return sorted(best)


def _beginning(line: str, at: int) -> int:
    """The start of the sentence that holds a place, or of a word shortly before it."""
    sentence = max(line.rfind(mark, 0, at) for mark in (". ", "! ", "? ")) + 2
    return sentence if sentence > 1 and at - sentence < 80 else line.rfind(" ", 0, at - 40) + 1


def _marked(line: str, found: re.Pattern[str] | None) -> Text:
    text = Text(line)
    if found:
        text.highlight_regex(found, "bold")
    return text
