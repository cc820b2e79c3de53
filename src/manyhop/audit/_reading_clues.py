"""Weights turned into words: what gives answers away, how often, and where."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.audit._cheater import Clue, ClueExample
from manyhop.audit._item import Item
from manyhop.audit._sights import Sights, Whole
from manyhop.audit._verdict import share

MEANING = "meaning "
_MOST = 6  # marks, and as many figures
_EXAMPLES = 3
_SHOWN = 4
_MOST_OF_ALL, _LEAST_OF_ALL = ": most of all", ": least of all"
_LEAST_TIMES = 5  # that a mark must have been seen


def is_meaning(column: str) -> bool:
    """Whether a figure is one of those that only together say what a candidate means."""
    return column.startswith(MEANING)


def clues_of(
    items: Sequence[Item],
    sights: Sights,
    weights: NDArray[np.float64],
    answers: Whole,
    meaning: NDArray[np.float32],
) -> list[Clue]:
    """The marks and figures that decide most, strongest first.

    A mark points to the candidates that have it, a figure to the one of each question that has
    most of it (or least, where its weight is negative); the figures of what a candidate means
    count together, and are told by the candidates at their far end. ``meaning`` is what they add
    to each candidate's score, as weighed by cheaters that had not seen its question.
    """
    return _Reading(items, sights, answers, meaning).clues(weights)


class _Reading:
    def __init__(
        self,
        items: Sequence[Item],
        sights: Sights,
        answers: Whole,
        meaning: NDArray[np.float32],
    ) -> None:
        self.items, self.sights, self.meaning = items, sights, meaning
        self.question = np.repeat(np.arange(len(items)), np.diff(sights.starts))
        self.right = np.zeros(len(self.question), bool)
        known = answers >= 0
        self.right[(sights.starts[:-1] + answers)[known]] = True

    def clues(self, weights: NDArray[np.float64]) -> list[Clue]:
        marks = len(self.sights.marks)
        columns = [pair for pair in self._columns(weights[marks:]) if self._helps(pair[1])]
        columns.sort(key=lambda pair: -pair[0])
        found = [*columns[:_MOST], *self._marks(weights[:marks])]
        found.sort(key=lambda pair: -pair[0])
        return [clue for strength, clue in found if strength > 1e-4 and self._helps(clue)]

    def _helps(self, clue: Clue) -> bool:
        """Whether it points the right way by itself, and not only to set off another."""
        above = clue.right.value > self.right.mean()
        return above if clue.weight > 0 or clue.feature.endswith(_LEAST_OF_ALL) else not above

    def _marks(self, weights: NDArray[np.float64]) -> list[tuple[float, Clue]]:
        sights = self.sights
        times = np.bincount(sights.indices, minlength=len(sights.marks))
        share = times / max(len(self.question), 1)
        strength = np.abs(weights) * np.sqrt(share * (1 - np.minimum(share, 1)))
        strength[times < _LEAST_TIMES] = 0
        of = np.repeat(np.arange(len(self.question)), np.diff(sights.offsets))
        return [
            (
                float(strength[mark]),
                self._clue(sights.marks[mark], weights[mark], of[sights.indices == mark]),
            )
            for mark in np.argsort(-strength, kind="stable")[:_MOST].tolist()
        ]

    def _columns(self, weights: NDArray[np.float64]) -> list[tuple[float, Clue]]:
        found = []
        for number, name in enumerate(self.sights.columns):
            if is_meaning(name):
                continue
            weight = float(weights[number])
            rows = self._highest(np.sign(weight) * self.sights.dense[:, number])
            feature = name + (_MOST_OF_ALL if weight > 0 else _LEAST_OF_ALL)
            found.append((abs(weight), self._clue(feature, weight, rows)))
        strength = float(self.meaning.std())
        if strength > 0:
            like = ", ".join(f"“{text}”" for text in self._foremost())
            rows = self._highest(self.meaning)
            found.append((strength, self._clue(f"meaning: like {like}", strength, rows)))
        return found

    def _foremost(self) -> list[str]:
        """The candidates farthest out, of those that occur more than once if there are some."""
        most = len(self.meaning) // 4
        order = np.argsort(-self.meaning, kind="stable")[:most].tolist()
        times = Counter(self._text(row) for row in order)
        often = [text for text, number in times.items() if number > 1]
        return (often or list(times))[:_SHOWN]

    def _highest(self, figures: NDArray[np.float32]) -> Whole:
        """The row of each question that has more of a figure than the others; ties are left out."""
        starts = self.sights.starts[:-1]
        top = np.maximum.reduceat(figures, starts) if len(figures) else figures
        at_top = figures == top[self.question]
        alone = np.add.reduceat(at_top.astype(np.int64), starts) == 1
        return np.flatnonzero(at_top & alone[self.question])

    def _clue(self, name: str, weight: float, rows: Whole) -> Clue:
        telling = rows[self.right[rows] == (weight > 0 or name.endswith(_LEAST_OF_ALL))]
        return Clue(
            feature=name,
            weight=round(float(weight), 4),
            right=share(int(self.right[rows].sum()), len(rows)),
            examples=tuple(
                ClueExample(self.items[int(self.question[row])].id, self._text(int(row)))
                for row in telling[:_EXAMPLES]
            ),
        )

    def _text(self, row: int) -> str:
        question = int(self.question[row])
        place = row - int(self.sights.starts[question])
        return self.items[question].candidates[place].text
