"""One look over all kinds of source, before anything is planned."""

import math
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

import msgspec

from manyhop.answering import Finder, Question
from manyhop.collection import Hit, question_terms
from manyhop.models import Models
from manyhop.sources import KINDS, AnySource, Kind, Snippet

FOUND: dict[Kind, int] = {"snippet": 12, "table": 8, "image": 10, "procedure": 4}
"""How many sources of each kind a look brings."""
CONSIDERED = 40  # snippets that those are picked from
_FEW = 12  # words: less is a heading's remainder or a menu entry


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """A question with what search found for it, kind by kind, best first.

    Ways answer from this and may ask the ``finder`` for more; the finder never asks back.
    Example: ``[hit.source for hit in look.hits["table"]]``
    """

    question: Question
    text: str
    finder: Finder
    models: Models
    hits: Mapping[Kind, Sequence[Hit]]

    def sources(self, kind: Kind) -> list[AnySource]:
        """The sources of a kind that were found, best first."""
        return [hit.source for hit in self.hits.get(kind, ())]


def look(question: Question, text: str, finder: Finder, models: Models) -> Look:
    """Search every kind there is; each sends its own best, so that none is crowded out."""
    hits: dict[Kind, Sequence[Hit]] = {}
    for kind in KINDS:
        if kind == "snippet" and kind in finder.kinds:
            many = finder.find(text, kind, CONSIDERED, quick=True)
            hits[kind] = pick_snippets(text, many)[: FOUND[kind]]
        elif kind in finder.kinds:
            hits[kind] = finder.find(text, kind, FOUND[kind])
    return Look(question=question, text=text, finder=finder, models=models, hits=hits)


def pick_snippets(text: str, hits: Sequence[Hit]) -> list[Hit]:
    """Snippets in the order of their search rank, the rare words they share, and their folder.

    The weights are rounded from fits on our two documentation folders (162 questions each): the
    evidence is among the first eight 114 times for search's own 108, and 133 for 133.
    """
    asked = set(question_terms(text))
    words = {word.strip("?.,:;'\"()").lower() for word in text.split()}
    stems = [set(question_terms(hit.source.searchable, 5_000)) for hit in hits]
    idf = {term: math.log((1 + len(hits)) / (1 + sum(term in s for s in stems))) for term in asked}
    whole = sum(idf.values()) or 1.0

    def score(place: int) -> float:
        source = hits[place].source
        headings = source.headings if isinstance(source, Snippet) else ()
        above = set(question_terms(" ".join((source.title, *headings)), 500))
        folders = {part.lower() for part in PurePosixPath(source.origin).parts[:-1]}
        return (
            20 / (5 + place)
            + 3 * sum(idf[term] for term in asked & stems[place]) / whole
            + 2 * sum(idf[term] for term in asked & above) / whole
            + 2 * bool(folders & words)
            - bool(len(source.searchable.split()) < _FEW)
        )

    scores = [score(place) for place in range(len(hits))]
    order = sorted(range(len(hits)), key=lambda place: -scores[place])
    return [Hit(hits[place].source, scores[place]) for place in order]
