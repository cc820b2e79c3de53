"""The learned part: which act a question asks for, and which query it means.

``training/table_queries.py`` makes the file. Three linear models lie in it: weights of words for
the acts, of figures that judge a query before it is run, and of figures with its result.
"""

import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

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
        "in the question", "tied", "small number", "likeness", "likeness lead",
    )
]  # fmt: skip
_FULL = 1.2  # weight of a word for an act from which on the act explains it


class Weights:
    """A linear judge: weights for figures, and for some figures other weights by kind of act.

    Example: ``Weights(arrays["after"]).score(figures)``
    """

    def __init__(self, weights: NDArray[np.float32]) -> None:
        self._weights = weights

    def score(self, figures: Figures) -> Figures:
        """One figure for each row."""
        return np.asarray(widened(figures) @ self._weights, np.float32)


def widened(figures: Figures) -> Figures:
    """Figures, the telling ones of them apart for each kind of act, all within bounds."""
    bounded = np.clip(figures, -8.0, 12.0)
    acts = figures[:, _ACTS_AT]
    kinds = [acts[:, places].max(axis=1, keepdims=True) for places in _KINDS]
    telling = bounded[:, [place for place in _TELLING if place < figures.shape[1]]]
    return np.hstack([bounded, *(telling * kind for kind in kinds)])


class Ranking:
    """Chances of acts for a question, and scores of queries.

    Example: ``Ranking.load().chances(asked)["count"]``
    """

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self._places = {word: place for place, word in enumerate(str(arrays["words"]).split("\n"))}
        self._weights = arrays["weights"].astype(np.float32)
        self._bias = arrays["bias"].astype(np.float32)
        self.before, self.after = Weights(arrays["before"]), Weights(arrays["after"])
        self._calibration = arrays["calibration"]

    @classmethod
    @cache
    def load(cls) -> Self:
        """The shipped one."""
        return cls(read_arrays(FILE.name, FILE.parent))

    def chances(self, asked: Asked) -> dict[str, float]:
        """How likely each act is what the question asks for."""
        known = [place for gram in grams_of(asked) if (place := self._places.get(gram)) is not None]
        scores = self._bias + self._weights[known].sum(axis=0)
        shares = np.exp(scores - scores.max())
        return dict(zip(ACTS, (shares / shares.sum()).tolist(), strict=True))

    def act_cover(self, asked: Asked) -> dict[str, Figures]:
        """Which words each act explains: those that speak for it."""
        cover = np.zeros((len(ACTS), len(asked.words)), np.float32)
        for gram, places in placed_grams(asked):
            number = self._places.get(gram)
            if number is not None:
                strength = np.clip(self._weights[number] / _FULL, 0.0, 1.0)
                for place in places:
                    cover[:, place] = np.maximum(cover[:, place], strength)
        return dict(zip(ACTS, cover, strict=True))

    def judge(self, figures: Figures) -> Figures:
        """Scores of queries before they are run."""
        return self.before.score(figures)

    def calibrated(self, score: float, margin: float, coverage: float) -> float:
        """The logit that the best query is right."""
        figures = np.array([score, margin, coverage, 1.0])
        return float(figures @ self._calibration)


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
