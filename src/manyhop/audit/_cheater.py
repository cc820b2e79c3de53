"""What every cheater offers."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.audit._item import Item
from manyhop.evaluation import Estimate

Whole = NDArray[np.int64]


class ClueExample(msgspec.Struct, frozen=True):
    """A question that a clue gives away, and the candidate that it points to."""

    id: str
    text: str


class Clue(msgspec.Struct, frozen=True):
    """Something that gives answers away.

    ``weight`` says how strongly a cheater goes by it, against it where negative; ``right`` how
    often what it points to is right, over all questions.
    Example: ``Clue("the word “serve”", 1.2, right=share(27, 44))``
    """

    feature: str
    weight: float
    right: Estimate
    examples: tuple[ClueExample, ...] = ()


class Cheater(Protocol):
    """A model that something is hidden from, or that does not read what it sees.

    ``prepare`` looks at all questions without their answers; ``fit`` learns from the rows that it
    is given, and ``answers`` guesses others: a candidate's number, or words of its own.
    """

    @property
    def name(self) -> str:
        """``choice-only``, ``position``, …"""
        ...

    @property
    def sees(self) -> str:
        """What it goes by, in plain words: ``sees only the choices``."""
        ...

    @property
    def shallow(self) -> bool:
        """Whether nothing is hidden from it: what it finds is a shortcut and not a bias."""
        ...

    def prepare(self, items: Sequence[Item]) -> None:
        """Look at all questions."""
        ...

    def fit(self, rows: Whole, held: Whole, seed: int) -> None:
        """Learn from some questions' answers; ``held`` says when to stop."""
        ...

    def answers(self, rows: Whole, seed: int) -> list[int | tuple[str, ...]]:
        """What it guesses; chance decides between equals."""
        ...

    def clues(self) -> list[Clue]:
        """What it went by, strongest first, over all that it learnt since ``prepare``."""
        ...
