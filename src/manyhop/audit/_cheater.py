"""What every cheater offers."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import msgspec
import numpy as np

from manyhop.audit._choice_features import words_of
from manyhop.audit._item import Item
from manyhop.audit._sights import Whole
from manyhop.evaluation import Estimate


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


# Every question cheated on by a cheater that learnt from other documents.

_HELD_OUT = 0.15  # of the documents learnt from

Guessed = int | tuple[str, ...]


class Fold:
    """Questions to learn from, some held out to learn as much as they bear, and those asked."""

    def __init__(self, learnt: Whole, held: Whole, asked: Whole) -> None:
        self.learnt, self.held, self.asked = learnt, held, asked


def folds_of(
    items: Sequence[Item], folds: int, seed: int, sets: Whole | None = None
) -> Iterator[Fold]:
    """Documents stay whole, and nothing is learnt from a question with the very choices of another.

    Who knows that a choice is right elsewhere could strike it out: four questions that share their
    choices would give away the last. ``sets`` are the items' ``choice_sets``, if they are known.
    """
    names = sorted({item.group for item in items})
    random.Random(f"{seed} folds").shuffle(names)
    fold = {name: place % folds for place, name in enumerate(names)}
    of = np.array([fold[item.group] for item in items])
    sets = choice_sets(items) if sets is None else sets
    for number in range(folds):
        asked = np.flatnonzero(of == number)
        rest = np.flatnonzero((of != number) & ~np.isin(sets, sets[asked][sets[asked] >= 0]))
        groups = sorted({items[row].group for row in rest.tolist()})
        random.Random(f"{seed} held out {number}").shuffle(groups)
        aside = set(groups[: max(1, round(_HELD_OUT * len(groups)))])
        kept = np.array([items[row].group not in aside for row in rest.tolist()], bool)
        yield Fold(rest[kept], rest[~kept], asked)


def cross_validated(
    cheater: Cheater,
    items: Sequence[Item],
    mark: Callable[[int, Guessed], float],
    *,
    folds: int,
    seeds: Sequence[int],
    on_fold: Callable[[], None] = lambda: None,
) -> list[float]:
    """How good each question's guesses are, in the mean over the seeds.

    ``mark`` judges the guess at a question by its number.
    """
    cheater.prepare(items)
    sums = [0.0] * len(items)
    sets = choice_sets(items)
    for seed in seeds:
        for fold in folds_of(items, folds, seed, sets):
            cheater.fit(fold.learnt, fold.held, seed)
            guesses = cheater.answers(fold.asked, seed)
            for row, guess in zip(fold.asked.tolist(), guesses, strict=True):
                sums[row] += mark(row, guess)
            on_fold()
    return [total / len(seeds) for total in sums]


def choice_sets(items: Sequence[Item]) -> Whole:
    """The same number for questions with the same choices; -1 where an answer is free."""
    numbers: dict[frozenset[str], int] = {}
    found = []
    for item in items:
        if item.candidates and item.candidates[0].kind == "choice":
            key = frozenset(words_of(one.text) for one in item.candidates)
            said = len(key) > 1
            found.append(numbers.setdefault(key, len(numbers)) if said else -1)
        else:
            found.append(-1)
    return np.array(found, np.int64)
