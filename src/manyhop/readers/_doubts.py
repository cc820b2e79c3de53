"""What may be wrong with an exact reading, and the chance that is left."""

from collections.abc import Iterable, Sequence
from math import prod
from typing import Literal

Doubt = Literal[
    "added", "asked", "column", "elsewhere", "order", "part", "repeated", "several", "unnamed",
    "wider", "word",
]  # fmt: skip

# Measured on training questions of WikiTableQuestions; but words that nothing explains cost more
# than there, as much as HybridQA's questions of several hops demand.
_LEAVES: dict[Doubt, float] = {
    "added": 0.5,  # counted, added up, or one of several?
    "asked": 0.55,  # several columns may be asked for
    "column": 0.75,  # several columns may decide
    "elsewhere": 0.7,  # a word names a column that is not in use
    "order": 0.87,  # first by date, or in the table?
    "part": 0.75,  # words are only part of a cell
    "repeated": 0.85,  # what is counted stands in several rows
    "several": 0.85,  # cells of one column: either will do
    "unnamed": 0.8,  # no column bears the name of what is asked for
    "wider": 0.87,  # cells that say more than what is quoted
    "word": 0.65,  # nothing explains it
}


def left_by(doubts: Iterable[Doubt]) -> float:
    """How much of a reading's chance these doubts leave.

    Example: ``left_by(["part", "part"])`` → ``0.5625``
    """
    return prod(_LEAVES[doubt] for doubt in doubts)


def if_several(fit: Sequence[int], doubt: Doubt) -> tuple[Doubt, ...]:
    """The doubt where more than one column fits."""
    return (doubt,) if len(fit) > 1 else ()
