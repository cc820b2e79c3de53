"""How often each choice was right and wrong among the questions learnt from."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.audit._choice_features import words_of
from manyhop.audit._item import Item
from manyhop.audit._sights import Floats, Whole

HABITS = ("right rather than wrong before", "right before", "wrong before")


class ChoiceHabits:
    """Counts by a choice's words; a document's own questions never count for it.

    Example: ``ChoiceHabits(items)(rows)`` has the log odds of being right and the logs of both
    counts, of every candidate of all items.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        keys: dict[str, int] = {}
        pairs: dict[tuple[str, int], int] = {}
        key, pair, question, right = [], [], [], []
        for number, item in enumerate(items):
            for place, one in enumerate(item.candidates):
                key.append(keys.setdefault(words_of(one.text), len(keys)))
                pair.append(pairs.setdefault((item.group, key[-1]), len(pairs)))
                question.append(number)
                right.append(place == item.answer)
        self._key, self._pair = np.array(key, np.int64), np.array(pair, np.int64)
        self._question, self._right = np.array(question, np.int64), np.array(right, bool)
        self._questions = len(items)

    def __call__(self, rows: Whole) -> Floats:
        """The figures when only the questions at ``rows`` were learnt from."""
        learnt = np.zeros(self._questions, bool)
        learnt[rows] = True
        here = learnt[self._question]
        right = self._counts(here & self._right)
        wrong = self._counts(here & ~self._right)
        odds = np.log((right + 0.5) / (wrong + 1.5))
        return np.column_stack([odds, np.log1p(right), np.log1p(wrong)]).astype(np.float32)

    def _counts(self, counted: NDArray[np.bool_]) -> Whole:
        every = np.bincount(self._key[counted], minlength=self._key.max(initial=0) + 1)
        own = np.bincount(self._pair[counted], minlength=self._pair.max(initial=0) + 1)
        return every[self._key] - own[self._pair]
