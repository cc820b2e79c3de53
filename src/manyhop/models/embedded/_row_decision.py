"""From the row reader's scores to an answer: which cells, what is done with them, how surely."""

import math
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models._cell_arithmetic import worked_out
from manyhop.models._protocols import CellReading, TableReading
from manyhop.models.embedded._date_arithmetic import apart
from manyhop.sources import Date, Table, cell_value

OPERATIONS = ("cells", "count", "sum", "average", "difference", "yes", "no")
ADDING = frozenset(("count", "sum", "average"))  # those that every fitting row matters to

_Place = tuple[int, int]


class Habits(NamedTuple):
    """How scores become choices and chances; set on held-out questions.

    Beside the best cell, another of its column answers too if its row's log odds exceed
    ``several`` and its own chance is at least ``share`` of the best one's. ``counted`` and
    ``added`` are the log odds from which a row is likelier to count or to be added than not.
    ``slope`` and ``offset`` make the chances honest.
    """

    several: float = 1.4
    share: float = 0.1
    counted: float = 0.0
    added: float = 0.0
    slope: float = 1.0
    offset: float = 0.0


class RowScores(NamedTuple):
    """For each row that was read: scores of its cells [rows, columns] and of the row itself."""

    rows: tuple[int, ...]
    picked: NDArray[np.float32]
    chosen: NDArray[np.float32]
    operation: NDArray[np.float32]

    def with_rows(self, other: Self) -> Self:
        """These and other rows of the same table; the operation is the one found first."""
        return self._replace(
            rows=self.rows + other.rows,
            picked=np.concatenate([self.picked, other.picked]),
            chosen=np.concatenate([self.chosen, other.chosen]),
        )


class _Finding(NamedTuple):
    """Cells as places in the scores, the value that they make, and how sure that is (0..1)."""

    places: list[_Place]
    value: str
    chance: float


def likely_operation(scores: RowScores) -> str:
    """What is most likely to be done with the cells."""
    return OPERATIONS[int(scores.operation.argmax())]


def likely_cells(scores: RowScores, most: int) -> list[CellReading]:
    """The cells that are most likely pointed at, best first."""
    chances = _softmax(scores.picked)
    order = np.argsort(-chances, axis=None, kind="stable")[:most]
    found = zip(*np.unravel_index(order, chances.shape), strict=True)
    return [
        CellReading(scores.rows[row], int(column), float(chances[row, column]))
        for row, column in found
    ]


def decide(question: str, table: Table, scores: RowScores, habits: Habits) -> TableReading:
    """The reading whose operation is likeliest, of those that can be carried out on the cells."""
    likely = _softmax(scores.operation)
    decision = _Decision(question, table, scores, habits)
    for number in np.argsort(-likely, kind="stable"):
        name = OPERATIONS[number]
        finding = decision.finding(name)
        if finding is not None:
            break
    else:
        return TableReading((), "cells", "", 0.0)
    sure = float(likely[number]) * finding.chance
    return TableReading(
        decision.cells(finding.places),
        "check" if name in {"yes", "no"} else name,
        finding.value,
        _honest(sure, habits),
    )


