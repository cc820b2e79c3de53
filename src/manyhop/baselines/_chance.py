"""Chance that is the same whenever the same question is asked."""

from collections.abc import Sequence
from random import Random


def chance(seed: int, question_id: str) -> Random:
    """A source of chance for one question, whatever was asked before it.

    Example: ``chance(0, "q1").random()`` is the same number on every machine.
    """
    return Random(f"{seed}:{question_id}")


def best(scores: Sequence[float], luck: Random) -> int:
    """The number of the highest score; chance decides between equals.

    Example: ``best([0.1, 0.7, 0.2], chance(0, "q1"))`` → ``1``
    """
    highest = max(scores)
    return luck.choice([number for number, score in enumerate(scores) if score == highest])
