"""What a cheater's score says about a benchmark."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from manyhop.audit._cheater import Clue
from manyhop.evaluation import Difference, Estimate

Verdict = Literal["biased", "shortcut", "clean", "too few questions"]

SURE = 0.02  # the chance that anything at all is found where there is nothing
LEAST = 0.02  # what is less above the level than this does not matter
_WIDEST = 0.1  # half of an interval that still says something
_FEWEST = 30  # documents


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
