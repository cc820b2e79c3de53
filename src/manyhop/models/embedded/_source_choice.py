"""Which of a question's candidate sources it needs: the reranker's scores beside plain ones."""

import math
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import Reranker
from manyhop.models.embedded._static import StaticEncoder
from manyhop.models.embedded._weights import FOLDER, read_arrays
from manyhop.sources import KINDS, AnySource, Kind

FILE = "source_choice.npz"
_WORD = re.compile(r"\w+")
_LENGTH = 0.75  # how much a long text's words count for less, as in BM25
_REPEATED = 1.2  # how soon a word's repetition stops to count


def source_scores(
    question: str, sources: Sequence[AnySource], reranker: Reranker
) -> NDArray[np.float64]:
    """One score per candidate: reranker, shared words, vectors and the wanted kind together.

    Example: ``choose_sources(question, source_scores(question, sources, CrossEncoder.load()))``
    """
    if not sources:
        return np.zeros(0)
    texts = [source.searchable for source in sources]
    images = np.array([source.kind == "image" for source in sources])
    judged = np.array(reranker.score(question, texts))
    weights: NDArray[np.float64] = read_arrays_once()["weights"].astype(np.float64)
    found: NDArray[np.float64] = source_features(question, texts, images, judged) @ weights
    return found


def choose_sources(
    question: str,
    scores: Sequence[float] | NDArray[np.float64],
    threshold: float | None = None,
) -> list[int]:
    """The places of the sources to take, best first: one or two, as question and scores tell.

    With a ``threshold``: the best, and all others that score as much as that.

    Example: ``choose_sources("Do A and B both glow?", [0.1, 2.0, 1.9])`` → ``[1, 2]``
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
    plain = np.stack([judged, word_overlap(question, texts), cosine], axis=1)
    both = np.concatenate([plain * images[:, None], plain * ~images[:, None]], axis=1)
    return np.concatenate([both, kind[:, None], images[:, None]], axis=1)


def word_overlap(question: str, texts: Sequence[str]) -> NDArray[np.float64]:
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


# Which kind of source a question asks for: a linear model over its words and its vector.

WEIGHTS = FOLDER / "question_kinds.npz"
BUCKETS = 1 << 14

_KIND_WORD = re.compile(r"[^\W\d_]+|\d+")


def question_kinds(question: str) -> dict[Kind, float]:
    """The chance of each kind, between 0 and 1, together 1.

    Example: ``question_kinds("What colour are its towers?")["image"]`` is close to 1.
    """
    table, dense, bias = _weights()
    buckets = question_buckets(question)
    scores = table[buckets].sum(axis=0) / max(len(buckets), 1) ** 0.5
    scores += _encoder().encode([question])[0] @ dense + bias
    chances = np.exp(scores - scores.max())
    return dict(zip(KINDS, (chances / chances.sum()).tolist(), strict=True))


def question_buckets(question: str) -> list[int]:
    """The rows of the table that a question adds up."""
    return sorted({zlib.crc32(part.encode()) % BUCKETS for part in question_parts(question)})


def question_parts(question: str) -> set[str]:
    """Words and pairs of words, names and numbers made alike, the first words marked.

    Example: ``question_parts("Is Emma red?")`` → ``{"is", "red", "is @", "@ red", "^is", "^is @"}``
    """
    words = [_alike(word, number) for number, word in enumerate(_KIND_WORD.findall(question))]
    pairs = [f"{first} {second}" for first, second in pairwise(words)]
    starts = [f"^{part}" for part in (*words[:1], *pairs[:1])]
    return {*words, *pairs, *starts} - {"@"}


def _alike(word: str, number: int) -> str:
    if word[0].isdigit():
        return "#"
    return "@" if number and word[0].isupper() else word.lower()


@cache
def _weights() -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    file = read_arrays(WEIGHTS.name, WEIGHTS.parent)
    table, dense, bias = (file[name].astype(np.float32) for name in ("table", "dense", "bias"))
    return table, dense, bias
