"""What can be told from the choices alone, in figures and by family."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.benchmarks import Example
from manyhop.models import TextEncoder

Family = Literal["meaning", "form", "likeness", "habit", "position"]
FAMILIES: tuple[Family, ...] = ("meaning", "form", "likeness", "habit", "position")
"""What a choice means; how it is written; how like the others it is; how often it was right or
wrong in training; where it stands."""

_WORD = re.compile(r"[^\W_]+")
_POSITIONS = 8

Floats = NDArray[np.float32]


class ChoiceQuestion(msgspec.Struct, frozen=True):
    """The choices, which of them is right, and the document that the question is about."""

    id: str
    choices: tuple[str, ...]
    answer: int
    group: str = ""


def choice_questions(examples: Iterable[Example]) -> list[ChoiceQuestion]:
    """The examples that have choices and a right one; a question without a group is its own.

    Example: ``choice_questions(RecipeQA(Path("val.json")).examples())``
    """
    return [
        ChoiceQuestion(
            example.question.id,
            example.question.choices,
            example.gold.choice,
            example.group or example.question.id,
        )
        for example in examples
        if example.gold is not None
        and example.gold.choice is not None
        and len(example.question.choices) > 1
    ]


class Habits:
    """How often each choice was right and wrong in training, without one document's questions."""

    def __init__(self, questions: Sequence[ChoiceQuestion]) -> None:
        self._right: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()
        self._own: Counter[tuple[str, str, bool]] = Counter()
        self.groups = {question.group for question in questions}
        for question in questions:
            for place, choice in enumerate(question.choices):
                key, right = words_of(choice), place == question.answer
                (self._right if right else self._wrong)[key] += 1
                self._own[question.group, key, right] += 1

    def figures(self, choice: str, group: str) -> tuple[float, float, float]:
        """The log odds of being right, and both counts; a document never counts for itself."""
        key = words_of(choice)
        right = self._right[key] - self._own[group, key, True]
        wrong = self._wrong[key] - self._own[group, key, False]
        return math.log((right + 0.5) / (wrong + 1.5)), math.log1p(right), math.log1p(wrong)


def words_of(choice: str) -> str:
    """What makes two choices the same."""
    return " ".join(_WORD.findall(choice.casefold())) or choice


class ChoiceFeatures:
    """Turns questions into rows of figures, one for each choice.

    Example: ``ChoiceFeatures(encoder, Habits(train))(questions).shape`` is (questions, choices,
    figures); choices that a question does not have are NaN.
    """

    def __init__(self, encoder: TextEncoder, habits: Habits) -> None:
        self._encoder = encoder
        self._habits = habits
        sizes = (encoder.dimension, 2 * _FORMS, 6, 3, _POSITIONS)
        ends = np.cumsum([0, *sizes])
        self.columns: dict[Family, slice] = {
            family: slice(int(start), int(end))
            for family, start, end in zip(FAMILIES, ends, ends[1:], strict=False)
        }
        self.width = int(ends[-1])

    def __call__(self, questions: Sequence[ChoiceQuestion]) -> Floats:
        """The figures of every choice of every question."""
        most = max((len(question.choices) for question in questions), default=0)
        rows = np.full((len(questions), most, self.width), np.nan, np.float32)
        texts = sorted({choice for question in questions for choice in question.choices})
        vectors = dict(zip(texts, self._encoder.encode(texts), strict=True))
        for row, question in zip(rows, questions, strict=True):
            self._fill(row, question, vectors)
        return rows

    def _fill(self, row: Floats, question: ChoiceQuestion, vectors: dict[str, Floats]) -> None:
        choices, number = question.choices, len(question.choices)
        here = np.stack([vectors[choice] for choice in choices])
        forms = np.array([_form(choice) for choice in choices], np.float32)
        row[:number, self.columns["meaning"]] = here
        row[:number, self.columns["form"]] = np.hstack([forms, forms - forms.mean(axis=0)])
        row[:number, self.columns["likeness"]] = _likeness(choices, here)
        row[:number, self.columns["habit"]] = [
            self._habits.figures(choice, question.group) for choice in choices
        ]
        row[:number, self.columns["position"]] = np.eye(number, _POSITIONS, dtype=np.float32)


_FORMS = 11


def _form(choice: str) -> list[float]:
    words = choice.split()
    letters = [word for word in words if word[0].isalpha()]
    return [
        math.log1p(len(words)),
        math.log1p(len(choice)),
        len(choice) / max(len(words), 1),
        float(choice.endswith("!")),
        float(choice.endswith(".")),
        float("," in choice),
        float(any(sign.isdigit() for sign in choice)),
        float(choice.isupper()),
        float(choice[:1].islower()),
        sum(word[0].isupper() for word in letters) / max(len(letters), 1),
        float(words_of(choice).startswith(("the ", "a "))),
    ]


def _likeness(choices: Sequence[str], vectors: Floats) -> NDArray[np.float64]:
    """Cosine with the others (mean, most, least, rank of the mean), and words and length shared."""
    number = len(choices)
    cosines = (vectors @ vectors.T).astype(np.float64)
    others = cosines[~np.eye(number, dtype=bool)].reshape(number, number - 1)
    means = others.mean(axis=1)
    ranks = (means[:, None] < means).sum(axis=1)
    sets = [set(words_of(choice).split()) for choice in choices]
    shared = [
        sum(len(one & other) / max(len(one | other), 1) for other in sets) - 1 for one in sets
    ]
    lengths = np.array([len(choice) for choice in choices], np.float64)
    longer = (lengths[:, None] < lengths).sum(axis=1)
    return np.column_stack([means, others.max(axis=1), others.min(axis=1), ranks, shared, longer])
