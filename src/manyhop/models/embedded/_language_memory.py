"""What the language model remembers of the tokens it has read, so that none is read twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from manyhop.models.embedded._language_shape import LanguageShape


class Memory:
    """Keys and values of all layers, written in place by the session."""

    def __init__(self, shape: LanguageShape, rows: int, places: int) -> None:
        names = [f"{layer}.{part}" for layer in range(shape.layers) for part in ("key", "value")]
        size = (rows, shape.key_heads, places, shape.head)
        self._arrays = {name: np.zeros(size, np.float32) for name in names}

    def begin(self, other: "Memory", places: int) -> None:
        """Put what another memory knows of its first places into the first row."""
        for name, array in self._arrays.items():
            array[0, :, :places] = other._arrays[name][0, :, :places]

    def repeat(self, times: int) -> None:
        """Copy the first row to those after it."""
        for array in self._arrays.values():
            array[1:times] = array[0]

    def reorder(self, rows: Sequence[int], first: int, last: int) -> None:
        """Put other rows' places from ``first`` to ``last`` where they are wanted."""
        if list(rows) != list(range(len(rows))):
            for array in self._arrays.values():
                array[:, :, first:last] = array[rows, :, first:last]

    def of(self, rows: slice) -> dict[str, Any]:
        from onnxruntime import OrtValue

        return {
            name: OrtValue.ortvalue_from_numpy(array[rows]) for name, array in self._arrays.items()
        }


@dataclass
class Opening:
    """How several prompts begin, and the memory that has read it, once for all of them."""

    tokens: Sequence[int]
    memory: Memory

    def shared(self, prompt: Sequence[int]) -> int:
        """How many tokens a prompt begins with that need not be read again; never all of it."""
        same = 0
        for ours, theirs in zip(self.tokens, prompt[:-1], strict=False):
            if ours != theirs:
                break
            same += 1
        return same
