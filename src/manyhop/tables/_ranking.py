"""The learned part: which act a question asks for, and which query it means.

``training/table_queries.py`` makes the file: weights of words for the acts, a line and small
networks over the figures of a query before it is run and with its result, and a logistic
regression for the logit.
"""

import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from manyhop.models import read_arrays
from manyhop.tables._asked import Asked
from manyhop.tables._describing import NAMES, RESULT_NAMES, Figures
from manyhop.tables._enumerating import ACTS

FILE = Path(__file__).with_name("ranking.npz")

_ACTS_AT = [NAMES.index(act) for act in ACTS]
_KINDS = [
    [ACTS.index(act) for act in acts]
    for acts in (
        ("cells", "next", "previous"),
        ("count", "different"),
        ("sum", "mean", "min", "max"),
        ("most", "least"),
        ("group most", "group least"),
        ("compare most", "compare least", "apart"),
        ("check", "more", "fewer"),
    )
]
_TELLING = [
    (*NAMES, *RESULT_NAMES).index(name)
    for name in (
        "chance", "select letters", "select meaning", "select whole", "select rank", "select text",
        "select number", "select date", "select key", "select first", "of letters", "of meaning",
        "of rank", "conditions", "mean condition", "covered", "uncovered with act", "best unused",
        "table rank", "met", "one met", "all met", "joins", "asks 0", "asks 1", "asks 2", "asks 3",
        "asks 5", "asks 6", "asks 7", "one value", "values", "says a number", "says a date",
        "in the question", "tied", "small number",
    )
]  # fmt: skip
UNSURE = 0.0  # logit at most of a query that explains less than half of the question
_HALF = 0.5
_COVERED = NAMES.index("covered with act")
SIGNS = (
    "covered with act", "uncovered with act", "numbers uncovered", "named uncovered",
    "best unused", "conditions", "exact conditions", "least condition", "one met", "all met",
    "chance", "table rank", "joins", "title", "table meaning", "agreement", "tied", "one value",
    "direction agrees", "direction against",
)  # fmt: skip
"""The figures that tell whether the best query can be trusted."""
_SIGNS_AT = [(*NAMES, *RESULT_NAMES).index(name) for name in SIGNS]
_FULL = 1.2  # weight of a word for an act from which on the act explains it


class Judge:
    """Scores queries by their figures: a line, and small networks whose mean corrects it.

    Example: ``Judge(arrays, "after").score(figures)``
    """

    def __init__(self, arrays: Mapping[str, Any], stage: str) -> None:
        self._mean, self._spread, self._line = (
            arrays[f"{stage} {name}"] for name in ("mean", "spread", "line")
        )
        self._layers: list[tuple[Figures, Figures]] = []
        while f"{stage} w{len(self._layers)}" in arrays:
            number = len(self._layers)
            weights, bias = (arrays[f"{stage} {name}{number}"] for name in ("w", "b"))
            self._layers.append((weights.astype(np.float32), bias.astype(np.float32)))

    @property
    def slope(self) -> Figures:
        """The line's weights for the widened figures as they are."""
        return np.asarray(self._line / self._spread, np.float32)

    def score(self, figures: Figures) -> Figures:
        """One figure for each row."""
        given = prepared(figures, self._mean, self._spread)
        straight = given @ self._line
        if not self._layers:
            return np.asarray(straight, np.float32)
        drive = given[None]
        for number, (weights, bias) in enumerate(self._layers):
            drive = drive @ weights + bias[:, None]
            if number + 1 < len(self._layers):
                drive = np.maximum(drive, 0.0)
        return np.asarray(straight + drive[..., 0].mean(axis=0), np.float32)


def prepared(figures: Figures, mean: Figures, spread: Figures) -> Figures:
    """Figures as the layers take them: within bounds, on one scale."""
    return np.asarray((widened(figures) - mean) / spread, np.float32)


def widened(figures: Figures) -> Figures:
    """Figures within bounds, and the telling ones of them apart for each kind of act."""
    bounded = np.clip(figures, -8.0, 12.0)
    acts = figures[:, _ACTS_AT]
    kinds = [acts[:, places].max(axis=1, keepdims=True) for places in _KINDS]
    telling = bounded[:, [place for place in _TELLING if place < figures.shape[1]]]
    return np.hstack([bounded, *(telling * kind for kind in kinds)])


