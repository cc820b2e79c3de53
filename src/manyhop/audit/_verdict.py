"""What a cheater's score says about a benchmark, and whether it is above nothing."""

import math
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.audit._cheater import Clue
from manyhop.evaluation import Difference, Estimate, group_sums

Verdict = Literal["biased", "shortcut", "clean", "too few questions"]

SURE = 0.02  # the chance that anything at all is found where there is nothing
LEAST = 0.02  # what is less above the level than this does not matter
_WIDEST = 0.1  # half of an interval that still says something
_FEWEST = 30  # documents
_NORMAL = 1.959963984540054  # what 2.5% of a normal distribution lie above


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One cheater on one part of a benchmark.

    ``level`` is what it is measured against: chance, or the most common answer; ``difference`` is
    paired with that, question by question. ``p`` is corrected for the number of findings.
    """

    cheater: str
    sees: str
    part: str
    metric: str
    score: Estimate
    level: float
    level_name: str
    difference: Difference
    p: float
    verdict: Verdict
    sentence: str
    clues: tuple[Clue, ...] = ()
    note: str = ""


def verdict_of(score: Estimate, difference: Difference, p: float, *, shallow: bool) -> Verdict:
    """Biased (a shortcut, where nothing was hidden) if it is surely, and not by a trifle, above."""
    if difference.groups < _FEWEST:
        return "too few questions"
    if p < SURE and difference.difference >= LEAST:
        return "shortcut" if shallow else "biased"
    wide = (difference.high - difference.low) / 2 > _WIDEST
    return "too few questions" if wide else "clean"


def sentence_of(
    sees: str, score: Estimate, level: float, level_name: str, p: float, verdict: Verdict
) -> str:
    """The verdict as one would say it.

    Example: ``a model that sees only the choices gets 41% where chance is 25%: biased``
    """
    said = f"a model that {sees} gets {_percent(score.value)} where {level_name} is "
    said += f"{_percent(level)}: {verdict}"
    if verdict == "clean" and p < SURE:
        said += ", for so little more does not matter"
    return said


def overall(findings: Sequence[Finding]) -> Verdict:
    """The worst that was found."""
    found = {finding.verdict for finding in findings}
    order: tuple[Verdict, ...] = ("biased", "shortcut", "too few questions")
    return next((verdict for verdict in order if verdict in found), "clean")


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%" if share >= 0.1 or share == 0 else f"{100 * share:.1f}%"


# Whether a mean is above nothing, and how to judge many such means together.


def above_zero(values: Sequence[float] | NDArray[np.float64], groups: Sequence[str]) -> float:
    """One-sided p-value of a mean above 0 where whole groups are drawn and not single values.

    It is Student's t-test on the groups' deviations; where every value is its own group, the
    ordinary one. Example: ``above_zero([0.2, -0.1, 0.4], ["a", "b", "c"])``
    """
    sums, counts = group_sums(np.asarray(values, np.float64)[:, None], groups)
    number, mean = len(sums), float(sums.sum() / counts.sum())
    if number < 2:
        return 1.0
    deviations = sums[:, 0] - mean * counts[:, 0]
    spread = math.sqrt(number / (number - 1) * float(deviations @ deviations)) / counts.sum()
    if spread < 1e-12:
        return 1.0 if mean <= 0 else 0.0
    return student_tail(mean / spread, number - 1)


def student_tail(t: float, freedom: int) -> float:
    """The chance of more than ``t`` under Student's distribution, by Wallace's approximation.

    Example: ``student_tail(1.96, 10_000)`` is about 0.025.
    """
    size = math.sqrt(freedom * math.log1p(t * t / freedom))
    normal = math.copysign((8 * freedom + 1) / (8 * freedom + 3) * size, t)
    return math.erfc(normal / math.sqrt(2)) / 2


def holm(values: Sequence[float]) -> list[float]:
    """P-values made larger, so that among all of them one is falsely below 5% one time in twenty.

    Example: ``holm([0.01, 0.04])`` → ``[0.02, 0.04]``
    """
    order = sorted(range(len(values)), key=lambda number: values[number])
    adjusted = [0.0] * len(values)
    largest = 0.0
    for rank, number in enumerate(order):
        largest = max(largest, min(1.0, (len(values) - rank) * values[number]))
        adjusted[number] = largest
    return adjusted


def share(number: int, of: int) -> Estimate:
    """How many of how many, with Wilson's 95% interval.

    Example: ``share(27, 44).value`` is about 0.61.
    """
    if not of:
        return Estimate(0.0, 0.0, 1.0, 0)
    value, square = number / of, _NORMAL**2
    middle = (value + square / (2 * of)) / (1 + square / of)
    half = _NORMAL * math.sqrt(value * (1 - value) / of + square / (4 * of * of))
    half /= 1 + square / of
    return Estimate(value, max(0.0, middle - half), min(1.0, middle + half), of)
