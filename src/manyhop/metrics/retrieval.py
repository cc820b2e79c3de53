"""How well sources were retrieved: recall and nDCG at a rank, and the reciprocal rank.

The values are those of trec_eval. Example: ``recall(["a", "b"], {"b": 1, "c": 1}, 2)`` is 0.5.
"""

from collections.abc import Mapping, Sequence
from math import log2


def recall(found: Sequence[str], relevant: Mapping[str, int], k: int) -> float:
    """The share of the relevant sources that is among the first ``k``; 0 where none is relevant."""
    wanted = {id for id, grade in relevant.items() if grade > 0}
    return len(wanted.intersection(found[:k])) / len(wanted) if wanted else 0.0


def ndcg(found: Sequence[str], relevant: Mapping[str, int], k: int) -> float:
    """The discounted gain of the first ``k``, as a share of the best that could be.

    A source gains its grade, divided by the logarithm of its rank.
    Example: ``ndcg(["x", "a"], {"a": 1}, 10)`` is 0.63.
    """
    gains = [max(relevant.get(id, 0), 0) for id in found[:k]]
    best = sorted((grade for grade in relevant.values() if grade > 0), reverse=True)[:k]
    return _discounted(gains) / _discounted(best) if best else 0.0


def reciprocal_rank(found: Sequence[str], relevant: Mapping[str, int]) -> float:
    """One through the rank of the first relevant source; 0 where there is none."""
    ranks = (rank for rank, id in enumerate(found, start=1) if relevant.get(id, 0) > 0)
    return 1 / next(ranks, float("inf"))


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))
