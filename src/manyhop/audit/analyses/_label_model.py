"""A small linear classifier: labels of texts from their vectors, learnt with numpy alone."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.audit._descent import descend

Floats = NDArray[np.float64]

_STRENGTH = 1e-3  # of what keeps the weights small
_STEPS = 3000
_STILL = 1e-7


class LabelModel:
    """Softmax regression with an L2 penalty on the weights, none on the intercepts.

    The loss is strictly convex, and descended until its slope is gone: there is no seed, and the
    same examples give the same labels.
    Example: ``LabelModel().fit(encoder.encode(texts), labels).predict(encoder.encode(others))``
    """

    def __init__(self, strength: float = _STRENGTH) -> None:
        self.strength = strength
        self.labels: list[str] = []
        self.weights: Floats = np.zeros((0, 0))

    def fit(self, rows: NDArray[np.floating], labels: Sequence[str]) -> "LabelModel":
        """Learn which label goes with which vector."""
        self.labels = sorted(set(labels))
        number = {label: place for place, label in enumerate(self.labels)}
        wanted = np.eye(len(self.labels))[[number[label] for label in labels]]
        inside = _with_one(rows)
        penalty = np.full((inside.shape[1], 1), self.strength)
        penalty[-1] = 0
        shape = inside.shape[1], len(self.labels)

        def slope(at: Floats) -> tuple[float, Floats]:
            weights = at.reshape(shape)
            shares = _shares(inside @ weights)
            loss = -np.log(np.maximum((shares * wanted).sum(axis=1), 1e-300)).mean()
            loss += 0.5 * (penalty * weights**2).sum()
            steep = inside.T @ (shares - wanted) / len(inside) + penalty * weights
            return float(loss), steep.ravel()

        self.weights = descend(slope, np.zeros(shape).ravel(), _STEPS, _STILL).reshape(shape)
        return self

    def chances(self, rows: NDArray[np.floating]) -> Floats:
        """The chance of each label, in the order of ``labels``."""
        return _shares(_with_one(rows) @ self.weights)

    def predict(self, rows: NDArray[np.floating]) -> list[str]:
        """The likeliest label of each vector."""
        return [self.labels[place] for place in self.chances(rows).argmax(axis=1)]


def held_out_labels(
    rows: NDArray[np.floating], labels: Sequence[str], groups: Sequence[str], folds: int = 5
) -> list[str]:
    """What the model says of each text when its group was kept from it."""
    numbers: dict[str, int] = {}
    fold = np.array([numbers.setdefault(name, len(numbers)) % folds for name in groups])
    found = [""] * len(labels)
    for number in range(folds):
        mine, rest = np.nonzero(fold == number)[0], np.nonzero(fold != number)[0]
        if len(mine) and len(rest):
            model = LabelModel().fit(rows[rest], [labels[n] for n in rest.tolist()])
            for place, label in zip(mine, model.predict(rows[mine]), strict=True):
                found[place] = label
    return found


def _with_one(rows: NDArray[np.floating]) -> Floats:
    return np.hstack([np.asarray(rows, np.float64), np.ones((len(rows), 1))])


def _shares(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float64)
