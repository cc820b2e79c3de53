"""Finding in a whole collection: the open-domain setting."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.answering._candidates import OF_PAGE
from manyhop.collection import Collection, Gallery, Hit
from manyhop.models import Models, Sight
from manyhop.readers import same_page
from manyhop.sources import AnySource, Image, Kind

SEARCH_WEIGHT = 2.0  # of the search's score beside the reranker's, both as deviations
_RERANKED: frozenset[Kind] = frozenset({"snippet", "table", "procedure"})
_LOOKED_AT = 8  # hits among which those with the wanted title are looked for
_MORE = 1  # hits that the reranker looks at beyond those that are wanted


class InCollection:
    """Searches a collection and, for texts, lets the reranker have a say in the order.

    The reranker alone would order them worse than both together.
    Example: ``InCollection(collection, models).find("Who built it?", "snippet", 5)``
    """

    def __init__(self, collection: Collection, models: Models) -> None:
        self._collection = collection
        self._models = models
        self._found: dict[tuple[str, Kind, int, bool], list[Hit]] = {}
        self._pages: dict[tuple[str, Kind], list[AnySource]] = {}

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of source there are."""
        return frozenset(kind for kind, number in self._collection.counts().items() if number)

    def get(self, id: str) -> AnySource | None:
        """The source with an id, None where there is none."""
        return self._collection.get(id) if id in self._collection else None

    def titled(self, title: str, kind: Kind) -> list[AnySource]:
        """The sources of a kind that belong to the page with a title, a few at most."""
        if (title, kind) not in self._pages:
            hits = self._collection.search(title, _LOOKED_AT, modality=kind, mode="words")
            found = [hit.source for hit in hits if same_page(hit.source.title, title)]
            self._pages[title, kind] = found[:OF_PAGE]
        return self._pages[title, kind]

    def find(self, question: str, kind: Kind, k: int, *, quick: bool = False) -> Sequence[Hit]:
        """The ``k`` best sources of a kind, best first; ``quick`` spares the reranker."""
        key = question, kind, k, quick
        if key not in self._found:
            self._found[key] = self._search(question, kind, k, quick)
        return self._found[key]

    def gallery(self) -> Gallery:
        """All pictures with a glance of each."""
        return self._collection.gallery()

    def sight(self, id: str) -> Sight | None:
        """What was seen in the picture with an id when it was indexed."""
        return self._collection.sight(id)

    def named(self, name: str) -> list[Image]:
        """The pictures whose file has a name, with or without its ending, or a number."""
        return self._collection.named(name)

    def _search(self, question: str, kind: Kind, k: int, quick: bool) -> list[Hit]:
        if quick or kind not in _RERANKED:
            return self._collection.search(question, k, modality=kind)
        hits = self._collection.search(question, k + _MORE, modality=kind)
        if len(hits) < 2:
            return hits
        judged = self._models.reranker.score(question, [hit.source.gist(question) for hit in hits])
        searched = _deviations([hit.score for hit in hits])
        both = _deviations(judged) + SEARCH_WEIGHT * searched
        order = np.argsort(-both, kind="stable")[:k].tolist()
        return [Hit(hits[place].source, float(both[place])) for place in order]


def _deviations(scores: Sequence[float]) -> NDArray[np.float64]:
    """How many standard deviations each score is above the mean."""
    found = np.asarray(scores, np.float64)
    spread = float(found.std()) or 1.0
    return np.asarray((found - found.mean()) / spread, np.float64)
