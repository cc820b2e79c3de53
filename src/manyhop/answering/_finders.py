"""Where the engine's hops find their sources: among given candidates, or in a collection."""

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from manyhop.collection import Collection, Gallery, Hit, is_named, pixels_of
from manyhop.models import Models, Sight, glances, shared_sights, source_scores, word_overlap
from manyhop.readers import same_page
from manyhop.sources import AnySource, Image, Kind

OF_PAGE = 3  # sources at most that stand for one page
_RERANKED = 12  # candidates that the reranker looks at; words and vectors choose them
SEARCH_WEIGHT = 2.0  # of the search's score beside the reranker's, both as deviations
_RERANKED_KINDS: frozenset[Kind] = frozenset({"snippet", "table", "procedure"})
_LOOKED_AT = 8  # hits among which those with the wanted title are looked for
_MORE = 1  # hits that the reranker looks at beyond those that are wanted


class Finder(Protocol):
    """The same engine answers from candidates and from a collection; only this differs.

    Example: ``Candidates(question.candidates, models).find("Who built it?", "snippet", 10)``
    """

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of source there are."""
        ...

    def get(self, id: str) -> AnySource | None:
        """The source with an id, None where there is none."""
        ...

    def titled(self, title: str, kind: Kind) -> Sequence[AnySource]:
        """The sources of a kind that belong to the page with a title, a few at most."""
        ...

    def find(self, question: str, kind: Kind, k: int, *, quick: bool = False) -> Sequence[Hit]:
        """The ``k`` best sources of a kind, best first; ``quick`` spares the reranker."""
        ...

    def gallery(self) -> Gallery:
        """All pictures with a glance of each."""
        ...

    def sight(self, id: str) -> Sight | None:
        """What is seen in the picture with an id; None where there are no pixels."""
        ...

    def named(self, name: str) -> Sequence[Image]:
        """The pictures whose file has a name, with or without its ending, or a number."""
        ...


class Candidates:
    """Orders the candidates of a kind; one question only, so that nothing is scored twice.

    Where there are no more than wanted, words and vectors order them, which costs next to nothing:
    readers look at all of them anyway.
    Example: ``Candidates(question.candidates, models).find("Who built it?", "snippet", 10)``
    """

    def __init__(self, sources: Sequence[AnySource], models: Models) -> None:
        self._models = models
        self._sources: dict[Kind, list[AnySource]] = {}
        for source in dict.fromkeys(sources):
            self._sources.setdefault(source.kind, []).append(source)
        self._texts = {
            kind: [source.searchable for source in of] for kind, of in self._sources.items()
        }
        self._vectors: dict[Kind, NDArray[np.float32]] = {}
        self._found: dict[tuple[str, Kind, int, bool], list[Hit]] = {}

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of source there are."""
        return frozenset(self._sources)

    def get(self, id: str) -> AnySource | None:
        """The source with an id, None where there is none."""
        every = (source for of in self._sources.values() for source in of)
        return next((source for source in every if source.id == id), None)

    def titled(self, title: str, kind: Kind) -> list[AnySource]:
        """The sources of a kind that belong to the page with a title, a few at most."""
        of = self._sources.get(kind, [])
        return [source for source in of if same_page(source.title, title)][:OF_PAGE]

    def find(self, question: str, kind: Kind, k: int, *, quick: bool = False) -> list[Hit]:
        """The ``k`` best sources of a kind, best first; ``quick`` spares the reranker."""
        key = question, kind, k, quick
        if key not in self._found:
            self._found[key] = self._ordered(question, kind, k, quick)
        return self._found[key]

    def gallery(self) -> Gallery:
        """All candidate pictures with a glance of each; they are looked at when first asked for."""
        sights = self._sights
        return Gallery((), tuple(sights), glances([sight.glance for sight in sights.values()]))

    def sight(self, id: str) -> Sight | None:
        """What is seen in the picture with an id; None where there are no pixels."""
        return self._sights.get(id)

    def named(self, name: str) -> list[Image]:
        """The pictures whose file has a name, with or without its ending, or a number."""
        images = [image for image in self._sources.get("image", []) if isinstance(image, Image)]
        return [image for image in images if is_named(image, name)]

    @cached_property
    def _sights(self) -> dict[str, Sight]:
        images = [image for image in self._sources.get("image", []) if isinstance(image, Image)]
        found = {image.id: pixels for image in images if (pixels := pixels_of(image))}
        looked = shared_sights().look(list(found.values()))
        return {id: sight for id, sight in zip(found, looked, strict=True) if sight}

    def _ordered(self, question: str, kind: Kind, k: int, quick: bool) -> list[Hit]:
        sources = self._sources.get(kind, [])
        if len(sources) < 2:
            return [Hit(source, 1.0) for source in sources[:k]]
        scores = self._quick_scores(question, kind)
        best = np.argsort(-scores, kind="stable")[: max(k, _RERANKED)].tolist()
        if len(sources) > k and not quick:
            among = [sources[place] for place in best]
            judged = source_scores(question, among, self._models.reranker)
            hits = [Hit(source, float(score)) for source, score in zip(among, judged, strict=True)]
            return sorted(hits, key=lambda hit: -hit.score)[:k]
        return [Hit(sources[place], float(scores[place])) for place in best[:k]]

    def _quick_scores(self, question: str, kind: Kind) -> NDArray[np.float64]:
        encoder, texts = self._models.text_encoder, self._texts[kind]
        if kind not in self._vectors:
            self._vectors[kind] = encoder.encode(texts)
        cosines = self._vectors[kind] @ encoder.encode([question])[0]
        return np.asarray(word_overlap(question, texts) + cosines, np.float64)


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
        if quick or kind not in _RERANKED_KINDS:
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
