"""Reading snippets: values with the spans that say them."""

from collections.abc import Sequence

import msgspec

from manyhop.models import Models, Reading
from manyhop.programs import Value
from manyhop.readers._listing import asks_several, listed
from manyhop.readers._merging import merged
from manyhop.readers._naming import named_like, names
from manyhop.readers._sentences import supporting
from manyhop.readers._shares import shares
from manyhop.sources import Snippet, Span

# Chosen on HybridQA's and OTT-QA's dev tables (98 questions, ten passages each) for chances that
# come true; `training/reader_chances.py` measures them.
SHARPNESS = 0.4  # of the scores of passages
CLEAR = 1.5  # power of a passage's share: whose answer it is, must be clear
RIGHT = 0.9  # of the values that are read in the right passage
IN_TITLE, IN_TEXT, NOWHERE = 0.0, -1.0, -4.0  # added to the score where the given thing is named


class TextReading:
    """Reads every snippet under its title and headings, for "it" is mostly what the title names.

    Example: ``TextReading(models).read("When did it open?", [snippet])[0].citations[0].quote``
    """

    def __init__(self, models: Models) -> None:
        self._models = models

    def read(
        self, question: str, sources: Sequence[Snippet], given: Sequence[Value] = ()
    ) -> list[Value]:
        """Values, the likeliest first; those of several given things each say what they are about.

        A snippet is read once, whatever is given. The snippets share one chance among them; where
        the question asks for several things, each is measured by the best one instead.
        """
        snippets = [snippet for snippet in sources if snippet.text.strip()]
        if not snippets:
            return []
        readings = self._models.text_reader.read(question, [each.searchable for each in snippets])
        read = [pair for pair in zip(snippets, readings, strict=True) if pair[1].text.strip()]
        several = asks_several(question)
        if several and len(given) > 1:
            found = [
                msgspec.structs.replace(value, about=thing.text)
                for thing in given
                for value in self._values(question, _naming(read, thing), (thing,), several)
            ]
            if found:
                return merged(found, together=False)
        return merged(self._values(question, read, given, several), together=not several)

    def _values(
        self,
        question: str,
        read: Sequence[tuple[Snippet, Reading]],
        given: Sequence[Value],
        several: bool,
    ) -> list[Value]:
        scores = [reading.score + _about(snippet, given) for snippet, reading in read]
        likely = shares(scores, SHARPNESS)
        whole = max(likely, default=1.0) if several else 1.0
        found = []
        for (snippet, reading), share in zip(read, likely, strict=True):
            score = RIGHT * reading.chance * (share / whole) ** CLEAR
            found += self._cited(question, snippet, reading, score, several)
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
            place = place or supporting(question, snippet, self._models.reranker)
            return [Value(text, score, (snippet.cite(place),))] if text else []
        parts = listed(reading.text) if several else [Span(0, end - start)]
        places = [Span(start + part.start, start + part.end) for part in parts]
        return [Value(snippet.quote(place), score, (snippet.cite(place),)) for place in places]


def _naming(read: Sequence[tuple[Snippet, Reading]], thing: Value) -> list[tuple[Snippet, Reading]]:
    return [pair for pair in read if _about(pair[0], (thing,)) > NOWHERE]


def _about(snippet: Snippet, given: Sequence[Value]) -> float:
    """How far a snippet is about any of the given things."""
    if not given or any(named_like(snippet.title, thing.text) for thing in given):
        return IN_TITLE
    return IN_TEXT if any(names(snippet.passage, thing.text) for thing in given) else NOWHERE


def _same_words(words: str, text: str) -> Span | None:
    start = text.find(words)
    return Span(start, start + len(words)) if words and start >= 0 else None
