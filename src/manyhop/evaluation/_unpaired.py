"""Two sets of questions under one system: how far apart are their means?"""

import math
from collections.abc import Sequence

import numpy as np

from manyhop.evaluation._statistics import Estimate, group_sums, resampled_means


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
