"""Which of a question's candidate sources it needs: the reranker's scores beside plain ones."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import Reranker
from manyhop.models.embedded._question_kinds import question_buckets, question_kinds
from manyhop.models.embedded._static import StaticEncoder
from manyhop.models.embedded._weights import read_arrays
from manyhop.sources import AnySource

FILE = "source_choice.npz"
_WORD = re.compile(r"\w+")
_LENGTH = 0.75  # how much a long text's words count for less, as in BM25
_REPEATED = 1.2  # how soon a word's repetition stops to count


def source_scores(
    question: str, sources: Sequence[AnySource], reranker: Reranker
) -> NDArray[np.float64]:
    """One score per candidate: reranker, shared words, vectors and the wanted kind together.

    Example: ``choose(question, source_scores(question, sources, CrossEncoder.load()))``
    """
    if not sources:
        return np.zeros(0)
    texts = [source.searchable for source in sources]
    images = np.array([source.kind == "image" for source in sources])
    judged = np.array(reranker.score(question, texts))
    weights: NDArray[np.float64] = read_arrays_once()["weights"].astype(np.float64)
    found: NDArray[np.float64] = source_features(question, texts, images, judged) @ weights
    return found


def choose(
    question: str,
    scores: Sequence[float] | NDArray[np.float64],
    threshold: float | None = None,
) -> list[int]:
    """The places of the sources to take, best first: one or two, as question and scores tell.

    With a ``threshold``: the best, and all others that score as much as that.

    Example: ``choose("Do A and B both glow?", [0.1, 2.0, 1.9])`` → ``[1, 2]``
    """
    order: list[int] = np.argsort(-np.asarray(scores), kind="stable").tolist()
    if len(order) < 2:
        return order
    if threshold is not None:
        return [place for rank, place in enumerate(order) if not rank or scores[place] >= threshold]
    gap, margin = (float(each) for each in read_arrays_once()["rule"])
    wanted = two_sources(question) + gap * (scores[order[1]] - scores[order[0]])
    return order[: 2 if wanted > margin else 1]


def two_sources(question: str) -> float:
    """The logarithm of the odds that a question needs two sources, not one.

    Example: ``two_sources("Do both the Louvre and Big Ben glow?") > 0``
    """
    arrays = read_arrays_once()
    buckets = question_buckets(question)
    words = arrays["count_table"].astype(np.float64)[buckets].sum() / max(len(buckets), 1) ** 0.5
    vector = _encoder().encode([question])[0]
    return float(words + vector @ arrays["count_dense"] + arrays["count_bias"])


def source_features(
    question: str, texts: Sequence[str], images: NDArray[np.bool_], judged: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What the weights weigh: reranker, words and cosine, once for captions, once for the rest."""
    encoder = _encoder()
    cosine = encoder.encode(texts) @ encoder.encode([question])[0]
    wanted = question_kinds(question)["image"]
    kind = np.log(np.where(images, wanted, 1 - wanted).clip(0.01))
    plain = np.stack([judged, shared_words(question, texts), cosine], axis=1)
    both = np.concatenate([plain * images[:, None], plain * ~images[:, None]], axis=1)
    return np.concatenate([both, kind[:, None], images[:, None]], axis=1)


def shared_words(question: str, texts: Sequence[str]) -> NDArray[np.float64]:
    """BM25 among the candidates, as a share of what all of the question's words could give."""
    bags = [Counter(_WORD.findall(text.lower())) for text in texts]
    usual = sum(bag.total() for bag in bags) / max(len(bags), 1) or 1
    asked = set(_WORD.findall(question.lower()))
    rarity = {
        word: math.log(1 + (len(bags) + 1) / (0.5 + sum(word in bag for bag in bags)))
        for word in asked
    }
    most = sum(rarity.values()) * (1 + _REPEATED) or 1
    found = np.zeros(len(bags))
    for place, bag in enumerate(bags):
        damped = _REPEATED * (1 - _LENGTH + _LENGTH * bag.total() / usual)
        found[place] = sum(
            rarity[word] * bag[word] * (1 + _REPEATED) / (bag[word] + damped)
            for word in asked & bag.keys()
        )
    return found / most


@cache
def read_arrays_once() -> dict[str, NDArray[Any]]:
    """The shipped weights."""
    return read_arrays(FILE)


@cache
def _encoder() -> StaticEncoder:
    return StaticEncoder.load()
