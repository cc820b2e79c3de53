"""The way down a smooth convex loss: L-BFGS, with a backtracking line search."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

_MEMORY = 8  # earlier steps that shape the next one

Doubles = NDArray[np.float64]


def descend(
    slope_at: Callable[[Doubles], tuple[float, Doubles]],
    weights: Doubles,
    rounds: int,
    tolerance: float,
) -> Doubles:
    """The lowest point met, when the ground is as flat as ``tolerance`` or the rounds are over.

    Example: ``descend(lambda at: (float(at @ at), 2 * at), np.ones(3), 60, 1e-6)``, near zero
    """
    value, slope = slope_at(weights)
    steps: list[tuple[Doubles, Doubles, float]] = []
    for _ in range(rounds):
        if np.abs(slope).max(initial=0) < tolerance:
            break
        direction = -_shaped(slope, steps)
        fall = float(direction @ slope)
        pace = 1.0 if steps else min(1.0, 1 / float(np.abs(slope).sum()))
        for _ in range(20):
            there = weights + pace * direction
            lower, after = slope_at(there)
            if lower <= value + 1e-4 * pace * fall:
                break
            pace /= 2
        else:
            break
        moved, turned = there - weights, after - slope
        if (along := float(moved @ turned)) > 1e-12:
            steps = [*steps[-_MEMORY + 1 :], (moved, turned, 1 / along)]
        weights, value, slope = there, lower, after
    return weights


def _shaped(slope: Doubles, steps: list[tuple[Doubles, Doubles, float]]) -> Doubles:
    """The slope times what earlier steps tell of the inverse curvature."""
    shaped, amounts = slope.copy(), []
    for moved, turned, inverse in reversed(steps):
        amounts.append(inverse * float(moved @ shaped))
        shaped -= amounts[-1] * turned
    if steps:
        moved, turned, inverse = steps[-1]
        shaped /= inverse * float(turned @ turned)
    for (moved, turned, inverse), amount in zip(steps, reversed(amounts), strict=True):
        shaped += (amount - inverse * float(turned @ shaped)) * moved
    return shaped
