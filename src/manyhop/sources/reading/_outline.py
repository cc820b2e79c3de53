"""Headings that plain text only numbers: "2. Heating", "2.1 Wood stove" on lines of their own."""

import re
from collections.abc import Sequence

from manyhop.sources._procedure import Step
from manyhop.sources.reading._blocks import Heading
from manyhop.sources.reading._procedures import is_how_to, is_order

_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?\s+([^\W\d_].*)")
_LEVEL = 90  # of "1."; below what is underlined, above "Ingredients:"
_SHORT = 9  # words


def numbered_headings(chunks: Sequence[Sequence[str]]) -> dict[int, Heading]:
    """Which of the chunks between blank lines are numbered headings.

    They count from one without a gap, text follows, and they give no orders, which are steps.
    Example: ``numbered_headings([["1. Arrival"], ["The key …"], ["2. Heating"], ["The stove …"]])``
    → ``{0: Heading(90, "1. Arrival"), 2: Heading(90, "2. Heating")}``
    """
    found = {n: mark for n, lines in enumerate(chunks) if (mark := _mark(lines))}
    above = [number for number, title in found.values() if "." not in number]
    titles = [title for number, title in found.values() if "." not in number]
    if above != [str(number) for number in range(1, len(above) + 1)] or len(above) < 2:
        return {}
    if is_how_to(chunks[0][0]) or sum(is_order(Step(text=title)) for title in titles) * 3 > len(
        above
    ):
        return {}
    last = len(chunks) - 1
    if last in found or _side_by_side(found, chunks):
        return {}
    return {
        n: Heading(_LEVEL + number.count("."), chunks[n][0].strip())
        for n, (number, _) in found.items()
    }


def _mark(lines: Sequence[str]) -> tuple[str, str] | None:
    """The number and the words of a short line without an end, alone between blank lines."""
    if len(lines) != 1 or not (match := _NUMBERED.fullmatch(lines[0].strip())):
        return None
    number, words = match.groups()
    is_title = len(words.split()) <= _SHORT and words[-1] not in ".,;:!"
    return (number, words) if is_title else None


def _side_by_side(found: dict[int, tuple[str, str]], chunks: Sequence[Sequence[str]]) -> bool:
    """Whether two stand together on one level: a list whose items have blank lines between them."""
    return any(
        n + 1 in found and found[n + 1][0].count(".") <= number.count(".")
        for n, (number, _) in found.items()
    )
