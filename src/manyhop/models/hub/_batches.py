"""Many inputs through a network, a few at a time."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

BATCH = 16

T = TypeVar("T")


def batches(items: Sequence[T], length: Callable[[T], int]) -> Iterator[tuple[list[int], list[T]]]:
    """Places and items, those of like length together, so that little is spent on padding.

    Example: ``for places, texts in batches(all_texts, len): found[places] = encode(texts)``
    """
    order = sorted(range(len(items)), key=lambda place: length(items[place]))
    for first in range(0, len(order), BATCH):
        places = order[first : first + BATCH]
        yield places, [items[place] for place in places]


def unit_rows(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rows scaled to length 1; a row of zeros stays one."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, np.where(lengths > 0, lengths, 1), dtype=np.float32)
