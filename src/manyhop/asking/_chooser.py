"""Which proposal is right, and how surely: one learned, calibrated model over all ways.

`training/asking/chooser.py` fits it on folders of our own; what it learnt is in `chooser.json` and
`question_forms.npz` beside this file, and its card says on which questions.
"""

import math
import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.answering import fits
from manyhop.asking._proposal import Proposal
from manyhop.collection import question_terms
from manyhop.models import TextEncoder, read_arrays
from manyhop.programs import normal_form
from manyhop.readers import Asked, asked_of

VALUES = {"fact", "table lookup", "count", "sum", "date", "superlative", "note_fact", "two-hop"}
"""Kinds of question that want a value, not an explanation."""


class Weights(msgspec.Struct, frozen=True):
    """What speaks for a way's proposals: named signs on one scale, and the kinds of question.

    A sign that is not there counts as its mean.
    """

    signs: dict[str, tuple[float, float, float]]  # mean, spread, weight
    bias: float
    kinds: dict[str, float]  # by kind of question, times its chance


class Knowledge(msgspec.Struct, frozen=True):
    """All that was learnt: weights by way, what speaks for none of them, and the calibration."""

    ways: dict[str, Weights]
    none: Weights
    sure: tuple[float, float]  # bias, and weight of the share's log-odds
    least: float


class Choice(msgspec.Struct, frozen=True):
    """A proposal and the chance that it is the right answer."""

    proposal: Proposal
    chance: float


class Forms:
    """What kind of answer a question asks for, learnt from the kinds of our own questions."""

    def __init__(self, kinds: Sequence[str], weights: NDArray[np.float32]) -> None:
        self.kinds = tuple(kinds)
        self.weights = weights

    def chances(self, question: str, encoder: TextEncoder) -> dict[str, float]:
        """The chance of every kind, together 1. Example: ``{"count": 0.9, "list": 0.05, …}``"""
        drive = question_features(question, encoder) @ self.weights
        odds = np.exp(drive - drive.max())
        return dict(zip(self.kinds, (odds / odds.sum()).tolist(), strict=True))


LONG = 1_000  # words of an answer that are compared
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
        self.knowledge = knowledge
        self._forms = forms

    @classmethod
    def load(cls, *, large: bool = False) -> "Chooser":
        """The shipped one; with a large reader it has a calibration of its own."""
        return _shipped("chooser_large.json" if large else "chooser.json")

    @classmethod
    def none(cls) -> "Chooser":
        """One that has learnt nothing yet, for those who gather lessons."""
        return cls(Knowledge({}, UNKNOWN, (0.0, 1.0), 0.5), Forms((), np.zeros((0, 0), np.float32)))

    @property
    def least(self) -> float:
        """The chance below which nothing is said."""
        return self.knowledge.least

    def asks_value(self, question: str, encoder: TextEncoder) -> float:
        """The chance that a question wants a value rather than an explanation."""
        kinds = self._forms.chances(question, encoder)
        return sum(chance for kind, chance in kinds.items() if kind in VALUES)

    def rank(
        self, question: str, proposals: Sequence[Proposal], encoder: TextEncoder
    ) -> list[Choice]:
        """The proposals with their chances, the likeliest first; each answer once.

        All of them and "none is right" share what there is to give; who says the same adds up. A
        sentence is right as well where the value in it is, so its chance has that one's share too;
        and whatever speaks for one step or member speaks for the list that has it.
        """
        drives = self.drives(question, proposals, encoder)
        shares: dict[str, float] = {}
        best: dict[str, tuple[float, Proposal]] = {}
        most = max(drives)
        whole = sum(math.exp(drive - most) for drive in drives)
        for drive, proposal in zip(drives, proposals, strict=False):  # the last is for none
            key = answer_key(proposal.values_text)
            shares[key] = shares.get(key, 0.0) + math.exp(drive - most) / whole
            if key not in best or drive > best[key][0]:
                best[key] = (drive, proposal)
        said = {key: _words(each.values_text) for key, (_, each) in best.items()}
        many = {key for key, (_, each) in best.items() if len(each.values) > 1}
        inside = {
            key: sum(
                shares[other] for other in shares if _stands_in(said[other], said[key], key in many)
            )
            for key in shares
        }
        order = sorted(shares, key=lambda key: -shares[key])
        return [Choice(best[key][1], self._chance(shares[key] + inside[key])) for key in order]

    def drives(
        self, question: str, proposals: Sequence[Proposal], encoder: TextEncoder
    ) -> list[float]:
        """How much speaks for each proposal, and last for none of them, as logits."""
        kinds = self._forms.chances(question, encoder)
        signs = all_signs(question, proposals)
        drives = [
            drive_of(self.knowledge.ways.get(each.way, UNKNOWN), its, kinds)
            for each, its in zip(proposals, signs, strict=True)
        ]
        return [*drives, drive_of(self.knowledge.none, {}, kinds)]

    def _chance(self, share: float) -> float:
        bias, weight = self.knowledge.sure
        kept = min(max(share, 1e-4), 1 - 1e-4)
        return sigmoid(bias + weight * math.log(kept / (1 - kept)))


