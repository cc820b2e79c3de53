"""How near every text of a pool is to a question: by meaning, or by the words they share."""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from manyhop.collection import question_terms, word_analyzer
from manyhop.generation.distractors._plain_words import plain_words
from manyhop.models import StaticEncoder

Scores = NDArray[np.float32]

_SATURATION, _LENGTH = 1.2, 0.75  # BM25's two constants, as everybody sets them


class Nearness(Protocol):
    """Scores all texts of a pool for some questions at once."""

    def scores(self, questions: Sequence[str]) -> Scores:
        """A row for each question, with a number for each text; more is nearer."""
        ...


class ByMeaning:
    """The dot product of the static encoder's vectors, as MultiModalQA does it with DPR's.

    Example: ``ByMeaning(["It opened in 1981."]).scores(["When did the bridge open?"])``
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._vectors = encoder().encode(texts)

    def scores(self, questions: Sequence[str]) -> Scores:
        """Cosines."""
        return encoder().encode(questions) @ self._vectors.T


class ByWords:
    """BM25 over stems, every text's share of every stem reckoned beforehand.

    Example: ``ByWords(["It opened in 1981."]).scores(["When did the bridge open?"])``
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        self._stems, found, lengths = _stems(texts)
        text_of = np.repeat(np.arange(self._size), lengths)
        keys, times = np.unique(found * max(self._size, 1) + text_of, return_counts=True)
        stems, self._texts = np.divmod(keys, max(self._size, 1))
        self._starts = np.searchsorted(stems, np.arange(len(self._stems) + 1))
        holding = np.diff(self._starts)
        rarity = np.log1p((self._size - holding + 0.5) / (holding + 0.5))[stems]
        relative = lengths[self._texts] / max(float(lengths.mean()) if self._size else 1.0, 1.0)
        damping = _SATURATION * (1 - _LENGTH + _LENGTH * relative)
        self._shares = (rarity * times * (_SATURATION + 1) / (times + damping)).astype(np.float32)

    def scores(self, questions: Sequence[str]) -> Scores:
        """BM25."""
        rows = np.zeros((len(questions), self._size), np.float32)
        for question, row in zip(questions, rows, strict=True):
            for stem in question_terms(question):
                number = self._stems.get(stem)
                if number is not None:
                    listed = slice(self._starts[number], self._starts[number + 1])
                    row[self._texts[listed]] += self._shares[listed]
        return rows


def _stems(texts: Sequence[str]) -> tuple[dict[str, int], NDArray[np.int64], NDArray[np.int64]]:
    """The number of each stem, those of all texts in a row, and how many each text has."""
    analyzer = word_analyzer()
    numbers: dict[str, int] = {}
    by_word: dict[str, int] = {}
    found: list[int] = []
    lengths = np.zeros(len(texts), np.int64)
    for place, text in enumerate(texts):
        words = plain_words(text).split()
        lengths[place] = len(words)
        for word in words:
            number = by_word.get(word)
            if number is None:
                stem = "".join(analyzer.analyze(word)) or word
                number = by_word[word] = numbers.setdefault(stem, len(numbers))
            found.append(number)
    return numbers, np.array(found, np.int64), lengths


@cache
def encoder() -> StaticEncoder:
    """The shipped encoder, loaded once."""
    return StaticEncoder.load()


_BLOCK = 128


def best_places(scores: NDArray[np.float32], number: int) -> list[int]:
    """The places of the best scores, the best first; of equals the first.

    Only blocks whose best reaches the bar are looked at, which is an order of magnitude faster
    than ranking a hundred thousand scores.
    Example: ``best_places(np.array([0.1, 0.9, 0.4]), 2)`` → ``[1, 2]``
    """
    if len(scores) <= max(number, 2 * _BLOCK):
        return list(map(int, _in_order(scores)[:number]))
    whole = len(scores) // _BLOCK * _BLOCK
    tops = scores[:whole].reshape(-1, _BLOCK).max(axis=1)
    if number >= len(tops):
        bar = np.partition(scores, -number)[-number]
    else:
        bar = np.partition(tops, -number)[-number]
    places = np.flatnonzero(scores >= bar)
    return list(map(int, places[_in_order(scores[places])[:number]]))


def _in_order(scores: NDArray[np.float32]) -> NDArray[np.int64]:
    return np.argsort(-scores, kind="stable")
