"""How well a reader reads, whatever it is: the figures that recipes are chosen by.

``Read`` takes pairs of question and passage and gives a value and a score for each, so the same
code measures a network in training, its int8 file and the shipped reader.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.reading_lessons import Lesson, Lessons

Read = Callable[[Sequence[tuple[int, int]]], list[tuple[str, float]]]


def measure(read: Read, lessons: Lessons, alone: bool = False) -> dict[str, list[float]]:
    """Scores per question by the figure's name; ``read`` takes numbers of lesson and passage.

    ``alone`` leaves out what is read over several passages.
    """
    rows = lessons.lessons
    most = 1 if alone else None
    pairs = [
        (row, passage) for row, lesson in enumerate(rows) for passage in _read_over(lesson)[:most]
    ]
    found = dict(zip(pairs, read(pairs), strict=True))
    figures: dict[str, list[float]] = {}

    def add(name: str, value: float) -> None:
        figures.setdefault(name, []).append(float(value))

    scores, there = [], []
    for row, lesson in enumerate(rows):
        own = lesson.gold if lesson.gold >= 0 else lesson.others[0]
        text, score = found[row, own]
        if lesson.source == "squad":
            scores.append(score)
            there.append(lesson.gold >= 0)
        if lesson.verdict:
            add("made yes/no accuracy", text == lesson.verdict)
        elif lesson.gold >= 0 and lesson.source == "squad":
            add("SQuAD F1", best_f1(text, lesson.answers))
            add("SQuAD EM", exact(text, lesson.answers))
            if alone:
                continue
            best = max(_read_over(lesson), key=lambda passage: found[row, passage][1])
            add("10 paragraphs F1", best_f1(found[row, best][0], lesson.answers))
            add("10 paragraphs right", best == own)
        elif lesson.gold >= 0:
            add("HybridQA F1", best_f1(text, lesson.answers))
            if alone:
                continue
            best = max(_read_over(lesson), key=lambda passage: found[row, passage][1])
            add("HybridQA several passages F1", best_f1(found[row, best][0], lesson.answers))
    figures["answerable"] = answerable(np.array(scores), np.array(there))
    return figures


def _read_over(lesson: Lesson) -> list[int]:
    return [lesson.gold, *lesson.others] if lesson.gold >= 0 else lesson.others[:1]


def answerable(scores: NDArray[Any], there: NDArray[Any]) -> list[float]:
    """Whether each question was rightly called answerable, by a line fitted on the other half."""
    right = np.zeros(len(scores))
    for half in (0, 1):
        mine = np.arange(len(scores)) % 2 == half
        slope, offset = fit_chance(scores[~mine], there[~mine])
        right[mine] = (slope * scores[mine] + offset > 0) == there[mine]
    found: list[float] = right.tolist()
    return found


def fit_chance(scores: NDArray[Any], there: NDArray[Any]) -> tuple[float, float]:
    """Slope and offset that make ``1 / (1 + exp(-slope * score - offset))`` the chance."""
    middle, spread = scores.mean(), scores.std() + 1e-9
    columns = np.stack([(scores - middle) / spread, np.ones(len(scores))], axis=1)
    weights = np.zeros(2)
    for _ in range(50):  # Newton's steps
        chances = 1 / (1 + np.exp(-columns @ weights))
        slopes = columns.T @ (chances - there) + 1e-3 * weights
        curve = (columns * (chances * (1 - chances))[:, None]).T @ columns + 1e-3 * np.eye(2)
        weights = weights - np.linalg.solve(curve, slopes)
    slope = weights[0] / spread
    return float(slope), float(weights[1] - slope * middle)


def plain(text: str) -> str:
    """Lower case without punctuation and articles, as SQuAD compares answers."""
    text = re.sub(r"[^\w\s]|_", "", text.lower())
    return " ".join(word for word in text.split() if word not in ("a", "an", "the"))


def best_f1(text: str, answers: Sequence[str]) -> float:
    """F1 over words against the nearest of the right answers."""
    return max(_f1(plain(text).split(), plain(answer).split()) for answer in answers)


def exact(text: str, answers: Sequence[str]) -> bool:
    """Whether a right answer was given word for word."""
    return plain(text) in {plain(answer) for answer in answers}


def _f1(given: Sequence[str], right: Sequence[str]) -> float:
    if not given or not right:
        return float(given == right)
    common = sum((Counter(given) & Counter(right)).values())
    return 2 * common / (len(given) + len(right))
