"""How sure a mean or a difference is: bootstrap intervals and exact tests.

Questions about one table, image or recipe stand or fall together, so whole groups are drawn, never
single questions. Chance comes from a seed: the same numbers give the same intervals.
"""

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
FLIPS = 10_000
_TAIL = 0.025
_EXACT_GROUPS = 16  # up to here every way to flip the signs is tried
_CELLS = 2_000_000  # of the arrays worked on at a time
_DECIMALS = 6  # of what is drawn, so that no rounding of the processor's shows

Floats = NDArray[np.float64]


class Estimate(msgspec.Struct, frozen=True):
    """A mean over ``n`` questions and its 95% interval."""

    value: float
    low: float
    high: float
    n: int


def estimate(values: Sequence[float], groups: Sequence[str], seed: int = 0) -> Estimate:
    """The mean of values in 0..1, and its 95% interval over resampled groups.

    Example: ``estimate([1, 0, 1, 1], ["a", "a", "b", "c"]).value`` is 0.75.
    """
    return estimate_columns({"": values}, groups, seed)[""]


def estimate_columns(
    columns: Mapping[str, Sequence[float | None]], groups: Sequence[str], seed: int = 0
) -> dict[str, Estimate]:
    """Estimates of several metrics of the same questions; None where a question has no value."""
    columns = {name: column for name, column in columns.items() if any_value(column)}
    if not columns:
        return {}
    table = np.array([list(column) for column in columns.values()], dtype=np.float64).T
    sums, counts = group_sums(table, groups)
    drawn = resampled_means(sums, counts, seed)
    estimates = {}
    for index, (name, column) in enumerate(columns.items()):
        values = [value for value in column if value is not None]
        mean = math.fsum(values) / len(values)
        has = counts[:, index] > 0
        means = sums[has, index] / counts[has, index]
        low, high = _interval(mean, means, drawn[:, index])
        estimates[name] = Estimate(mean, low, high, len(values))
    return estimates


def any_value(column: Sequence[float | None]) -> bool:
    """Whether any question has a value."""
    return any(value is not None for value in column)


def _interval(mean: float, groups: Floats, drawn: Floats) -> tuple[float, float]:
    """Percentiles of the resampled means; where the groups all agree, resampling says nothing.

    Then the bounds are those of an exact binomial interval on that many groups, all alike.
    """
    if np.ptp(groups) < 1e-12:
        reach = _TAIL ** (1 / len(groups))
        low, high = mean * reach, 1 - (1 - mean) * reach
    else:
        low, high = np.nanpercentile(drawn, [100 * _TAIL, 100 * (1 - _TAIL)])
    return round(float(low), _DECIMALS), round(float(high), _DECIMALS)


def group_sums(table: Floats, groups: Sequence[str]) -> tuple[Floats, Floats]:
    """Sums and counts of each column in each group; a question without a group is its own."""
    numbers: dict[object, int] = {}
    rows = [numbers.setdefault(name or row, len(numbers)) for row, name in enumerate(groups)]
    sums = np.zeros((len(numbers), table.shape[1]))
    counts = np.zeros_like(sums)
    np.add.at(sums, rows, np.nan_to_num(table))
    np.add.at(counts, rows, ~np.isnan(table))
    return sums, counts


