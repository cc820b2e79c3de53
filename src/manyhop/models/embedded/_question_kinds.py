"""Which kind of source a question asks for: a linear model over its words and its vector."""

import re
import zlib
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._static import StaticEncoder
from manyhop.models.embedded._weights import FOLDER, read_arrays
from manyhop.sources import KINDS, Kind

WEIGHTS = FOLDER / "question_kinds.npz"
BUCKETS = 1 << 14

_WORD = re.compile(r"[^\W\d_]+|\d+")


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
    words = [_alike(word, number) for number, word in enumerate(_WORD.findall(question))]
    pairs = [f"{first} {second}" for first, second in pairwise(words)]
    starts = [f"^{part}" for part in (*words[:1], *pairs[:1])]
    return {*words, *pairs, *starts} - {"@"}


def _alike(word: str, number: int) -> str:
    if word[0].isdigit():
        return "#"
    return "@" if number and word[0].isupper() else word.lower()


@cache
def _encoder() -> StaticEncoder:
    return StaticEncoder.load()


@cache
def _weights() -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    file = read_arrays(WEIGHTS.name, WEIGHTS.parent)
    table, dense, bias = (file[name].astype(np.float32) for name in ("table", "dense", "bias"))
    return table, dense, bias
