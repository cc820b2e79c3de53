"""The cheater that sees only the choices: how far can it get?"""

import random
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.audit._choice_features import FAMILIES, ChoiceFeatures, Family, Habits, words_of
from manyhop.audit._choice_question import ChoiceQuestion
from manyhop.audit._scorer import Floats, Scorer
from manyhop.errors import ManyhopError
from manyhop.evaluation import Estimate, estimate
from manyhop.models import StaticEncoder, TextEncoder

_HELD_OUT = 0.15  # of the documents, to stop learning in time
_LEAST = 40  # questions to learn from
FOLDS = 5


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
