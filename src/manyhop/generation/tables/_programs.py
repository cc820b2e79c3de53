"""Programs over a table: which rows, which column, and what is done with the cells."""

from typing import Literal

import msgspec

Operation = Literal["cells", "count", "sum", "average", "difference", "check"]
Relation = Literal["is", "not", "more", "less", "from", "to"]


class Condition(msgspec.Struct, frozen=True, tag=True):
    """What a row's cell must say, or how it must compare with the cell of a known row.

    "from" is "at least", "to" is "at most". Example: ``Condition(2, "more", 7)``: rows that have
    more in column 2 than row 7 has.
    """

    column: int
    relation: Relation
    row: int


class Where(msgspec.Struct, frozen=True, tag=True):
    """All rows that meet every condition; without any, all rows."""

    conditions: tuple[Condition, ...] = ()


class Extreme(msgspec.Struct, frozen=True, tag=True):
    """The one row with the highest or lowest value, among those that meet the conditions."""

    column: int
    highest: bool
    conditions: tuple[Condition, ...] = ()


class Ending(msgspec.Struct, frozen=True, tag=True):
    """The first or the last row of those that meet the conditions."""

    last: bool
    conditions: tuple[Condition, ...] = ()


class Beside(msgspec.Struct, frozen=True, tag=True):
    """The row after (1) or before (-1) the one that is named by its cell in ``named``."""

    named: int
    row: int
    step: Literal[1, -1]


class Better(msgspec.Struct, frozen=True, tag=True):
    """Of two rows named by their cells, the one with the higher or lower value."""

    named: int
    rows: tuple[int, int]
    column: int
    highest: bool


class Pair(msgspec.Struct, frozen=True, tag=True):
    """Two rows named by their cells."""

    named: int
    rows: tuple[int, int]


class Commonest(msgspec.Struct, frozen=True, tag=True):
    """The rows that hold the text which occurs most often in a column."""

    column: int


class Peers(msgspec.Struct, frozen=True, tag=True):
    """The other rows that say the same in a column as a row named by its cell."""

    named: int
    row: int
    column: int


Selection = Where | Extreme | Ending | Beside | Better | Pair | Commonest | Peers


class Program(msgspec.Struct, frozen=True):
    """Rows, a column, and what is done with the cells where they meet.

    "check" asks whether one of the cells says what the cell of row ``claim`` says.
    Example: ``Program(Extreme(2, highest=True), column=0)``: "which mountain is the highest?"
    """

    selection: Selection
    column: int
    operation: Operation = "cells"
    claim: int = -1
