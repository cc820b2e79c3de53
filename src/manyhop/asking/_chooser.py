"""Which proposal is right, and how surely: one learned, calibrated model over all ways.

`training/asking/chooser.py` fits it on folders of our own; what it learnt is in `chooser.json` and
`question_forms.npz` beside this file, and its card says on which questions.
"""

import math
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.answering import fits
from manyhop.asking._proposal import Proposal
from manyhop.models import TextEncoder, read_arrays
from manyhop.programs import normal_form
from manyhop.readers import Asked, asked_of

VALUES = {"fact", "table lookup", "count", "sum", "date", "superlative", "note_fact", "two-hop"}
"""Kinds of question that want a value, not an explanation."""


class Weights(msgspec.Struct, frozen=True):
    """A logistic regression over named signs, and how often the way is right by kind of question.

    A sign that is not there counts as its mean.
    """

    signs: dict[str, tuple[float, float, float]]  # mean, spread, weight
    bias: float
    right: dict[str, float]  # by kind of question, as log-odds
    asked: float  # weight of that


class Knowledge(msgspec.Struct, frozen=True):
    """All that was learnt: weights by way, and how a chance is made of the best ones."""

    ways: dict[str, Weights]
    sure: tuple[float, float, float]  # bias, of the best's log-odds, of its lead over another value
    least: float


class Choice(msgspec.Struct, frozen=True):
    """A proposal and the chance that it is the right answer."""

    proposal: Proposal
    chance: float


class Forms:
    """What kind of answer a question asks for, learnt from the kinds of our own questions."""

    def __init__(self, kinds: Sequence[str], weights: NDArray[np.float32]) -> None:
        self.kinds = tuple(kinds)
        self._weights = weights

    def chances(self, question: str, encoder: TextEncoder) -> dict[str, float]:
        """The chance of every kind, together 1. Example: ``{"count": 0.9, "list": 0.05, …}``"""
        drive = question_features(question, encoder) @ self._weights
        odds = np.exp(drive - drive.max())
        return dict(zip(self.kinds, (odds / odds.sum()).tolist(), strict=True))


OPENING = 512  # buckets that the first and the other words of a question fall into


def question_features(question: str, encoder: TextEncoder) -> NDArray[np.float32]:
    """What a question's form is told by: its meaning, its words, and those that it begins with."""
    words = [word.strip("?.,:;'\"()").lower() for word in question.split()]
    hashed = np.zeros(OPENING, np.float32)
    pairs = [" ".join(pair) for pair in pairwise(words)]
    opening = [f"^{words[0]}", f"^{' '.join(words[:2])}"] if words else []
    for word in [*words, *pairs, *opening]:
        hashed[zlib.crc32(word.encode()) % OPENING] += 1.0
    hashed /= max(float(np.linalg.norm(hashed)), 1.0)
    shape = [float(asked_of(question) == each) for each in get_args(Asked)]
    return np.concatenate([encoder.encode([question])[0], hashed, shape, [1.0]]).astype(np.float32)


