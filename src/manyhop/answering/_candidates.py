"""Finding among given candidates: the restricted setting."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from manyhop.collection import Gallery, Hit, is_named, pixels_of
from manyhop.models import Models, Sight, glances, shared_sights, source_scores, word_overlap
from manyhop.readers import same_page
from manyhop.sources import AnySource, Image, Kind

OF_PAGE = 3  # sources at most that stand for one page
_RERANKED = 12  # candidates that the reranker looks at; words and vectors choose them


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
