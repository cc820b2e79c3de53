"""One look over all kinds of source, before anything is planned."""

from collections.abc import Mapping, Sequence

import msgspec

from manyhop.answering import Finder, Question
from manyhop.collection import Hit
from manyhop.models import Models
from manyhop.sources import KINDS, AnySource, Kind

FOUND: dict[Kind, int] = {"snippet": 8, "table": 8, "image": 10, "procedure": 4}
"""How many sources of each kind a look brings."""


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
    hits = {kind: finder.find(text, kind, FOUND[kind]) for kind in KINDS if kind in finder.kinds}
    return Look(question=question, text=text, finder=finder, models=models, hits=hits)
