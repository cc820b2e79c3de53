"""What a cheater sees of each candidate, as named figures: words sparse, the rest dense."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

_LEAST_QUESTIONS = 2  # that a mark must be seen in to count


class Sights:
    """One row for each candidate of each question, in order.

    ``starts`` says where each question's rows begin, and last where all end. ``marks`` has names
    that a candidate has or has not, as ``indices[offsets[row]:offsets[row + 1]]``; ``dense`` the
    figures, a column for each of ``columns``. The columns of one family (``meaning 12``) stand
    together.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        columns: Sequence[str],
        dense: Floats,
        marked: Iterable[Sequence[str]] = (),
    ) -> None:
        self.starts: Whole = np.concatenate([[0], np.cumsum(np.array(sizes, np.int64))])
        self.columns = tuple(columns)
        self.dense = np.ascontiguousarray(dense, np.float32)
        self.marks: tuple[str, ...] = ()
        self.indices = np.zeros(0, np.int32)
        self.offsets = np.zeros(int(self.starts[-1]) + 1, np.int64)
        self._mark(marked)

    @property
    def width(self) -> int:
        """How many weights there are to learn: marks first, then columns."""
        return len(self.marks) + len(self.columns)

    def rows_of(self, questions: Whole) -> tuple[Whole, Whole]:
        """The rows of some questions one after another, and where each question's begin."""
        sizes = self.starts[questions + 1] - self.starts[questions]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        rows = np.repeat(self.starts[questions] - starts[:-1], sizes) + np.arange(starts[-1])
        return rows, starts

    def part(self, questions: Whole) -> "Sights":
        """Only some questions, with the same marks and columns."""
        rows, starts = self.rows_of(questions)
        few = Sights.__new__(Sights)
        few.starts, few.columns, few.marks = starts, self.columns, self.marks
        few.dense = self.dense[rows]
        lengths = self.offsets[rows + 1] - self.offsets[rows]
        few.offsets = np.concatenate([[0], np.cumsum(lengths)])
        places = np.repeat(self.offsets[rows] - few.offsets[:-1], lengths)
        few.indices = self.indices[places + np.arange(few.offsets[-1])]
        return few

    def with_columns(self, columns: Sequence[str], figures: Floats) -> "Sights":
        """These sights and further figures."""
        more = Sights.__new__(Sights)
        more.starts, more.marks = self.starts, self.marks
        more.indices, more.offsets = self.indices, self.offsets
        more.columns = (*self.columns, *columns)
        more.dense = np.hstack([self.dense, figures])
        return more

    def _mark(self, marked: Iterable[Sequence[str]]) -> None:
        numbers: dict[str, int] = {}
        found: list[int] = []
        for row, names in enumerate(marked):
            found += [numbers.setdefault(name, len(numbers)) for name in names]
            self.offsets[row + 1] = len(found)
        if not numbers:
            return
        indices = np.array(found, np.int32)
        question = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        of = np.repeat(question, np.diff(self.offsets))
        seen = np.unique(of * len(numbers) + indices) % len(numbers)
        often = np.bincount(seen, minlength=len(numbers)) >= _LEAST_QUESTIONS
        kept = often[indices]
        before = np.concatenate([[0], np.cumsum(kept)])
        self.offsets = before[self.offsets]
        self.indices = (np.cumsum(often) - 1)[indices[kept]].astype(np.int32)
        self.marks = tuple(name for name, number in numbers.items() if often[number])
