"""The titles and pictures of all procedures, with vectors that say what is near."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.generation.procedures._pool import Item, Pool
from manyhop.generation.procedures._prepared import Prepared
from manyhop.generation.procedures._settings import ClozeSettings
from manyhop.generation.procedures._titles import same_words
from manyhop.models import PictureEncoder, StaticEncoder
from manyhop.sources import Image

_AT_A_TIME = 32  # pictures


class Pooled(msgspec.Struct, frozen=True):
    """A pool, and in words what its vectors come from."""

    pool: Pool
    note: str


def title_pool(prepared: Sequence[Prepared], settings: ClozeSettings, seed: int) -> Pooled:
    """Every title of the procedures; titles of the same words have the same owners."""
    owners: dict[str, set[str]] = {}
    counts: Counter[str] = Counter()
    for one in prepared:
        for step in one.steps:
            if step.title:
                owners.setdefault(same_words(step.title), set()).add(one.id)
                counts[step.title] += 1
    repeated = settings.pool_counts == "occurrences"
    names = [title for title, number in counts.items() for _ in range(number if repeated else 1)]
    items = [Item(name, frozenset(owners[same_words(name)])) for name in names]
    if settings.encoder == "static":
        vectors, note = StaticEncoder.load().encode(names), "titles are compared by static vectors"
    else:
        vectors = WordVectors(list(counts.elements()), settings, seed).encode(names)
        note = "titles are compared by word vectors learnt from these titles"
    return Pooled(Pool(items, vectors, settings), note)


def picture_pool(
    prepared: Sequence[Prepared], images: Mapping[str, Image], settings: ClozeSettings
) -> Pooled:
    """Every picture of the procedures, by its pixels where all have some, else by its step's text.

    A picture that several procedures share belongs to all of them.
    """
    owners: dict[str, set[str]] = {}
    texts: dict[str, str] = {}
    for one in prepared:
        for step in one.procedure.steps:
            for name in step.images:
                owners.setdefault(name, set()).add(one.id)
                texts.setdefault(name, f"{step.title} {step.text}")
    items = [Item(name, frozenset(ids)) for name, ids in owners.items()]
    seen = {name: images[name] for name in owners if name in images and has_pixels(images[name])}
    wanted = settings.image_vectors
    if wanted == "pixels" and len(seen) < len(owners):
        raise ManyhopError(
            f"{len(owners) - len(seen):,} of {len(owners):,} pictures have no pixels; index their "
            "files too, or set image_vectors to text"
        )
    if owners and wanted != "text" and len(seen) == len(owners):
        vectors, note = _pixels([seen[name] for name in owners]), "by their pixels"
    else:
        vectors = StaticEncoder.load().encode(list(texts.values()))
        note = "by the text of their steps" + (
            f", since {len(owners) - len(seen):,} of {len(owners):,} have no pixels"
            if wanted == "auto"
            else ""
        )
    return Pooled(Pool(items, vectors, settings), f"pictures are compared {note}")


def has_pixels(image: Image) -> bool:
    """Whether a picture can be looked at."""
    return bool(image.data or image.path)


def _pixels(images: Sequence[Image]) -> NDArray[np.float32]:
    encoder = PictureEncoder.load("static")
    parts = [
        encoder.encode([image.pixels() for image in images[start : start + _AT_A_TIME]])
        for start in range(0, len(images), _AT_A_TIME)
    ]
    return np.concatenate(parts)


# Word vectors learnt from step titles alone: skip-gram with negative sampling, in numpy.

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
