"""The static encoder: one vector per word piece, summed, so that a text costs microseconds.

Every source of a collection gets its dense vector here; a word seen before is one look-up and
one row added.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._weights import FOLDER, damaged, read_arrays

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


# Splitting a text into words, and a word into the pieces a vocabulary knows.

_WORDS_READ = 512  # of each text; what follows rarely changes what a text is about
_CHARACTERS_READ = 16 * _WORDS_READ


def _plain_ascii() -> bytes:
    """Lower-case ASCII letters, blank other ASCII, leave every other byte to `WordPieces`."""
    ascii_bytes = (chr(byte).lower() if chr(byte).isalnum() else " " for byte in range(128))
    return "".join(ascii_bytes).encode() + bytes(range(128, 256))


_PLAIN_ASCII = _plain_ascii()
_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[bytes]:
    """The first words of a text, as UTF-8 because bytes split three times as fast as letters.

    Example: ``words("Jane Austen's Emma") == [b"jane", b"austen", b"s", b"emma"]``
    """
    text = text[:_CHARACTERS_READ]
    return text.encode(errors="replace").translate(_PLAIN_ASCII).split()[:_WORDS_READ]


class WordPieces:
    """The vocabulary: whole words, and ``##`` pieces that continue a word.

    Example: with ``["em", "##ma"]``, ``WordPieces(...).of(b"emma") == [0, 1]``
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._opening = {p: row for row, p in enumerate(vocabulary) if not p.startswith("##")}
        self._inside = {p[2:]: row for row, p in enumerate(vocabulary) if p.startswith("##")}
        for piece, row in self._opening.items():
            if not piece.isascii():  # scripts without spaces run such pieces together
                self._inside.setdefault(piece, row)
        self._size = len(vocabulary)
        self._longest = max(map(len, vocabulary), default=0)

    def __len__(self) -> int:
        return self._size

    def whole_words(self) -> dict[bytes, int]:
        """The words that are a single piece, ready to be looked up."""
        return {piece.encode(): row for piece, row in self._opening.items()}

    def of(self, word: bytes) -> list[int]:
        """The rows of a word's pieces, longest piece first; unknown letters are passed over."""
        if word.isascii():
            return list(self._greedy(word.decode()))
        plain = unicodedata.normalize("NFKD", word.decode(errors="replace").lower())
        plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
        return [row for part in _WORD.findall(plain) for row in self._greedy(part)]

    def _greedy(self, word: str) -> Iterator[int]:
        known, start = self._opening, 0
        while start < len(word):
            for end in range(min(len(word), start + self._longest), start, -1):
                row = known.get(word[start:end])
                if row is not None:
                    yield row
                    break
            else:
                end = start + 1
            known, start = self._inside, end
