"""Logistic regression over the candidates of each question, as many as it has.

The chance of a candidate is the softmax of its score among those of its question. With two
candidates that is the ordinary logistic regression on their difference; in general it is what
statisticians call conditional logit.
"""

from collections.abc import Sequence

import numpy as np

from manyhop.audit._descent import Doubles, descend
from manyhop.audit._sights import Floats, Sights, Whole

_ROUNDS = 60
_TOLERANCE = 1e-4  # the steepest slope at which to stop


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
