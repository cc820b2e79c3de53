"""The static encoder: one vector per word piece, summed, so that a text costs microseconds.

Every source of a collection gets its dense vector here; a word seen before is one look-up and
one row added.
"""

import threading
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._weights import FOLDER, damaged, read_arrays
from manyhop.models.embedded._word_pieces import WordPieces, words

SHIPPED = FOLDER / "static.npz"

_LEADING = 128  # of 256 numbers: they put 99% of the ten nearest among their first 200
_BLOCK = 64  # texts at a time, so that their rows stay in the processor's cache
_NEW_WORDS_KEPT = 200_000  # rows are taken up as words are met: at most 200 MB, in large indexing


class StaticEncoder:
    """Encodes a text as the unit-length sum of its words' vectors.

    Example::

        encoder = StaticEncoder.load()
        question, passage = encoder.encode(["Who wrote Emma?", "Emma is a novel by Jane Austen."])
        question @ passage  # their similarity
    """

    def __init__(self, name: str, vocabulary: Sequence[str], vectors: NDArray[np.float32]) -> None:
        self.name = name
        self.dimension = int(vectors.shape[1])
        self.leading = min(_LEADING, self.dimension)
        self._pieces = WordPieces(vocabulary)
        self._learning = threading.Lock()
        self._known = _KnownWords(self._pieces.whole_words(), vectors)

    @classmethod
    def load(cls, path: Path | None = None) -> "StaticEncoder":
        """Read a weight file, by default the one shipped with Manyhop."""
        path = path or SHIPPED
        file = read_arrays(path.name, path.parent)
        try:
            name = str(file["name"])
            vocabulary = file["vocabulary"].tobytes().decode().split("\n")
            vectors = file["rows"].reshape(len(vocabulary), -1).astype(np.float32)
            vectors *= file["scales"].reshape(len(vocabulary), 1)
        except (ValueError, TypeError, KeyError) as error:
            raise damaged(path) from error
        return cls(name, vocabulary, vectors)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row per text; a text without a known word gets a row of zeros."""
        sums = np.zeros((len(texts), self.dimension), np.float32)
        for first in range(0, len(texts), _BLOCK):
            self._sum(texts[first : first + _BLOCK], sums[first : first + _BLOCK])
        lengths = np.sqrt(np.einsum("ij,ij->i", sums, sums))
        sums /= np.where(lengths > 0, lengths, 1)[:, None]
        return sums

    def _sum(self, texts: Sequence[str], sums: NDArray[np.float32]) -> None:
        split = [words(text) for text in texts]
        _sum_runs(self._vectors(list(chain.from_iterable(split))), map(len, split), sums)

    def _vectors(self, found: list[bytes]) -> NDArray[np.float32]:
        known = self._known
        try:
            numbers = list(map(known.numbers.__getitem__, found))
        except KeyError:
            known = self._learn(found)
            numbers = list(map(known.numbers.__getitem__, found))
        return known.vectors.take(np.array(numbers, np.intp), axis=0)

    def _learn(self, found: list[bytes]) -> "_KnownWords":
        """Give each new word the sum of its pieces as its own vector."""
        with self._learning:
            if self._known.room() < len(found):
                pieces = self._known.vectors[: len(self._pieces)]
                self._known = _KnownWords(self._pieces.whole_words(), pieces)
            new = set(found).difference(self._known.numbers)
            self._known.add({word: self._pieces.of(word) for word in new})
            return self._known


class _KnownWords:
    """Words with their vectors. It only grows, so readers need no lock; when full it is replaced.

    The vectors of all pieces come first; those of composed words follow.
    """

    def __init__(self, numbers: dict[bytes, int], pieces: NDArray[np.float32]) -> None:
        self.numbers = numbers
        self.vectors = np.empty((len(pieces) + _NEW_WORDS_KEPT, pieces.shape[1]), np.float32)
        self.vectors[: len(pieces)] = pieces
        self._used = len(pieces)

    def room(self) -> int:
        return len(self.vectors) - self._used

    def add(self, composed: dict[bytes, list[int]]) -> None:
        """Publish the numbers last: a reader that sees one also sees the vector."""
        first, last = self._used, self._used + len(composed)
        pieces = np.fromiter(chain.from_iterable(composed.values()), np.intp)
        rows = self.vectors.take(pieces, axis=0)
        _sum_runs(rows, map(len, composed.values()), self.vectors[first:last])
        self.numbers.update(zip(composed, range(first, last), strict=True))
        self._used = last


def _sum_runs(
    vectors: NDArray[np.float32], lengths: Iterable[int], sums: NDArray[np.float32]
) -> None:
    """Sum the first so many vectors, the next so many, and so on; one by one is fastest."""
    last = 0
    for length, total in zip(lengths, sums, strict=True):
        first, last = last, last + length
        np.add.reduce(vectors[first:last], axis=0, out=total)
