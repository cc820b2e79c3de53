"""The cheater that sees only the choices: how far can it get?"""

import random
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.audit._choice_features import (
    FAMILIES,
    ChoiceFeatures,
    ChoiceQuestion,
    Family,
    Habits,
    words_of,
)
from manyhop.errors import ManyhopError
from manyhop.evaluation import Estimate, estimate
from manyhop.models import StaticEncoder, TextEncoder

_HELD_OUT = 0.15  # of the documents, to stop learning in time
_LEAST = 40  # questions to learn from
FOLDS = 5
Floats = NDArray[np.float32]

_HIDDEN = 64
_RATE = 2e-3
_DECAY = 1e-2  # of the weights, in every step, times the rate
_DROPPED = 0.5  # of the hidden units while learning
_BATCH = 64  # questions
_MOST_ROUNDS = 30
_PATIENCE = 4  # rounds without a lower loss on the held-out questions


class ChoiceOnlyResult(msgspec.Struct, frozen=True):
    """How often the choices alone gave the answer away, and by what.

    ``right`` says for each question whether (1 or 0); ``clues`` how much of the accuracy goes when
    the cheater is blinded to a family of figures.
    """

    accuracy: Estimate
    chance: float
    right: dict[str, float]
    clues: dict[Family, float]


class ChoiceOnly:
    """Learns to tell right choices from wrong ones without question or context.

    It sees what a choice means (its vector), its form, its likeness to the other choices, how
    often it was right or wrong in training, and its position. It is fitted with and without that
    record, and keeps what does better on held-out documents.
    Example: ``ChoiceOnly().fit(train).scores(test).argmax(axis=1)``
    """

    def __init__(
        self,
        encoder: TextEncoder | None = None,
        seed: int = 0,
        families: Sequence[Family] = FAMILIES,
    ) -> None:
        self._encoder = encoder or StaticEncoder.load()
        self._seed = seed
        self._families = tuple(families)
        self._features: ChoiceFeatures | None = None
        self._scorer = Scorer()
        self._seen: tuple[Family, ...] = ()

    def fit(self, questions: Sequence[ChoiceQuestion]) -> "ChoiceOnly":
        """Learn from questions with their right choices."""
        if len(questions) < _LEAST:
            raise ManyhopError(
                f"{len(questions)} questions are too few to learn from; give {_LEAST} or more"
            )
        held = _held_out({question.group for question in questions}, self._seed)
        self._features = ChoiceFeatures(self._encoder, Habits(questions))
        rows = self._features(questions)
        answers = np.array([question.answer for question in questions], np.int64)
        aside = np.array([question.group in held for question in questions])
        tries = [self._families]
        if "habit" in self._families:
            tries.append(tuple(family for family in self._families if family != "habit"))
        fitted = []
        for families in tries:
            seen = self._blinded(rows, families)
            scorer = Scorer().fit(
                seen[~aside], answers[~aside], seen[aside], answers[aside], self._seed
            )
            fitted.append((scorer.loss, families, scorer))
        _, self._seen, self._scorer = min(fitted, key=lambda one: one[0])
        return self

    def scores(self, questions: Sequence[ChoiceQuestion], without: Family | None = None) -> Floats:
        """One row per question with a score for each choice; ``without`` blinds it to a family."""
        if self._features is None:
            raise ManyhopError("this cheater has learnt nothing yet; call fit first")
        rows = self._blinded(self._features(questions), self._seen)
        return self._scorer.scores(rows, self._features.columns[without] if without else None)

    def _blinded(self, rows: Floats, families: Sequence[Family]) -> Floats:
        assert self._features is not None
        rows = rows.copy()
        for family, columns in self._features.columns.items():
            if family not in families:
                rows[..., columns] = np.where(np.isnan(rows[..., columns]), np.nan, 0)
        return rows


def choice_only(
    train: Sequence[ChoiceQuestion],
    test: Sequence[ChoiceQuestion],
    *,
    encoder: TextEncoder | None = None,
    seed: int = 0,
    families: Sequence[Family] = FAMILIES,
) -> ChoiceOnlyResult:
    """Learn from one split, cheat on another.

    Example: ``choice_only(train, test).accuracy.low > 0.25`` says that the choices give it away.
    """
    cheater = ChoiceOnly(encoder, seed, families).fit(train)
    return _result([(cheater, list(test))], families, seed)


def cross_validated(
    questions: Sequence[ChoiceQuestion],
    *,
    folds: int = FOLDS,
    encoder: TextEncoder | None = None,
    seed: int = 0,
    families: Sequence[Family] = FAMILIES,
) -> ChoiceOnlyResult:
    """Every question cheated on by one that learnt from other documents.

    Questions of one document stay together. Nothing is learnt from a question that has the very
    choices of one that is asked: who knows the others' answers could find the last by elimination.
    """
    encoder = encoder or StaticEncoder.load()
    parts = _folds(questions, folds, seed)
    fitted = []
    for number in range(folds):
        asked = [one for one, part in zip(questions, parts, strict=True) if part == number]
        known = {frozenset(map(words_of, one.choices)) for one in asked}
        rest = [
            one
            for one, part in zip(questions, parts, strict=True)
            if part != number and frozenset(map(words_of, one.choices)) not in known
        ]
        if asked:
            fitted.append((ChoiceOnly(encoder, seed, families).fit(rest), asked))
    return _result(fitted, families, seed)


def _result(
    fitted: Iterable[tuple[ChoiceOnly, list[ChoiceQuestion]]],
    families: Sequence[Family],
    seed: int,
) -> ChoiceOnlyResult:
    right: dict[str, float] = {}
    blinded: dict[Family, list[bool]] = {family: [] for family in families}
    asked: list[ChoiceQuestion] = []
    for cheater, questions in fitted:
        asked += questions
        right |= _right(cheater.scores(questions), questions)
        for family in families:
            blinded[family] += map(
                bool, _right(cheater.scores(questions, family), questions).values()
            )
    accuracy = estimate(
        [right[question.id] for question in asked], [question.group for question in asked], seed
    )
    return ChoiceOnlyResult(
        accuracy=accuracy,
        chance=float(np.mean([1 / len(question.choices) for question in asked])),
        right=right,
        clues={family: accuracy.value - float(np.mean(got)) for family, got in blinded.items()},
    )


def _right(scores: Floats, questions: Sequence[ChoiceQuestion]) -> dict[str, float]:
    chosen: NDArray[np.int64] = scores.argmax(axis=1)
    return {
        question.id: float(choice == question.answer)
        for question, choice in zip(questions, chosen, strict=True)
    }


def _held_out(groups: set[str], seed: int) -> set[str]:
    names = sorted(groups)
    random.Random(f"{seed} held out").shuffle(names)
    return set(names[: max(1, round(_HELD_OUT * len(names)))])


def _folds(questions: Sequence[ChoiceQuestion], folds: int, seed: int) -> list[int]:
    """A fold for each question; documents stay whole."""
    names = sorted({question.group for question in questions})
    random.Random(f"{seed} folds").shuffle(names)
    fold = {name: place % folds for place, name in enumerate(names)}
    return [fold[question.group] for question in questions]


# A small network that scores each choice, learnt so that the right one scores highest.


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
