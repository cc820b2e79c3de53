"""Where sentences begin and end."""

import re

from manyhop.generation.texts._grammar import words

_MARK = re.compile(r"[.!?]\s+|\n\s*")
_LAST = re.compile(r"\s*[.!?]*\s*$")
_WORD_BEFORE = re.compile(r"[\w.]*$")
_ABBREVIATIONS = words("St Ste Mt Ft Dr Mr Mrs Ms Jr Sr No vs Inc Ltd Co ca c approx Lt Col Gen")


def sentences(text: str, most: int) -> list[tuple[int, int]]:
    """The first sentences, as start and end without the closing mark.

    Example: ``sentences("It opened in 1981. It is long.", 8)`` → ``[(0, 17), (19, 29)]``
    """
    found: list[tuple[int, int]] = []
    start = 0
    for mark in _MARK.finditer(text):
        end = mark.start()
        if end > start and text[end] != "\n" and not _closes(text, end, mark.end()):
            continue
        if text[start:end].strip():
            found.append((start, end - (text[end - 1] == " ")))
        start = mark.end()
        if len(found) == most:
            return found
    last = _LAST.search(text, start)
    end = last.start() if last else len(text)
    if end > start:
        found.append((start, end))
    return found


def _closes(text: str, mark: int, after: int) -> bool:
    """Whether the mark ends a sentence: it stands alone, or no abbreviation is before it."""
    if text[mark - 1] == " ":
        return True
    if after < len(text) and text[after].islower():
        return False
    before = _WORD_BEFORE.search(text, max(0, mark - 12), mark)
    word = before[0] if before else ""
    return word not in _ABBREVIATIONS and not (word[-1:].isupper() and len(word.split(".")[-1]) < 2)
