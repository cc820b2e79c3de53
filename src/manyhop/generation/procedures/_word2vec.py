"""Word vectors learnt from step titles alone: skip-gram with negative sampling, in numpy."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.generation.procedures._settings import ClozeSettings

_WORD = re.compile(r"[^\W_]+")
_WINDOW = 5
_NEGATIVES = 5
_RATE = 0.025
_BATCH = 256  # word pairs whose changes are added up before the next ones

Vectors = NDArray[np.float32]


def title_words(title: str) -> list[str]:
    """The words of a title in small letters."""
    return _WORD.findall(title.casefold())


class WordVectors:
    """One vector per word of the titles, and a title's as the mean or maximum over its words.

    Example: ``WordVectors(["Boil water", "Pour water"], ClozeSettings()).encode(["Boil"])``
    """

    def __init__(self, titles: Sequence[str], settings: ClozeSettings, seed: int = 0) -> None:
        sentences = [title_words(title) for title in titles]
        counts = Counter(word for sentence in sentences for word in sentence)
        self._numbers = {word: number for number, word in enumerate(sorted(counts))}
        self._pooling = settings.pooling
        chance = np.random.default_rng(seed)
        size = (len(self._numbers) + 1, settings.word2vec_dimension)
        self._vectors = ((chance.random(size) - 0.5) / size[1]).astype(np.float32)
        self._vectors[-1] = 0
        shares = np.array([counts[word] for word in self._numbers], np.float64) ** 0.75
        numbered = [[self._numbers[word] for word in sentence] for sentence in sentences]
        pairs = _pairs(numbered)
        if len(pairs):
            self._learn(pairs, np.cumsum(shares / shares.sum()), settings.word2vec_epochs, chance)

    def _learn(
        self,
        pairs: NDArray[np.int64],
        shares: NDArray[np.float64],
        epochs: int,
        chance: np.random.Generator,
    ) -> None:
        outputs = np.zeros_like(self._vectors)
        batches = epochs * (-(-len(pairs) // _BATCH))
        done = 0
        for _ in range(epochs):
            order = chance.permutation(len(pairs))
            for start in range(0, len(order), _BATCH):
                rate = np.float32(_RATE * max(1e-2, 1 - done / batches))
                done += 1
                words, beside = pairs[order[start : start + _BATCH]].T
                others = np.searchsorted(shares, chance.random((len(words), _NEGATIVES)))
                targets = np.hstack([beside[:, None], others.clip(max=len(shares) - 1)])
                rows, columns = self._vectors[words], outputs[targets]
                pull = -1 / (1 + np.exp(-np.einsum("bd,bnd->bn", rows, columns)))
                pull[:, 0] += 1
                pull = (pull * rate).astype(np.float32)
                np.add.at(outputs, targets, pull[..., None] * rows[:, None])
                np.add.at(self._vectors, words, np.einsum("bn,bnd->bd", pull, columns))

    def encode(self, titles: Sequence[str]) -> Vectors:
        """One row per title; a title without a known word gets zeros."""
        rows = np.zeros((len(titles), self._vectors.shape[1]), np.float32)
        for row, title in zip(rows, titles, strict=True):
            known = [self._numbers[word] for word in title_words(title) if word in self._numbers]
            if known:
                vectors = self._vectors[known]
                row[:] = vectors.mean(axis=0) if self._pooling == "mean" else vectors.max(axis=0)
        return rows


def _pairs(sentences: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Every word with every other one that stands within the window."""
    found = [
        (word, sentence[other])
        for sentence in sentences
        for place, word in enumerate(sentence)
        for other in range(max(0, place - _WINDOW), min(len(sentence), place + _WINDOW + 1))
        if other != place
    ]
    return np.array(found, np.int64).reshape(-1, 2)
