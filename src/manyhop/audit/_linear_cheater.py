"""A cheater that weighs what it sees of each candidate."""

from collections.abc import Callable, Sequence

import numpy as np

from manyhop.audit._cheater import Clue, Whole
from manyhop.audit._item import Item
from manyhop.audit._reading_clues import clues_of, is_meaning
from manyhop.audit._sights import Floats, Sights
from manyhop.audit._softmax_regression import SoftmaxRegression

Look = Callable[[Sequence[Item]], Sights]
Recall = Callable[[Whole], Floats]

_PENALTIES = (0.3, 0.1, 0.03, 0.01, 0.003)


class LinearCheater:
    """Learns weights for what ``look`` sees, and as strongly as held-out questions bear.

    ``remember`` looks at the questions too, and then tells what it recalls of those that are
    learnt from: a figure for each of ``recalled``, of every candidate.
    Example: ``LinearCheater("position", "sees only where the choices stand", look)``
    """

    def __init__(
        self,
        name: str,
        sees: str,
        look: Look,
        *,
        recalled: Sequence[str] = (),
        remember: Callable[[Sequence[Item]], Recall] | None = None,
        shallow: bool = False,
    ) -> None:
        self.name = name
        self.sees = sees
        self.shallow = shallow
        self._look, self._remember, self._recalled = look, remember, recalled

    def prepare(self, items: Sequence[Item]) -> None:
        """See everything once."""
        self._items = items
        self._sights = self._look(items)
        self._recall = self._remember(items) if self._remember else None
        if self._recalled:
            nothing = np.zeros((len(self._sights.dense), len(self._recalled)), np.float32)
            self._sights = self._sights.with_columns(self._recalled, nothing)
        self._answer = np.array([item.answer for item in items], np.int64)
        self._sum = np.zeros(self._sights.width)
        self._meant = [n for n, each in enumerate(self._sights.columns) if is_meaning(each)]
        self._meaning = np.zeros(len(self._sights.dense), np.float32)
        self._fits = 0

    def fit(self, rows: Whole, held: Whole, seed: int) -> None:
        """Learn with ever smaller penalties while the held-out questions gain by it."""
        rows, held = rows[self._answer[rows] >= 0], held[self._answer[held] >= 0]
        if self._recall:
            self._sights.dense[:, -len(self._recalled) :] = self._recall(rows)
        inside, beside = self._sights.part(rows), self._sights.part(held)
        self._model = SoftmaxRegression(_PENALTIES[0])
        if not len(rows):
            self._model.nothing(self._sights)
            return
        best, model = np.inf, None
        for penalty in _PENALTIES:
            model = SoftmaxRegression(penalty).fit(inside, self._answer[rows], model)
            loss = model.loss(beside, self._answer[held]) if len(held) else 0.0
            if loss >= best - 1e-5:
                break
            best, self._model = loss, model
        self._sum += self._model.weights
        self._fits += 1

    def answers(self, rows: Whole, seed: int) -> list[int | tuple[str, ...]]:
        """The candidate with the highest score."""
        few = self._sights.part(rows)
        scores = self._model.scores(few)
        if self._meant:
            at, _ = self._sights.rows_of(rows)
            self._meaning[at] += self._model.projection(few, self._meant)
        scores += 1e-9 * np.random.default_rng(seed).random(len(scores))
        starts = few.starts
        found: list[int | tuple[str, ...]] = []
        for start, end in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
            found.append(int(scores[start:end].argmax()) if end > start else ())
        return found

    def clues(self) -> list[Clue]:
        """The weights of all that was learnt, in the mean."""
        weights = self._sum / max(self._fits, 1)
        return clues_of(self._items, self._sights, weights, self._answer, self._meaning)
