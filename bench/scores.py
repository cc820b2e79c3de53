"""Figures from what was measured: quality with intervals, times by round, targets."""

from collections.abc import Sequence
from statistics import median
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.systems import SAME_TERMS

_RESAMPLES = 2000

Round = dict[str, dict[str, Any]]
"""What each system's searching process measured in one round."""


class Share(msgspec.Struct, frozen=True):
    """A mean over the questions with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f}–{self.high:.3f})"


class Row(msgspec.Struct, frozen=True):
    """One line of the table; the search figures are medians over the rounds."""

    system: str
    build_seconds: float
    build_cpu_seconds: float
    build_ratio: float
    build_cpu_ratio: float
    disk_mb: float
    open_seconds: float
    open_total_seconds: float
    rss_mb: float
    mapped_mb: float
    peak_mb: float
    p50_ms: float
    p95_ms: float
    cpu_p50_ms: float
    p50_ratio: float
    p50_ratios: list[float]
    cpu_p50_ratio: float
    same_terms_ratio: float | None
    cpu_same_terms_ratio: float | None
    hit: Share
    mrr: Share
    recall: float | None


class Target(msgspec.Struct, frozen=True):
    """A promise, what was measured, and whether it was kept."""

    promise: str
    measured: float
    limit: float

    @property
    def met(self) -> bool:
        """Kept or not."""
        return self.measured <= self.limit


def row(
    system: str,
    builds: dict[str, dict[str, float]],
    stores: dict[str, str],
    rounds: Sequence[Round],
    gold: Sequence[str],
    exact: Sequence[Sequence[str]] | None,
    baseline: str,
) -> Row:
    """Everything about one system, beside the baseline of the same round."""
    mine, base = builds[stores[system]], builds[stores[baseline]]
    found = rounds[0][system]["found"]
    ratios = _ratios(rounds, system, baseline, "ms")
    has_fair = all(SAME_TERMS in each for each in rounds)

    def fair(times: str) -> float | None:
        return median(_ratios(rounds, system, SAME_TERMS, times)) if has_fair else None

    def middle(name: str) -> float:
        return float(median(each[system][name] for each in rounds))

    return Row(
        system=system,
        build_seconds=mine["seconds"],
        build_cpu_seconds=mine["cpu_seconds"],
        build_ratio=mine["seconds"] / base["seconds"],
        build_cpu_ratio=mine["cpu_seconds"] / base["cpu_seconds"],
        disk_mb=mine["disk_mb"],
        open_seconds=middle("open_seconds"),
        open_total_seconds=middle("open_total_seconds"),
        rss_mb=middle("rss_mb"),
        mapped_mb=middle("mapped_mb"),
        peak_mb=middle("peak_mb"),
        p50_ms=float(median(np.percentile(each[system]["ms"], 50) for each in rounds)),
        p95_ms=float(median(np.percentile(each[system]["ms"], 95) for each in rounds)),
        cpu_p50_ms=float(median(np.percentile(each[system]["cpu_ms"], 50) for each in rounds)),
        p50_ratio=median(ratios),
        p50_ratios=ratios,
        cpu_p50_ratio=median(_ratios(rounds, system, baseline, "cpu_ms")),
        same_terms_ratio=fair("ms"),
        cpu_same_terms_ratio=fair("cpu_ms"),
        hit=share([float(right in ids) for right, ids in zip(gold, found, strict=True)]),
        mrr=share([_reciprocal(right, ids) for right, ids in zip(gold, found, strict=True)]),
        recall=recall(found, exact) if exact and system.endswith("meaning") else None,
    )


def targets(rows: Sequence[Row]) -> list[Target]:
    """What the searching of a million snippets was promised to cost."""
    of = {each.system: each for each in rows}
    ours = [each for each in rows if each.system.startswith("manyhop")]
    found = []
    if "manyhop words" in of:
        words = of["manyhop words"]
        found.append(Target("words p50 ≤ 1.5 × raw tantivy", words.p50_ratio, 1.5))
        if words.same_terms_ratio:
            found.append(Target("  and × raw, same terms", words.same_terms_ratio, 1.5))
    if "manyhop hybrid" in of:
        hybrid = of["manyhop hybrid"]
        found.append(Target("hybrid p50 < 4 × raw tantivy", hybrid.p50_ratio, 4))
        if hybrid.same_terms_ratio:
            found.append(Target("  and × raw, same terms", hybrid.same_terms_ratio, 4))
    if ours:
        opening, memory = max(x.open_seconds for x in ours), max(x.rss_mb for x in ours)
        found.append(Target("cold open < 0.5 s (slowest mode)", opening, 0.5))
        found.append(Target("resident memory < 600 MB (largest mode)", memory, 600))
        found.append(Target("build < 4 × raw tantivy", ours[0].build_ratio, 4))
    return found


def share(values: Sequence[float], seed: int = 0) -> Share:
    """A mean with its interval.

    Example: ``share([1.0, 0.0, 1.0])``
    """
    array: NDArray[np.float64] = np.array(values)
    drawn = np.random.default_rng(seed).integers(0, len(array), (_RESAMPLES, len(array)))
    low, high = np.percentile(array[drawn].mean(axis=1), [2.5, 97.5])
    return Share(float(array.mean()), float(low), float(high))


def recall(found: Sequence[Sequence[str]], exact: Sequence[Sequence[str]]) -> float:
    """The mean share of the exact search's ids that were found."""
    pairs = zip(exact, found, strict=False)
    return float(np.mean([len({*right} & {*ids}) / len(right) for right, ids in pairs]))


def _ratios(rounds: Sequence[Round], system: str, baseline: str, times: str) -> list[float]:
    return [
        float(np.percentile(each[system][times], 50) / np.percentile(each[baseline][times], 50))
        for each in rounds
    ]


def _reciprocal(right: str, ids: Sequence[str]) -> float:
    return 1 / (ids.index(right) + 1) if right in ids else 0.0
