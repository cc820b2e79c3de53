"""The sentences of a text, by their places in it."""

import re

from manyhop.models import Reranker, word_overlap
from manyhop.sources import Snippet, Span

_END = re.compile(r"[.!?]+[\"”’)]*\s+(?![a-z])|\n+")


def sentences(text: str) -> list[Span]:
    """Where each sentence stands, without the space around it.

    Example: ``sentences("It is long. It opened in 1981.")`` → ``[Span(0, 11), Span(12, 30)]``
    """
    starts = [0, *(end.end() for end in _END.finditer(text))]
    found = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        words = text[start:end]
        if said := words.strip():
            first = start + words.index(said[0])
            found.append(Span(first, first + len(said)))
    return found


def supporting(question: str, snippet: Snippet, reranker: Reranker | None = None) -> Span:
    """The sentence that goes best with a question, by shared words where nobody reranks them.

    What "it" is, the title tells.
    """
    text = snippet.text
    spans = sentences(text)
    if len(spans) == 1:
        return spans[0]
    told = [f"{snippet.title}\n{text[span.start : span.end]}" for span in spans]
    scores = reranker.score(question, told) if reranker else word_overlap(question, told).tolist()
    return max(zip(scores, spans, strict=True), key=lambda pair: pair[0])[1]
