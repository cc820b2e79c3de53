"""From scores that compare to chances: at most one of several sources is the one that is meant."""

import math
from collections.abc import Sequence


def shares(scores: Sequence[float], sharpness: float = 1.0) -> list[float]:
    """The share of each in the whole, by the exponential of its score.

    Example: ``shares([0.0, 0.0])`` → ``[0.5, 0.5]``
    """
    best = max(scores, default=0.0)
    if not math.isfinite(best):
        return [1 / len(scores) for _ in scores]
    powers = [math.exp(sharpness * (score - best)) for score in scores]
    return [power / sum(powers) for power in powers]


def chance(log_odds: float) -> float:
    """A chance of 0..1 from the logarithm of its odds.

    Example: ``chance(0.0)`` → ``0.5``
    """
    return 1 / (1 + math.exp(-min(max(log_odds, -50.0), 50.0)))
