"""The sentences around quoted spans."""

import re
from collections.abc import Sequence
from itertools import pairwise

from rich.console import Console
from rich.text import Text

from manyhop.cli._quoted import quoted
from manyhop.sources import Span

_END = re.compile(r"""[.!?]["'”’)\]]*\s+(?=["'“‘(\[]?[A-Z0-9À-Þ])|\n\s*\n""")
_SHORT_FOR = re.compile(r"(?:^|[\s(.])(?:[A-Z]|Dr|Mr|Mrs|Ms|St|No|Jr|Sr|vs|ca|c)\.\s*$")
_WIDEST = 320


def cited_sentences(text: str, spans: Sequence[Span], console: Console) -> Text:
    """Whole sentences with the spans marked in them; what is left out is a "…".

    Example: ``cited_sentences("It is long. It opened in 1981.", [Span(25, 29)], console)`` is,
    without colours, ``… It opened in «1981».``
    """
    shown, end = Text(), 0
    for start, stop in _stretches(text, sorted(spans, key=lambda span: span.start)):
        if start > end:
            shown.append(" … " if shown else "… ")
        part = text[start:stop].rstrip()
        places = [(span.start - start, span.end - start) for span in spans if span.end > start]
        shown.append(quoted(part, places, console))
        end = stop
    return shown.append(" …") if text[end:].strip() else shown


def sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence begins and ends, the white space after it included.

    Example: ``sentences("Dr. Roe came. She won.")`` → ``[(0, 14), (14, 22)]``
    """
    ends = [end for end in (found.end() for found in _END.finditer(text)) if _is_end(text, end)]
    places = sorted({0, *ends, len(text)})
    return list(pairwise(places))


def _is_end(text: str, end: int) -> bool:
    return not _SHORT_FOR.search(text, max(0, end - 12), end)


def _stretches(text: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """The parts of the text to show, in order and apart from each other."""
    stretches: list[tuple[int, int]] = []
    every = sentences(text)
    for span in spans:
        around = [part for part in every if part[0] < span.end and span.start < part[1]]
        start, stop = _narrowed(text, around[0][0], around[-1][1], span)
        if stretches and start <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(stop, stretches[-1][1]))
        else:
            stretches.append((start, stop))
    return stretches


def _narrowed(text: str, start: int, stop: int, span: Span) -> tuple[int, int]:
    """As much around the span as fits, cut between words."""
    if stop - start <= _WIDEST:
        return start, stop
    room = max(40, (_WIDEST - (span.end - span.start)) // 2)
    if span.start - start > room:
        start = text.rfind(" ", start, span.start - room) + 1 or span.start
    if stop - span.end > room:
        stop = text.find(" ", span.end + room, stop) + 1 or stop
    return start, stop