class LearntActs:
    """Weights of words and pairs of words for acts.

    Example: ``LearntActs(arrays).chances(asked)["count"]``
    """

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self._places = {word: place for place, word in enumerate(str(arrays["words"]).split("\n"))}
        self._weights = arrays["weights"].astype(np.float32)
        self._bias = arrays["bias"].astype(np.float32)

    def chances(self, asked: Asked) -> dict[str, float]:
        """How likely each act is what the question asks for."""
        known = [place for gram in grams_of(asked) if (place := self._places.get(gram)) is not None]
        scores = self._bias + self._weights[known].sum(axis=0)
        shares = np.exp(scores - scores.max())
        return dict(zip(ACTS, (shares / shares.sum()).tolist(), strict=True))

    def cover(self, asked: Asked) -> dict[str, Figures]:
        """Which words each act explains: those that speak for it."""
        cover = np.zeros((len(ACTS), len(asked.words)), np.float32)
        for gram, places in placed_grams(asked):
            number = self._places.get(gram)
            if number is not None:
                strength = np.clip(self._weights[number] / _FULL, 0.0, 1.0)
                for place in places:
                    cover[:, place] = np.maximum(cover[:, place], strength)
        return dict(zip(ACTS, cover, strict=True))


class Ranking:
    """Chances of acts for a question, and scores of queries.

    Example: ``Ranking.load().chances(asked)["count"]``
    """

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self._acts = LearntActs(arrays)
        self._judges = {stage: Judge(arrays, stage) for stage in ("before", "after")}
        self._calibration = arrays["calibration"]

    @classmethod
    @cache
    def load(cls) -> Self:
        """The shipped one."""
        return cls(read_arrays(FILE.name, FILE.parent))

    def chances(self, asked: Asked) -> dict[str, float]:
        """How likely each act is what the question asks for."""
        return self._acts.chances(asked)

    def act_cover(self, asked: Asked) -> dict[str, Figures]:
        """Which words each act explains: those that speak for it."""
        return self._acts.cover(asked)

    def slope(self, stage: str) -> Figures:
        """The line by which queries are judged, for one who learns on from it."""
        return self._judges[stage].slope

    def judge(self, figures: Figures) -> Figures:
        """Scores of queries before they are run."""
        return self._judges["before"].score(figures)

    def judge_results(self, figures: Figures) -> Figures:
        """Scores of queries with their results."""
        return self._judges["after"].score(figures)

    def calibrated(self, score: float, margin: float, share: float, figures: Figures) -> float:
        """The logit that a query is right; one that leaves half of the question open is never sure.

        ``share`` is its value's share of the chances of all, ``figures`` are its own.
        """
        logit = float(calibrating(score, margin, share, figures) @ self._calibration)
        return min(logit, UNSURE) if figures[_COVERED] < _HALF else logit


class NoRanking:
    """Stands in while there is no learned file: all acts alike, queries by what they explain."""

    def chances(self, asked: Asked) -> dict[str, float]:
        """All alike."""
        return dict.fromkeys(ACTS, 1.0 / len(ACTS))

    def act_cover(self, asked: Asked) -> dict[str, Figures]:
        """Nothing."""
        return {}

    def judge(self, figures: Figures) -> Figures:
        """What the words explain, and how well the columns fit; each act's best come first."""
        at = {name: number for number, name in enumerate(NAMES)}
        worth = np.asarray(
            4 * figures[:, at["covered"]]
            + 2 * figures[:, at["covered with title"]]
            + figures[:, at["select letters"]]
            + figures[:, at["of letters"]]
            + 0.5 * figures[:, at["mean condition"]]
            - 0.5 * figures[:, at["joins"]]
            - 0.1 * figures[:, at["table rank"]],
            np.float32,
        )
        acts = figures[:, [at[act] for act in ACTS]].argmax(axis=1)
        order = np.zeros(len(worth), np.float32)
        for act in range(len(ACTS)):
            mine = np.flatnonzero(acts == act)
            order[mine[np.argsort(-worth[mine])]] = np.arange(len(mine))
        return np.asarray(0.01 * worth - order, np.float32)


def calibrating(score: float, margin: float, share: float, figures: Figures) -> Figures:
    """What the logit is made of: score, margin and share, the telling figures, and one."""
    covered = float(figures[_COVERED])
    near = [score, max(min(margin, 4.0), -4.0), math.log(share + 0.01), min(covered, 0.6)]
    return np.array([*near, *figures[_SIGNS_AT], 1.0], np.float32)


def signs_of(figures: Figures) -> dict[str, float]:
    """The telling figures by name."""
    return dict(zip(SIGNS, figures[_SIGNS_AT].tolist(), strict=True))


def placed_grams(asked: Asked) -> Iterable[tuple[str, tuple[int, ...]]]:
    """Words and pairs of words as the acts' weights know them, and where they stand."""
    words = ["#" if word.text[0].isdigit() else word.text for word in asked.words]
    for place, word in enumerate(words):
        yield word, (place,)
        if place + 1 < len(words):
            yield f"{word} {words[place + 1]}", (place, place + 1)
    if len(words) > 1:
        yield f"^{words[0]} {words[1]}", (0, 1)
    if words:
        yield f"^{words[0]}", (0,)


def grams_of(asked: Asked) -> set[str]:
    """The different grams of a question."""
    return {gram for gram, _ in placed_grams(asked)}


def sigmoid(logit: float) -> float:
    """A chance from a logit."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))
