"""How far the words of a question are from the bracketed language it was made from."""

import re

_BRACKETS = re.compile(r"[\[\]{}()]")


def edit_distance(one: str, other: str) -> float:
    """Letters to change, put in or take out, as a share of the longer text; brackets aside.

    Example: ``edit_distance("Who won?", "who [won]")`` → ``0.25``
    """
    ours, theirs = (_BRACKETS.sub("", text) for text in (one, other))
    if not ours and not theirs:
        return 0.0
    return _changes(ours, theirs) / max(len(ours), len(theirs))


def _changes(one: str, other: str) -> int:
    previous = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        current = [row]
        for column, wanted in enumerate(other, start=1):
            change = previous[column - 1] + (letter != wanted)
            current.append(min(previous[column] + 1, current[-1] + 1, change))
        previous = current
    return previous[-1]
