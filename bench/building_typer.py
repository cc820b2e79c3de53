"""Types of questions learnt from a built training split, as the paper's baselines learn theirs."""

import random
import re
import zlib
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from manyhop.generation.writing import read_questions
from manyhop.programs import TYPES

EACH = 1200  # questions of each type to learn from
_BUCKETS = 1 << 11
_ROUNDS, _RATE, _DECAY = 150, 20.0, 1e-5
_WORD = re.compile(r"\w+|[:,?]")


class LearntTyper:
    """A softmax regression over the words and pairs of words of a question.

    Example: ``LearntTyper(questions, types).chances("Which is longer, A or B?")``
    """

    def __init__(self, questions: Sequence[str], types: Sequence[str]) -> None:
        self.types = sorted(set(types))
        seen = np.stack([_sight(question) for question in questions])
        right = np.eye(len(self.types), dtype=np.float32)[[self.types.index(one) for one in types]]
        self._weights = np.zeros((_BUCKETS, len(self.types)), np.float32)
        for _ in range(_ROUNDS):
            error = right - _softmax(seen @ self._weights)
            self._weights += _RATE * (seen.T @ error) / len(seen) - _DECAY * self._weights

    def chances(self, question: str) -> dict[str, float]:
        found = _softmax(_sight(question)[None] @ self._weights)[0]
        return dict(zip(self.types, map(float, found), strict=True))


def learnt_from(folder: Path, seed: int = 0) -> LearntTyper:
    """What a folder's training questions of the paper's types teach."""
    of_type: dict[str, list[str]] = defaultdict(list)
    for built in read_questions(folder):
        if built.split == "train" and built.type in TYPES:
            of_type[built.type].append(built.question)
    drawn = []
    for name, questions in of_type.items():
        random.Random(f"{seed} {name}").shuffle(questions)
        drawn += [(question, name) for question in questions[:EACH]]
    return LearntTyper([question for question, _ in drawn], [name for _, name in drawn])


def _sight(question: str) -> NDArray[np.float32]:
    words = ["<", *_WORD.findall(question.lower()), ">"]
    parts = {*words, *map(" ".join, pairwise(words))}
    sight = np.zeros(_BUCKETS, np.float32)
    sight[[zlib.crc32(part.encode()) % _BUCKETS for part in parts]] = 1
    return np.asarray(sight / len(parts) ** 0.5, np.float32)


def _softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)
