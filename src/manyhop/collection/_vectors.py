"""Nearest neighbours over the segments that a commit lists."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from manyhop.collection._segment import Keys, Segment, Vectors
from manyhop.sources import Kind

_RESCORED = 4  # times the wanted rows are scored again with all their numbers
_RESCORED_AT_LEAST = 200


class VectorIndex:
    """The searching side: immutable segments, each of one kind of source.

    Example: ``index.load({"7-snippet": "snippet"}, check); index.search(vector, 10)``
    """

    def __init__(self, folder: Path) -> None:
        self.folder = self._folder = folder
        self._segments: dict[str, tuple[Kind, Segment]] = {}

    def load(self, listed: dict[str, Kind], check: Callable[[str], None]) -> None:
        """Hold exactly the listed segments; those that are new are checked and opened."""
        held: dict[str, tuple[Kind, Segment]] = {}
        for name, kind in listed.items():
            if name not in self._segments:
                check(name)
            held[name] = self._segments.get(name) or (kind, Segment(self._folder / name))
        self._segments = held

    def search(
        self,
        question: Vectors,
        limit: int,
        kinds: Sequence[Kind] | None = None,
        keys: Iterable[int] | None = None,
    ) -> dict[int, float]:
        """The nearest keys and their cosines, best first, of some kinds or among some keys."""
        segments = [
            segment for kind, segment in self._segments.values() if kinds is None or kind in kinds
        ]
        if keys is not None:
            wanted = _ascending(keys)
            return _best([segment.scores_of(wanted, question) for segment in segments], limit)
        rescored = max(_RESCORED * limit, _RESCORED_AT_LEAST)
        near = [segment.nearest(question, rescored) for segment in segments]
        bar = _bar([scores for _, scores in near], rescored)
        found = [
            segment.exact(slots[scores >= bar], question)
            for segment, (slots, scores) in zip(segments, near, strict=True)
        ]
        return _best(found, limit)

    def scores_of(self, keys: Iterable[int], question: Vectors) -> dict[int, float]:
        """The cosines of given keys, best first."""
        wanted = _ascending(keys)
        found = [segment.scores_of(wanted, question) for _, segment in self._segments.values()]
        return _best(found, len(wanted))


def _bar(scores: Sequence[Vectors], number: int) -> float:
    """The rough score that the best ``number`` rows of all segments reach."""
    rough = np.concatenate(
        [each for each in scores if np.isfinite(each).all()] or [np.zeros(0, np.float32)]
    )
    return float(np.partition(rough, -number)[-number]) if len(rough) > number else -np.inf


def _ascending(keys: Iterable[int]) -> Keys:
    return np.unique(np.fromiter(keys, dtype=np.uint64))


def _best(found: Sequence[tuple[Keys, Vectors]], limit: int) -> dict[int, float]:
    if not found:
        return {}
    keys = np.concatenate([each for each, _ in found])
    scores = np.concatenate([each for _, each in found])
    order = np.argsort(-scores, kind="stable")[:limit]
    return dict(zip(keys[order].tolist(), scores[order].tolist(), strict=True))