def resampled_means(sums: Floats, counts: Floats, seed: int) -> Floats:
    """The columns' means when as many groups as there are get drawn with replacement."""
    chance = np.random.default_rng(seed)
    size = len(sums)
    step = max(1, _CELLS // size)
    parts = []
    for start in range(0, RESAMPLES, step):
        rows = min(step, RESAMPLES - start)
        drawn = chance.integers(size, size=(rows, size))
        drawn += np.arange(rows)[:, None] * size
        times = np.bincount(drawn.ravel(), minlength=rows * size).reshape(rows, size)
        weights = times.astype(np.float64)
        with np.errstate(invalid="ignore"):
            parts.append((weights @ sums) / (weights @ counts))
    return np.concatenate(parts)


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Two systems on the same ``n`` questions: both means, and ``b`` minus ``a`` with its interval.

    ``permutation`` is the p-value when either system's name is put on each group's scores by
    chance; ``mcnemar``, for scores of 0 and 1, that of the questions only one got right.
    ``p`` is the one to go by: McNemar's where every question stands alone, else the other.
    """

    a: float
    b: float
    difference: float
    low: float
    high: float
    n: int
    groups: int
    better: int
    worse: int
    p: float
    test: str
    permutation: float
    mcnemar: float | None = None


def paired_difference(
    a: Sequence[float], b: Sequence[float], groups: Sequence[str], seed: int = 0
) -> Difference:
    """How much better ``b`` does than ``a`` on the same questions.

    Example: ``paired_difference([0, 0], [1, 1], ["", ""]).difference`` is 1.0.
    """
    gains = [after - before for before, after in zip(a, b, strict=True)]
    n = len(gains)
    sums, counts = group_sums(np.array(gains, dtype=np.float64)[:, None], groups)
    drawn = resampled_means(sums, counts, seed)[:, 0]
    mean = math.fsum(gains) / n
    # Halved and shifted, a difference is a mean in 0..1, with the same rule for no spread.
    low, high = _interval((mean + 1) / 2, (sums / counts)[:, 0], (drawn + 1) / 2)
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    binary = set(a) | set(b) <= {0.0, 1.0}
    mcnemar = exact_mcnemar(better, worse) if binary else None
    permutation = permutation_test(sums[:, 0], seed)
    alone = mcnemar is not None and len(sums) == n
    return Difference(
        a=math.fsum(a) / n,
        b=math.fsum(b) / n,
        difference=mean,
        low=round(2 * low - 1, _DECIMALS),
        high=round(2 * high - 1, _DECIMALS),
        n=n,
        groups=len(sums),
        better=better,
        worse=worse,
        p=mcnemar if mcnemar is not None and alone else permutation,
        test="exact McNemar" if alone else "permutation",
        permutation=permutation,
        mcnemar=mcnemar,
    )


def exact_mcnemar(better: int, worse: int) -> float:
    """Two-sided: would a fair coin share out so unevenly the questions that only one got right?

    Example: ``exact_mcnemar(5, 0)`` is 0.0625, twice the chance of five heads in a row.
    """
    tosses = better + worse
    ways = extreme = 1  # of getting no heads; exact in whole numbers
    for heads in range(1, min(better, worse) + 1):
        ways = ways * (tosses - heads + 1) // heads
        extreme += ways
    return min(1.0, extreme / 2 ** (tosses - 1)) if tosses else 1.0


def permutation_test(gains: Sequence[float] | Floats, seed: int = 0) -> float:
    """Two-sided: how often do the groups' gains, with signs set by chance, sum to as much?

    Up to 16 groups that differ every way is tried, so that the value is exact.
    Example: ``permutation_test([1, 1, 1])`` is 0.25.
    """
    moved = np.array([gain for gain in gains if gain != 0], dtype=np.float64)
    size = len(moved)
    if size == 0:
        return 1.0
    observed = abs(moved.sum()) - 1e-9  # sums that tie must tie whatever their order
    if size <= _EXACT_GROUPS:
        ways = np.arange(2**size)[:, None] >> np.arange(size) & 1
        return float(np.mean(np.abs((2.0 * ways - 1) @ moved) >= observed))
    chance = np.random.default_rng(seed)
    step = max(1, _CELLS // size)
    extreme = 0
    for start in range(0, FLIPS, step):
        signs = chance.integers(2, size=(min(step, FLIPS - start), size), dtype=np.int8)
        extreme += int(np.count_nonzero(np.abs((2.0 * signs - 1) @ moved) >= observed))
    return (extreme + 1) / (FLIPS + 1)


def unpaired_difference(
    values: Sequence[float], first: Sequence[bool], groups: Sequence[str], seed: int = 0
) -> Estimate | None:
    """The mean of the questions marked ``first`` less that of the others, with its 95% interval.

    Groups are drawn whole, with their questions of both sets, so that a table that counts in both
    is not taken for two. None where one of the sets is empty.
    Example: ``unpaired_difference([1, 0], [True, False], ["", ""]).value`` is 1.0.
    """
    inside = [value for value, chosen in zip(values, first, strict=True) if chosen]
    outside = [value for value, chosen in zip(values, first, strict=True) if not chosen]
    if not inside or not outside:
        return None
    mean = math.fsum(inside) / len(inside) - math.fsum(outside) / len(outside)
    chosen = np.array(first, dtype=np.bool_)
    column = np.array(values, dtype=np.float64)
    table = np.stack([np.where(chosen, column, np.nan), np.where(chosen, np.nan, column)], axis=1)
    drawn = resampled_means(*group_sums(table, groups), seed)
    gains = drawn[:, 0] - drawn[:, 1]
    if not np.isfinite(gains).any():
        return Estimate(mean, -1.0, 1.0, len(values))
    low, high = np.nanpercentile(gains, [2.5, 97.5])
    return Estimate(mean, round(float(low), 6), round(float(high), 6), len(values))