class _Decision:
    def __init__(self, question: str, table: Table, scores: RowScores, habits: Habits) -> None:
        self._question, self._table, self._scores, self._habits = question, table, scores, habits
        self._chances = _softmax(scores.picked)
        self._belongs = _sigmoid(scores.chosen)
        row, column = np.unravel_index(int(scores.picked.argmax()), scores.picked.shape)
        self._best: _Place = (int(row), int(column))

    def cells(self, places: list[_Place]) -> tuple[CellReading, ...]:
        """Cells of the table, likeliest first, with the chance that each is pointed at."""
        several = len(places) > 1
        found = [
            CellReading(
                self._scores.rows[row],
                column,
                float(self._belongs[row] if several else self._chances[row, column]),
            )
            for row, column in places
        ]
        return tuple(sorted(found, key=lambda cell: -cell.chance))

    def finding(self, operation: str) -> _Finding | None:
        """What an operation gives; None where it cannot be done."""
        match operation:
            case "cells":
                return self._answering()
            case "count":
                return self._counted()
            case "difference":
                return self._difference()
            case "sum" | "average":
                return self._added(operation)
            case _:
                return _Finding([self._best], operation, 1.0)

    def _answering(self) -> _Finding | None:
        (best, column), habits = self._best, self._habits
        chances = self._chances[:, column]
        fit = (self._scores.chosen > habits.several) & (chances >= habits.share * chances[best])
        fit[best] = True
        rows: list[int] = np.flatnonzero(fit).tolist()
        places = [(row, column) for row in rows if self._text((row, column))]
        if not places:
            return None
        places.sort(key=lambda place: (place[0] != best, place[0]))
        texts = [self._text(place) for place in places]
        said = {text.lower() for text in texts}
        everywhere = [
            self._chances[row, column]
            for row in range(len(chances))
            if self._text((row, column)).lower() in said
        ]
        return _Finding(places, " | ".join(dict.fromkeys(texts)), float(sum(everywhere)))

    def _counted(self) -> _Finding | None:
        chances = number_chances(_sigmoid(self._scores.chosen - self._habits.counted))
        number = 1 + int(chances[1:].argmax())
        rows = np.sort(np.argsort(-self._scores.chosen, kind="stable")[:number])
        places = [(int(row), self._best[1]) for row in rows]
        return _Finding(places, str(number), float(chances[number]))

    def _added(self, operation: str) -> _Finding | None:
        column = self._measured()
        rows: list[int] = np.flatnonzero(self._scores.chosen > self._habits.added).tolist()
        filled = [(row, column) for row in rows if self._text((row, column))]
        places = [place for place in filled if worked_out("sum", [self._text(place)])]
        value = worked_out(operation, [self._text(place) for place in places])
        if value is None or len(places) < max(2, 0.7 * len(filled)):
            return None
        doubt = np.minimum(self._belongs, 1 - self._belongs)
        return _Finding(places, value, float(np.prod(1 - doubt)))

    def _difference(self) -> _Finding | None:
        column = self._measured()
        order = np.argsort(-self._scores.picked[:, column], kind="stable")[:2]
        if len(order) < 2:
            return None
        places = [(int(row), column) for row in order]
        value = self._apart(*places)
        sure = float(sum(self._chances[place] for place in places))
        return None if value is None else _Finding(places, value, sure)

    def _measured(self) -> int:
        """The column of numbers or dates that is pointed at most; of any kind if there is none."""
        width = self._chances.shape[1]
        typed = np.array([column.kind != "text" for column in self._table.columns[:width]])
        return int((self._chances.sum(0) * (typed if typed.any() else 1)).argmax())

    def _apart(self, one: _Place, other: _Place) -> str | None:
        values = [cell_value(self._table, self._scores.rows[r], c) for r, c in (one, other)]
        if isinstance(values[0], Date) and isinstance(values[1], Date):
            return apart(values[0], values[1], self._question)
        return worked_out("difference", [self._text(one), self._text(other)])

    def _text(self, place: _Place) -> str:
        row, column = place
        return self._table.rows[self._scores.rows[row]][column].text.strip()


def number_chances(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of each number of rows, 0 first, from the chance of each row.

    Example: ``number_chances(np.array([0.5, 0.5]))`` → [0.25, 0.5, 0.25]
    """
    numbers = np.ones(1)
    for chance in chances:
        numbers = np.convolve(numbers, [1 - chance, chance])
    return numbers


def _honest(sure: float, habits: Habits) -> float:
    sure = min(max(sure, 1e-6), 1 - 1e-6)
    drive = habits.slope * math.log(sure / (1 - sure)) + habits.offset
    return 1 / (1 + math.exp(-min(max(drive, -50.0), 50.0)))


def _softmax(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    powers = np.exp(scores.astype(float) - scores.max())
    shares: NDArray[np.float64] = powers / powers.sum()
    return shares


def _sigmoid(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    odds: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(scores.astype(float), -50, 50)))
    return odds
