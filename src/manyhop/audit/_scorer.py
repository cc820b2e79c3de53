"""A small network that scores each choice, learnt so that the right one scores highest."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_HIDDEN = 64
_RATE = 2e-3
_DECAY = 1e-2  # of the weights, in every step, times the rate
_DROPPED = 0.5  # of the hidden units while learning
_BATCH = 64  # questions
_MOST_ROUNDS = 30
_PATIENCE = 4  # rounds without a lower loss on the held-out questions


class Scorer:
    """One hidden layer and a straight path beside it, a softmax over the choices, Adam.

    What is learnt is what did best on held-out questions, so that more rounds or more figures
    don't make it worse.
    Example: ``Scorer().fit(rows, answers, held_out_rows, held_out_answers, seed=0)``
    """

    def __init__(self) -> None:
        self.weights: list[Floats] = []
        self.loss = np.inf
        self._mean: Floats = np.zeros(0, np.float32)
        self._spread: Floats = np.ones(0, np.float32)

    def fit(
        self,
        rows: Floats,
        answers: NDArray[np.int64],
        held: Floats,
        right: NDArray[np.int64],
        seed: int,
    ) -> "Scorer":
        """Learn from ``rows`` (questions, choices, figures) until ``held`` gets no better."""
        chance = np.random.default_rng(seed)
        flat = rows.reshape(-1, rows.shape[-1])
        self._mean = np.nanmean(flat, axis=0)
        spread = np.nanstd(flat, axis=0)
        self._spread = np.where(spread > 1e-6, spread, 1).astype(np.float32)
        inside, missing = self._standard(rows)
        beside, none = self._standard(held)
        weights = _start(rows.shape[-1], chance)
        adam = _Adam(weights)
        best, waited = [each.copy() for each in weights], 0
        for _ in range(_MOST_ROUNDS):
            order = chance.permutation(len(rows))
            for start in range(0, len(order), _BATCH):
                part = order[start : start + _BATCH]
                kept = (chance.random((len(part), rows.shape[1], _HIDDEN)) >= _DROPPED) / (
                    1 - _DROPPED
                )
                slopes = _slopes(
                    weights, inside[part], missing[part], answers[part], kept.astype(np.float32)
                )
                adam.step(slopes)
            loss = _loss(_scores(weights, beside, none), right)
            if loss < self.loss - 1e-4:
                self.loss, waited = loss, 0
                best = [each.copy() for each in weights]
            else:
                waited += 1
                if waited >= _PATIENCE:
                    break
        self.weights = best
        return self

    def scores(self, rows: Floats, without: slice | None = None) -> Floats:
        """One score for each choice, higher is better; ``without`` blinds it to some figures."""
        standard, missing = self._standard(rows)
        if without is not None:
            standard[..., without] = 0
        return _scores(self.weights, standard, missing)

    def _standard(self, rows: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        missing = np.asarray(np.isnan(rows).any(axis=-1), np.bool_)
        standard = np.clip((rows - self._mean) / self._spread, -8, 8)
        return np.nan_to_num(standard).astype(np.float32), missing


def _start(width: int, chance: np.random.Generator) -> list[Floats]:
    first = chance.normal(0, (2 / width) ** 0.5, (width, _HIDDEN))
    last = chance.normal(0, (1 / _HIDDEN) ** 0.5, _HIDDEN)
    parts = (first, np.zeros(_HIDDEN), last, np.zeros(width))
    return [np.asarray(part, np.float32) for part in parts]


def _scores(weights: list[Floats], rows: Floats, missing: NDArray[np.bool_]) -> Floats:
    first, offset, last, straight = weights
    hidden = np.maximum(rows @ first + offset, 0)
    return np.where(missing, np.float32(-1e9), hidden @ last + rows @ straight)


def _chances(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


def _loss(scores: Floats, answers: NDArray[np.int64]) -> float:
    right = _chances(scores)[np.arange(len(answers)), answers]
    return float(-np.log(np.maximum(right, 1e-12)).mean())


def _slopes(
    weights: list[Floats],
    rows: Floats,
    missing: NDArray[np.bool_],
    answers: NDArray[np.int64],
    kept: Floats,
) -> list[Floats]:
    """How the loss changes with each weight, over some questions."""
    first, offset, last, straight = weights
    before = rows @ first + offset
    hidden = np.maximum(before, 0) * kept
    scores = np.where(missing, np.float32(-1e9), hidden @ last + rows @ straight)
    error = _chances(scores)
    error[np.arange(len(answers)), answers] -= 1
    error /= np.float32(len(answers))
    inner = (error[..., None] * last) * kept * (before > 0)
    flat, inner = rows.reshape(-1, rows.shape[-1]), inner.reshape(-1, _HIDDEN)
    column = error.reshape(-1)
    return [
        np.asarray(part, np.float32)
        for part in (
            flat.T @ inner,
            inner.sum(axis=0),
            hidden.reshape(-1, _HIDDEN).T @ column,
            flat.T @ column,
        )
    ]


class _Adam:
    """Steps down the slopes, each weight at its own pace."""

    def __init__(self, weights: list[Floats]) -> None:
        self._weights = weights
        self._mean = [np.zeros_like(each) for each in weights]
        self._square = [np.zeros_like(each) for each in weights]
        self._steps = 0

    def step(self, slopes: list[Floats]) -> None:
        self._steps += 1
        pace = _RATE * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        state = zip(self._weights, self._mean, self._square, slopes, strict=True)
        for weights, mean, square, slope in state:
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            weights *= np.float32(1 - _RATE * _DECAY)
            weights -= np.float32(pace) * mean / (np.sqrt(square) + np.float32(1e-8))
