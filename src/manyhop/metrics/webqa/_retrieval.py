"""How well the cited sources agree with the gold ones."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

EPSILON = 1e-5


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Precision, recall and F1 (0..1) of one question's sources."""

    precision: float
    recall: float
    f1: float


def retrieval(
    predicted: Iterable[int | str], gold: Iterable[int | str], *, strict: bool = False
) -> Retrieval:
    """Compare two sets of source ids; no prediction scores 0, or raises where ``strict``.

    Example: ``retrieval([30000001, 30000002], [30000002]).recall`` is 1.0.
    """
    ours, theirs = set(predicted), set(gold)
    if not strict and not (ours and theirs):
        return Retrieval(0.0, 0.0, 0.0)
    common = len(ours & theirs)
    precision, recall = common / len(ours), common / len(theirs)
    return Retrieval(precision, recall, 2 * precision * recall / (precision + recall + EPSILON))


def threshold_retrieval(
    logits: Sequence[tuple[float, float]],
    gold: Sequence[bool | int],
    *,
    threshold: float = 0.2,
    mask: Sequence[bool | int] | None = None,
) -> Retrieval:
    """Score a selector that takes each source whose probability is above a threshold.

    ``logits`` are (selected, not selected) for each candidate; padding has mask 0. This is the
    measure inside the baseline model, with its own small constants:
    ``threshold_retrieval([(2.0, -1.0)], [1]).recall`` is 0.99999.
    """
    present = mask or [1] * len(gold)
    chosen = [_probability(pair) > threshold for pair in logits]
    rows = [(c, g) for c, g, here in zip(chosen, gold, present, strict=True) if here]
    common = sum(bool(c and g) for c, g in rows)
    precision = common / (sum(c for c, _ in rows) + EPSILON)
    recall = common / (sum(bool(g) for _, g in rows) + EPSILON)
    return Retrieval(precision, recall, 2 * precision * recall / (precision + recall + EPSILON))


def _probability(pair: tuple[float, float]) -> float:
    highest = max(pair)
    selected, other = (math.exp(logit - highest) for logit in pair)
    return selected / (selected + other)
