"""Where sentences begin and end."""

import re

_END = re.compile(
    r"\s[.!?]\s+(?=\S)"
    r"|(?<![\s.][A-Z])(?<!\b[A-Z])(?<!\bSt)(?<!\bMt)(?<!\bFt)(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bJr)"
    r"(?<!\bSr)(?<!\bNo)(?<!\bvs)(?<!\bInc)(?<!\bLtd)(?<!\bCo)(?<!\bca)(?<!\bapprox)"
    r"[.!?]\s+(?=[^\Wa-z_])"
    r"|\n\s*"
)
_LAST = re.compile(r"\s*[.!?]*\s*$")


def sentences(text: str, most: int) -> list[tuple[int, int]]:
    """The first sentences, as start and end without the closing mark.

    Example: ``sentences("It opened in 1981. It is long.", 8)`` → ``[(0, 17), (19, 29)]``
    """
    found: list[tuple[int, int]] = []
    start = 0
    for mark in _END.finditer(text):
        if mark.start() > start:
            found.append((start, mark.start()))
        start = mark.end()
        if len(found) == most:
            return found
    last = _LAST.search(text, start)
    end = last.start() if last else len(text)
    if end > start:
        found.append((start, end))
    return found