UNKNOWN = Weights({}, -5.0, {})
"""For a way that no lesson was learnt of."""
_WIDE = 4.0  # spreads from its mean that a sign counts at most


def drive_of(weights: Weights, signs: Mapping[str, float], kinds: Mapping[str, float]) -> float:
    """The weighed sum of signs and kinds."""
    drive = weights.bias + sum(
        weight * kinds.get(kind, 0.0) for kind, weight in weights.kinds.items()
    )
    for name, (mean, spread, weight) in weights.signs.items():
        if name in signs:
            drive += weight * max(-_WIDE, min(_WIDE, (signs[name] - mean) / spread))
    return drive


def all_signs(question: str, proposals: Sequence[Proposal]) -> list[dict[str, float]]:
    """Each proposal's own signs, whether it is of the kind asked for, and who says the like."""
    keys = [answer_key(proposal.values_text) for proposal in proposals]
    said = [set(question_terms(" ".join(each.values_text), LONG)) for each in proposals]
    verdicts = [each.signs.get("judge", 0.0) for each in proposals]
    asked = set(question_terms(question))
    before: Counter[str] = Counter()
    found = []
    for place, proposal in enumerate(proposals):
        others = [n for n, other in enumerate(proposals) if other.way != proposal.way]
        like = [_likeness(said[place], said[n]) for n in others]
        same = {proposals[n].way for n in others if keys[n] == keys[place]}
        found.append(
            dict(proposal.signs)
            | {
                "same elsewhere": float(len(same)),
                "inside another": math.log1p(
                    sum(bool(said[place]) and said[place] < said[n] for n in others)
                ),
                "holds another": math.log1p(
                    sum(bool(said[n]) and said[n] < said[place] for n in others)
                ),
                "likest": max(like, default=0.0),
                "like others": sum(like) / 5,
                "judge lead": verdicts[place]
                - max(
                    (v for v, key in zip(verdicts, keys, strict=True) if key != keys[place]),
                    default=verdicts[place],
                ),
                "place": 1 / (1 + before[proposal.way]),
                "repeats": len(asked & said[place]) / max(len(said[place]), 1),
                "fits": float(all(fits(question, text) for text in proposal.values_text[:3])),
                "said": math.log(1 + sum(len(text.split()) for text in proposal.values_text)),
                "values": math.log(1 + len(proposal.values)),
            }
        )
        before[proposal.way] += 1
    return found


def _likeness(one: Set[str], other: Set[str]) -> float:
    """The share of words that two answers have in common."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


_WORD = re.compile(r"\w+")
SENTENCE = 40  # words at most of a text that is right where what stands in it is


def _words(values: Sequence[str]) -> str:
    return " ".join(_WORD.findall(" ".join(values).lower()))


def _stands_in(answer: str, longer: str, a_list: bool) -> bool:
    """Whether an answer is part of a longer one: a list, or no more than a sentence or two."""
    if answer == longer or not answer or (not a_list and len(longer.split()) > SENTENCE):
        return False
    return f" {answer} " in f" {longer} "


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
