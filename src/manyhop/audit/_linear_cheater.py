"""A cheater that weighs what it sees of each candidate."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.audit._cheater import Clue
from manyhop.audit._item import Item
from manyhop.audit._reading_clues import clues_of, is_meaning
from manyhop.audit._sights import Floats, Sights, Whole

Look = Callable[[Sequence[Item]], Sights]
Recall = Callable[[Whole], Floats]

_PENALTIES = (0.3, 0.1, 0.03, 0.01, 0.003)
_ROUNDS = 60
_TOLERANCE = 1e-4  # the steepest slope at which to stop
_MEMORY = 8  # earlier steps that shape the next one

Doubles = NDArray[np.float64]


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


# Logistic regression over the candidates of each question, as many as it has. The chance of a
# candidate is the softmax of its score among those of its question: with two candidates that is the
# ordinary logistic regression on their difference; in general it is conditional logit.


class SoftmaxRegression:
    """Learns a weight for each mark and figure, kept small by ``penalty``.

    What is made small is the mean loss of a question plus half the penalty times the squared
    weights. Figures are divided by their spread first; ``weights`` are those of the spread-out
    figures, so that they can be compared.
    Example: ``SoftmaxRegression(0.01).fit(sights, answers).scores(sights)``
    """

    def __init__(
        self, penalty: float, rounds: int = _ROUNDS, tolerance: float = _TOLERANCE
    ) -> None:
        self.penalty = penalty
        self._rounds, self._tolerance = rounds, tolerance
        self.weights: Floats = np.zeros(0, np.float32)
        self._spread: Floats = np.ones(0, np.float32)

    def fit(
        self, sights: Sights, answers: Whole, start: "SoftmaxRegression | None" = None
    ) -> "SoftmaxRegression":
        """Learn from the right candidate of each question, counted within it from 0."""
        self._spread = start._spread if start else spreads(sights)
        right = sights.starts[:-1] + answers
        weights = start.weights if start else np.zeros(sights.width, np.float32)

        def slope(at: Doubles) -> tuple[float, Doubles]:
            return _loss(sights, self._spread, right, self.penalty, at)

        found = descend(slope, weights.astype(np.float64), self._rounds, self._tolerance)
        self.weights = found.astype(np.float32)
        return self

    def nothing(self, sights: Sights) -> None:
        """Learn nothing: every candidate is as good as another."""
        self.weights = np.zeros(sights.width, np.float32)
        self._spread = np.ones(len(sights.columns), np.float32)

    def scores(self, sights: Sights) -> Doubles:
        """One score for each row of the sights."""
        return _scores(sights, self._spread, self.weights.astype(np.float64))

    def projection(self, sights: Sights, columns: Sequence[int]) -> Floats:
        """What some figures alone add to the scores."""
        weights = self.weights[len(sights.marks) :][columns] / self._spread[columns]
        return np.asarray(sights.dense[:, columns] @ weights, np.float32)

    def loss(self, sights: Sights, answers: Whole) -> float:
        """The mean negative log of the right candidates' chances."""
        right = sights.starts[:-1] + answers
        return _loss(sights, self._spread, right, 0.0, self.weights.astype(np.float64))[0]


def spreads(sights: Sights) -> Floats:
    """How far each figure lies from the mean of its own question, as a standard deviation."""
    sizes = np.diff(sights.starts)
    means = np.add.reduceat(sights.dense, sights.starts[:-1], axis=0) / sizes[:, None]
    squares = np.einsum("ij,ij->j", sights.dense, sights.dense, dtype=np.float64)
    between = np.einsum("ij,ij,i->j", means, means, sizes, dtype=np.float64)
    spread = np.sqrt(np.maximum(squares - between, 0) / max(len(sights.dense), 1))
    return np.where(spread > 1e-6, spread, np.inf).astype(np.float32)


def _scores(sights: Sights, spread: Floats, weights: Doubles) -> Doubles:
    marks = len(sights.marks)
    scores = (sights.dense @ (weights[marks:] / spread).astype(np.float32)).astype(np.float64)
    if marks:
        sums = np.concatenate([[0.0], np.cumsum(weights[sights.indices])])
        scores += sums[sights.offsets[1:]] - sums[sights.offsets[:-1]]
    return scores


def _loss(
    sights: Sights, spread: Floats, right: Whole, penalty: float, weights: Doubles
) -> tuple[float, Doubles]:
    """The penalised loss and its slope."""
    starts, number = sights.starts, len(right)
    sizes = np.diff(starts)
    scores = _scores(sights, spread, weights)
    scores -= np.repeat(np.maximum.reduceat(scores, starts[:-1]), sizes)
    raised = np.exp(scores)
    sums = np.add.reduceat(raised, starts[:-1])
    loss = float((np.log(sums) - scores[right]).mean())
    error = raised / np.repeat(sums, sizes)
    error[right] -= 1
    error /= number
    slope = np.empty_like(weights)
    marks = len(sights.marks)
    slope[marks:] = (error.astype(np.float32) @ sights.dense) / spread
    if marks:
        of = np.repeat(error, np.diff(sights.offsets))
        slope[:marks] = np.bincount(sights.indices, of, minlength=marks)
    return loss + penalty / 2 * float(weights @ weights), slope + penalty * weights


# The way down a smooth convex loss: L-BFGS, with a backtracking line search.


def descend(
    slope_at: Callable[[Doubles], tuple[float, Doubles]],
    weights: Doubles,
    rounds: int,
    tolerance: float,
) -> Doubles:
    """The lowest point met, when the ground is as flat as ``tolerance`` or the rounds are over.

    Example: ``descend(lambda at: (float(at @ at), 2 * at), np.ones(3), 60, 1e-6)``, near zero
    """
    value, slope = slope_at(weights)
    steps: list[tuple[Doubles, Doubles, float]] = []
    for _ in range(rounds):
        if np.abs(slope).max(initial=0) < tolerance:
            break
        direction = -_shaped(slope, steps)
        fall = float(direction @ slope)
        pace = 1.0 if steps else min(1.0, 1 / float(np.abs(slope).sum()))
        for _ in range(20):
            there = weights + pace * direction
            lower, after = slope_at(there)
            if lower <= value + 1e-4 * pace * fall:
                break
            pace /= 2
        else:
            break
        moved, turned = there - weights, after - slope
        if (along := float(moved @ turned)) > 1e-12:
            steps = [*steps[-_MEMORY + 1 :], (moved, turned, 1 / along)]
        weights, value, slope = there, lower, after
    return weights


def _shaped(slope: Doubles, steps: list[tuple[Doubles, Doubles, float]]) -> Doubles:
    """The slope times what earlier steps tell of the inverse curvature."""
    shaped, amounts = slope.copy(), []
    for moved, turned, inverse in reversed(steps):
        amounts.append(inverse * float(moved @ shaped))
        shaped -= amounts[-1] * turned
    if steps:
        moved, turned, inverse = steps[-1]
        shaped /= inverse * float(turned @ turned)
    for (moved, turned, inverse), amount in zip(steps, reversed(amounts), strict=True):
        shaped += (amount - inverse * float(turned @ shaped)) * moved
    return shaped
