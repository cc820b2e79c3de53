"""One order out of BM25 scores, cosines and what the question seems to ask for."""

from collections.abc import Mapping

from manyhop.sources import KINDS, Kind

# Chosen on WebQA's recovered questions, which no reported figure uses: see
# `python bench/webqa_sources.py --tune`. A guessed kind weighs as much as a perfect word match.
MEANING_WEIGHT = 0.5
KIND_WEIGHT = 1.0
# The chance that a picture shows what is asked for is worth as much as words that all match.
PIXELS_WEIGHT = 1.0


def fuse(
    words: Mapping[int, float],
    meanings: Mapping[int, float],
    kinds: Mapping[int, Kind],
    leaning: Mapping[Kind, float],
    pixels: Mapping[int, float] | None = None,
) -> dict[int, float]:
    """A score for every key: its BM25 as a share of the best, its cosine, its kind's chance, and
    the chance that a picture shows what the question says.

    Shares make questions comparable whatever the length of the question; the kind's chance lets a
    short caption stand up to a long text when the question asks for something to be seen.
    Example: ``fuse({1: 8.0, 2: 4.0}, {1: 0.2, 2: 0.6}, kinds, {})`` → ``{1: 1.1, 2: 0.8}``
    """
    best = max(words.values(), default=0.0) or 1.0
    seen = pixels or {}
    return {
        key: words.get(key, 0.0) / best
        + MEANING_WEIGHT * meanings.get(key, 0.0)
        + KIND_WEIGHT * leaning.get(kind, 0.0)
        + PIXELS_WEIGHT * seen.get(key, 0.0)
        for key, kind in kinds.items()
    }


def leaning(picture: float) -> dict[Kind, float]:
    """How far a question leans to each kind, from the chance that it asks for a picture.

    Only pictures are set apart: texts, tables and procedures often hold the same answer, and which
    one does is better told by their words.
    """
    return {kind: picture if kind == "image" else 1 - picture for kind in KINDS}


def best_first(scores: Mapping[int, float]) -> list[int]:
    """Keys by score; ties go to the older source, so that an order is always the same."""
    return sorted(scores, key=lambda key: (-scores[key], key))
