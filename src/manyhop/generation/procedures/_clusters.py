"""Clusters of vectors: k-means with spread-out starting points."""

import numpy as np
from numpy.typing import NDArray

_ROUNDS = 50


def clusters(
    vectors: NDArray[np.float32], number: int, chance: np.random.Generator
) -> NDArray[np.int64]:
    """The cluster of each row, by Lloyd's algorithm from k-means++ starts.

    It ends when no row changes its cluster, or after 50 rounds. An empty cluster stays empty.
    Example: ``clusters(vectors, 50, np.random.default_rng(0))``
    """
    number = min(number, len(vectors))
    if number == 0:
        return np.zeros(0, np.int64)
    centres = _starts(vectors, number, chance)
    lengths = np.einsum("ij,ij->i", vectors, vectors)
    assigned = np.full(len(vectors), -1, np.int64)
    for _ in range(_ROUNDS):
        distances = _squares(vectors, lengths, centres)
        nearest = distances.argmin(axis=1)
        if np.array_equal(nearest, assigned):
            break
        assigned = nearest
        counts = np.bincount(assigned, minlength=number)
        sums = np.zeros(centres.shape, np.float64)
        np.add.at(sums, assigned, vectors)
        full = counts > 0
        centres[full] = (sums[full] / counts[full, None]).astype(np.float32)
    return assigned


def _starts(
    vectors: NDArray[np.float32], number: int, chance: np.random.Generator
) -> NDArray[np.float32]:
    """Rows as first centres, each drawn by its squared distance from those before."""
    lengths = np.einsum("ij,ij->i", vectors, vectors)
    chosen = [int(chance.integers(len(vectors)))]
    nearest = _squares(vectors, lengths, vectors[chosen])[:, 0]
    while len(chosen) < number:
        weights = np.cumsum(nearest, dtype=np.float64)
        if weights[-1] <= 0:  # fewer different rows than clusters
            chosen.append(int(chance.integers(len(vectors))))
            continue
        drawn = min(np.searchsorted(weights, chance.random() * weights[-1]), len(vectors) - 1)
        chosen.append(int(drawn))
        nearest = np.minimum(nearest, _squares(vectors, lengths, vectors[chosen[-1:]])[:, 0])
    return vectors[chosen].copy()


def _squares(
    vectors: NDArray[np.float32], lengths: NDArray[np.float32], centres: NDArray[np.float32]
) -> NDArray[np.float32]:
    around = np.einsum("ij,ij->i", centres, centres)
    squares = lengths[:, None] - 2 * vectors @ centres.T + around
    return np.asarray(np.maximum(squares, 0), np.float32)
