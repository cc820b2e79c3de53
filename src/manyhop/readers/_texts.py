"""Reading snippets: values with the spans that say them."""

import re
from collections.abc import Sequence

import msgspec

from manyhop.models import Models, Reading, Reranker, word_overlap
from manyhop.programs import Value
from manyhop.readers._reader import (
    NO_PAGES,
    Pages,
    asks_several,
    listed,
    merged,
    named_like,
    names,
    same_page,
    shares,
)
from manyhop.sources import Snippet, Span

# Chosen for chances that come true on HybridQA's and OTT-QA's dev tables (98 questions with ten
# passages each, fast and careful reader alike); `training/reader_chances.py` measures that.
SHARPNESS = 0.3  # of the scores of passages
CLEAR = 1.5  # power of a passage's share: whose answer it is, must be clear
RIGHT = 0.9  # of the values that are read in the right passage
IN_TEXT = -1.0  # added to the score of a passage whose text, not title, names a given thing
UNSURE = 0.5  # of the chance is left where no passage names one
VOUCHED = 0.2  # the score of a value from the title, from which its sentence is chosen with care
READ_SINGLY = 5  # given things at most, each of which takes a reading
_END = re.compile(r"[.!?]+[\"”’)]*\s+(?![a-z])|\n+")


class TextReading:
    """Reads every snippet under its title and headings, for "it" is mostly what the title names.

    Example: ``TextReading(models).read("When did it open?", [snippet])[0].citations[0].quote``
    """

    def __init__(self, models: Models) -> None:
        self._models = models

    def read(
        self,
        question: str,
        sources: Sequence[Snippet],
        given: Sequence[Value] = (),
        pages: Pages = NO_PAGES,
    ) -> list[Value]:
        """Values, the likeliest first; those of several given things each say what they are about.

        Only snippets that name a given thing or are one of its pages are read, where there are any.
        The snippets share one chance among them; where the question asks for several things, each
        is measured by the best one instead, and every given thing is asked about by itself.
        """
        snippets = [snippet for snippet in sources if snippet.text.strip()]
        several = asks_several(question)
        things = {value.text: pages.get(value.text, ()) for value in given}
        if several and len(things) > 1:
            found = [
                msgspec.structs.replace(value, about=thing)
                for thing, its in list(things.items())[:READ_SINGLY]
                for value in self._values(question, _about(snippets, {thing: its}), {thing: its})
            ]
            if found:
                return merged(found, together=False)
        about = _about(snippets, things) if things else snippets
        trust = 1.0 if about else UNSURE
        return merged(
            self._values(question, about or snippets, things, trust), together=not several
        )

    def _values(
        self, question: str, snippets: Sequence[Snippet], things: Pages, trust: float = 1.0
    ) -> list[Value]:
        if not snippets:
            return []
        asked = with_things(question, list(things))
        readings = self._models.text_reader.read(asked, [each.searchable for each in snippets])
        read = [pair for pair in zip(snippets, readings, strict=True) if pair[1].text.strip()]
        likely = shares([reading.score + _far(each, things) for each, reading in read], SHARPNESS)
        several = asks_several(question)
        whole = max(likely, default=1.0) if several else 1.0
        found = []
        for (snippet, reading), share in zip(read, likely, strict=True):
            score = trust * RIGHT * reading.chance * (share / whole) ** CLEAR
            found += self._cited(asked, snippet, reading, score, several)
        return found

    def _cited(
        self, question: str, snippet: Snippet, reading: Reading, score: float, several: bool
    ) -> list[Value]:
        """A reading as values with places in the snippet's text.

        A value from the title is vouched for by the text: by the same words there, or else by the
        sentence that goes best with the question.
        """
        ahead = len(snippet.searchable) - len(snippet.text)
        start, end = reading.start - ahead, reading.end - ahead
        if start < 0 or reading.end == 0:
            text = reading.text if end <= 0 else snippet.searchable[reading.start : ahead].strip()
            place = _same_words(text, snippet.text) if reading.end else None
            reranker = self._models.reranker if score >= VOUCHED else None
            place = place or supporting(question, snippet, reranker)
            return [Value(text, score, (snippet.cite(place),))] if text else []
        parts = listed(reading.text) if several else [Span(0, end - start)]
        places = [Span(start + part.start, start + part.end) for part in parts]
        return [Value(snippet.quote(place), score, (snippet.cite(place),)) for place in places]


def with_things(question: str, things: Sequence[str]) -> str:
    """The question with what it is about, where it does not say so itself.

    Told so, the embedded reader found 24 of 50 of HybridQA's dev answers in the right one of ten
    passages, and else 17.
    Example: ``with_things("When did it open?", ["Humber Bridge"])`` → ``"… (Humber Bridge)"``
    """
    missing = [thing for thing in things if not names(question, thing)]
    return f"{question} ({', '.join(missing)})" if missing else question


def _about(snippets: Sequence[Snippet], things: Pages) -> list[Snippet]:
    return [
        each
        for each in snippets
        if _titled(each, things) or any(names(each.passage, thing) for thing in things)
    ]


def _titled(snippet: Snippet, things: Pages) -> bool:
    """Whether a snippet is about given things: by its title, or as one of their pages."""
    return any(
        named_like(snippet.title, thing) or any(same_page(snippet.title, page) for page in its)
        for thing, its in things.items()
    )


def _far(snippet: Snippet, things: Pages) -> float:
    """What is taken off where a snippet speaks of given things but is not about them."""
    return 0.0 if not things or _titled(snippet, things) else IN_TEXT


def _same_words(words: str, text: str) -> Span | None:
    start = text.find(words)
    return Span(start, start + len(words)) if words and start >= 0 else None


# The sentences of a text, by their places in it.


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
