"""A small model that guesses the answer from the question alone, to find out what is easy."""

import re
import zlib
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

_BUCKETS = 1 << 13
_STEPS, _RATE, _DECAY = 60, 2.0, 1e-4

_WORD = re.compile(r"\w+")


class Closed(msgspec.Struct, frozen=True):
    """A question with the answers that it can have, and the number of the right one."""

    question: str
    choices: tuple[str, ...]
    right: int


class Rows:
    """Every choice of every question as a row of hashed features: its words, its place, and both
    with the words of the question.
    """

    def __init__(self, items: Sequence[Closed]) -> None:
        self.items = items
        features: list[list[int]] = []
        owners: list[int] = []
        for number, item in enumerate(items):
            for place, choice in enumerate(item.choices):
                features.append(_features(item.question, choice, place))
                owners.append(number)
        self.owners = np.array(owners, np.int64)
        rights = [place == item.right for item in items for place in range(len(item.choices))]
        self.rights = np.array(rights, np.float64)
        lengths = np.array([len(row) for row in features], np.int64)
        self.flat = np.array([number for row in features for number in row], np.int64)
        self.starts = np.concatenate(([0], np.cumsum(lengths)[:-1])) if features else lengths
        self.rows = np.repeat(np.arange(len(features)), lengths)
        self.scale = 1 / np.sqrt(np.maximum(lengths, 1))

    def wrong(self, trained_on: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which items a model answers wrongly that was trained on the marked ones."""
        scores = self._scores(self._weights(trained_on[self.owners]))
        wrong = np.zeros(len(self.items), np.bool_)
        start = 0
        for number, item in enumerate(self.items):
            stop = start + len(item.choices)
            wrong[number] = int(np.argmax(scores[start:stop])) != item.right
            start = stop
        return wrong

    def _weights(self, rows: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Logistic regression, by plain descent."""
        weights = np.zeros(_BUCKETS)
        used = rows[self.rows]
        flat, owner = self.flat[used], self.rows[used]
        for _ in range(_STEPS):
            chances = 1 / (1 + np.exp(-self._scores(weights)))
            errors = (self.rights - chances) * self.scale * rows
            step = np.bincount(flat, weights=errors[owner], minlength=_BUCKETS)
            weights += _RATE * step / max(rows.sum(), 1) * 10 - _DECAY * weights
        return weights

    def _scores(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.add.reduceat(weights[self.flat], self.starts) * self.scale


def _features(question: str, choice: str, place: int) -> list[int]:
    asked = [word.lower() for word in _WORD.findall(question)]
    said = [word.lower() for word in _WORD.findall(choice)]
    alone = [f"is {word}" for word in said] + [f"at {place}"]
    name = " ".join(said)
    together = [part for word in asked for part in (f"{word} {name}", f"{word} at {place}")]
    return sorted({zlib.crc32(part.encode()) % _BUCKETS for part in alone + together})