class Chooser:
    """Ranks proposals by the chance that they are right.

    Example: ``Chooser.load().rank(question, proposals, encoder)[0].chance``
    """

    def __init__(self, knowledge: Knowledge, forms: Forms) -> None:
        self._knowledge = knowledge
        self._forms = forms

    @classmethod
    def load(cls, *, large: bool = False) -> "Chooser":
        """The shipped one; with a large reader it has a calibration of its own."""
        return _shipped("chooser_large.json" if large else "chooser.json")

    @classmethod
    def none(cls) -> "Chooser":
        """One that has learnt nothing yet, for those who gather lessons."""
        return cls(Knowledge({}, (0.0, 1.0, 0.0), 0.5), Forms((), np.zeros((0, 0), np.float32)))

    @property
    def least(self) -> float:
        """The chance below which nothing is said."""
        return self._knowledge.least

    def asks_value(self, question: str, encoder: TextEncoder) -> float:
        """The chance that a question wants a value rather than an explanation."""
        kinds = self._forms.chances(question, encoder)
        return sum(chance for kind, chance in kinds.items() if kind in VALUES)

    def rank(
        self, question: str, proposals: Sequence[Proposal], encoder: TextEncoder
    ) -> list[Choice]:
        """The proposals with their chances, the likeliest first; each answer once."""
        scored = list(zip(self.drives(question, proposals, encoder), proposals, strict=True))
        scored.sort(key=lambda pair: -pair[0])
        best: dict[str, tuple[float, Proposal]] = {}
        for drive, proposal in scored:
            best.setdefault(answer_key(proposal.values_text), (drive, proposal))
        ranked = list(best.values())
        return [
            Choice(proposal, self._chance(drive, [d for d, _ in ranked[:2] if d != drive]))
            for drive, proposal in ranked
        ]

    def drives(
        self, question: str, proposals: Sequence[Proposal], encoder: TextEncoder
    ) -> list[float]:
        """How much speaks for each proposal, as log-odds that are not calibrated."""
        kinds = self._forms.chances(question, encoder)
        signs = all_signs(question, proposals)
        return [
            self._drive(each.way, its, kinds) for each, its in zip(proposals, signs, strict=True)
        ]

    def _drive(self, way: str, signs: Mapping[str, float], kinds: Mapping[str, float]) -> float:
        weights = self._knowledge.ways.get(way)
        if weights is None:
            return -5.0
        asked = sum(
            chance * sigmoid(weights.right.get(kind, -3.0)) for kind, chance in kinds.items()
        )
        drive = weights.bias + weights.asked * log_odds(asked)
        for name, (mean, spread, weight) in weights.signs.items():
            drive += weight * (signs.get(name, mean) - mean) / spread
        return drive

    def _chance(self, drive: float, others: Sequence[float]) -> float:
        bias, own, lead = self._knowledge.sure
        gap = drive - max(others, default=drive - 2.0)
        return sigmoid(bias + own * drive + lead * max(min(gap, 3.0), -3.0))


def all_signs(question: str, proposals: Sequence[Proposal]) -> list[dict[str, float]]:
    """Each proposal's own signs, whether it is of the kind asked for, and who says the same."""
    keys = [answer_key(proposal.values_text) for proposal in proposals]
    found = []
    for number, proposal in enumerate(proposals):
        same = {
            other.way
            for place, other in enumerate(proposals)
            if other.way != proposal.way and keys[place] == keys[number]
        }
        inside = {
            other.way
            for place, other in enumerate(proposals)
            if other.way != proposal.way
            and keys[place] != keys[number]
            and f" {keys[number]} " in f" {keys[place]} "
        }
        found.append(
            dict(proposal.signs)
            | {
                "same elsewhere": float(len(same)),
                "inside another": float(min(len(inside), 3)),
                "fits": float(all(fits(question, text) for text in proposal.values_text[:3])),
                "said": math.log(1 + sum(len(text.split()) for text in proposal.values_text)),
                "values": math.log(1 + len(proposal.values)),
            }
        )
    return found


def answer_key(values: Sequence[str]) -> str:
    """What makes two answers the same: their words in any order of the values."""
    return "; ".join(sorted(normal_form(value) for value in values))


def sigmoid(drive: float) -> float:
    """A chance of log-odds."""
    return 1 / (1 + math.exp(-max(min(drive, 30.0), -30.0)))


def log_odds(chance: float) -> float:
    """Log-odds of a chance, cut at ±4.6."""
    kept = min(max(chance, 0.01), 0.99)
    return math.log(kept / (1 - kept))


@cache
def _shipped(name: str) -> Chooser:
    return Chooser(shipped_knowledge(name), question_forms())


def shipped_knowledge(name: str = "chooser.json") -> Knowledge:
    """What a shipped chooser learnt."""
    return msgspec.json.decode((Path(__file__).parent / name).read_bytes(), type=Knowledge)


def question_forms() -> Forms:
    """The shipped forms of questions."""
    stored = read_arrays("question_forms.npz", Path(__file__).parent)
    return Forms([str(kind) for kind in stored["kinds"]], stored["weights"])
