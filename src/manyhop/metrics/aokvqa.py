"""A-OKVQA's official scores: multiple choice and direct answer, both on raw strings.

Example: ``direct_answer("cab", ["cab", "cab", "taxi"])`` is 0.667.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

RARE = 3


@dataclass(frozen=True, slots=True)
class Gold:
    """What the data set says of one question; ``difficult`` leaves it out of direct answers."""

    id: str
    choices: Sequence[str]
    correct: int
    answers: Sequence[str]
    difficult: bool = False


@dataclass(frozen=True, slots=True)
class Prediction:
    """The text of a choice, a free answer, or both."""

    multiple_choice: str | None = None
    direct_answer: str | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The two scores (0..100); None where no prediction is of that kind."""

    multiple_choice: float | None
    direct_answer: float | None


def multiple_choice(
    prediction: str, choices: Sequence[str], correct: int, *, strict: bool = False
) -> float:
    """Give 1 for the text of the correct choice, else 0.

    ``strict`` raises AssertionError, as the official code does, for a text that is no choice.
    Example: ``multiple_choice("cab", ["cab", "bus"], 0)`` is 1.0.
    """
    if strict and prediction not in choices:
        raise AssertionError(f"{prediction!r} is none of the choices {list(choices)}")
    return float(prediction == choices[correct])


def direct_answer(prediction: str, answers: Sequence[str]) -> float:
    """Give a third for each person who wrote the very same string, 1 at most.

    Nothing is normalised, unlike the standard VQA accuracy in ``manyhop.metrics.vqa``.
    """
    return min(1.0, sum(answer == prediction for answer in answers) / 3)


def evaluate(
    predictions: Mapping[str, Prediction], golds: Iterable[Gold], *, strict: bool = False
) -> Evaluation:
    """Score the predictions by question id; one that is missing scores 0.

    ``strict`` raises AssertionError where a prediction is missing or is none of the choices.
    Example: ``evaluate({"q1": Prediction("cab")}, golds).multiple_choice``
    """
    golds = list(golds)
    chosen = _texts({id: p.multiple_choice for id, p in predictions.items()})
    written = _texts({id: p.direct_answer for id, p in predictions.items()})
    easy = [gold for gold in golds if not gold.difficult]
    if strict:
        _all_present(chosen, golds)
        _all_present(written, easy)
    choices = [
        multiple_choice(chosen[gold.id], gold.choices, gold.correct, strict=strict)
        if gold.id in chosen
        else 0.0
        for gold in golds
    ]
    answers = [
        direct_answer(written[gold.id], gold.answers) if gold.id in written else 0.0
        for gold in easy
    ]
    return Evaluation(
        multiple_choice=100 * fmean(choices) if chosen and choices else None,
        direct_answer=100 * fmean(answers) if written and answers else None,
    )


def exact(prediction: str, gold: str) -> float:
    """Compare two raw strings, as the released rationale model does."""
    return float(prediction == gold)


def token_f1(prediction: str, gold: str) -> float:
    """Give the F1 of the words of two raw strings: ``token_f1("red cab", "cab")`` is 0.667."""
    ours, theirs = prediction.split(), gold.split()
    if not ours or not theirs:
        return float(ours == theirs)
    common = (Counter(ours) & Counter(theirs)).total()
    precision, recall = common / len(ours), common / len(theirs)
    return 2 * precision * recall / (precision + recall) if common else 0.0


def map_to_choices(
    predictions: Mapping[str, str],
    choices: Mapping[str, Sequence[str]],
    vectors: Mapping[str, Sequence[float]],
) -> dict[str, str]:
    """Replace each free answer by the choice that is nearest to it; a choice stays as it is.

    A text is the mean of its words' vectors (the official code takes GloVe 6B 300d), nearness
    is the cosine, and the first of equals wins.
    Example: ``map_to_choices({"q1": "taxi"}, {"q1": ["cab", "tree"]}, glove)``
    """
    return {
        id: text if text in choices[id] else _nearest(text, choices[id], vectors)
        for id, text in predictions.items()
    }


def build_vocabulary(train: Iterable[Gold]) -> list[str]:
    """List the answers a classifier may give: correct ones, and common choices and answers.

    Common is three times among all choices, or in the direct answers of three questions.
    """
    golds = list(train)
    correct = {gold.choices[gold.correct] for gold in golds}
    choices = Counter(choice for gold in golds for choice in gold.choices)
    answers = Counter(answer for gold in golds for answer in set(gold.answers))
    common = {text for counts in (choices, answers) for text, n in counts.items() if n >= RARE}
    return sorted(correct | common)


def most_common(
    train: Iterable[Gold], choices: Mapping[str, Sequence[str]]
) -> dict[str, Prediction]:
    """Answer with the commonest correct choice of the training questions.

    For multiple choice it is the commonest among the choices, or the overall one where none of
    them was ever correct.
    """
    counts = Counter(gold.choices[gold.correct] for gold in train)
    overall = counts.most_common(1)[0][0]

    def choose(options: Sequence[str]) -> str:
        best = max(options, key=lambda option: counts[option])
        return best if counts[best] else overall

    return {id: Prediction(choose(options), overall) for id, options in choices.items()}


def _texts(predictions: Mapping[str, str | None]) -> dict[str, str]:
    return {id: text for id, text in predictions.items() if text is not None}


def _all_present(predictions: Mapping[str, str], golds: Sequence[Gold]) -> None:
    missing = [gold.id for gold in golds if gold.id not in predictions]
    if predictions and missing:
        raise AssertionError(f"{len(missing)} questions have no prediction, first {missing[0]}")


def _nearest(text: str, choices: Sequence[str], vectors: Mapping[str, Sequence[float]]) -> str:
    ours = _mean_vector(text, vectors)
    likeness = [_cosine(ours, _mean_vector(choice, vectors)) for choice in choices]
    return choices[int(np.argmax(likeness))]


def _mean_vector(text: str, vectors: Mapping[str, Sequence[float]]) -> np.ndarray:
    known = [vectors[word] for word in text.lower().split() if word in vectors]
    width = len(next(iter(vectors.values()), ()))
    return np.mean(known, axis=0) if known else np.zeros(width)


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length else 0.0
