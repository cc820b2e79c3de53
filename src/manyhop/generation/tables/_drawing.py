"""Random programs over a table, in about the proportions in which people ask."""

import random
from collections.abc import Callable

from manyhop.generation.tables._programs import (
    Beside,
    Better,
    Commonest,
    Condition,
    Ending,
    Extreme,
    Operation,
    Pair,
    Peers,
    Program,
    Relation,
    Where,
)
from manyhop.generation.tables._table_view import TableView

_LONGEST_VALUE = 9  # words of a cell that a question may quote


def draw(view: TableView, chance: random.Random) -> Program | None:
    """One program, or None where this throw of the dice does not suit the table.

    Example: ``draw(view, random.Random(0))``
    """
    throw = chance.uniform(0, sum(weight for _, weight in _KINDS))
    for kind, weight in _KINDS:
        throw -= weight
        if throw <= 0:
            return kind(view, chance)
    return None


def _lookup(view: TableView, chance: random.Random) -> Program | None:
    conditions = _conditions(view, chance, chance.choices((1, 2), (3, 1))[0])
    if not conditions:
        return None
    return _asked(view, chance, Where(conditions), {each.column for each in conditions})


def _bounded(view: TableView, chance: random.Random) -> Program | None:
    condition = _bound(view, chance)
    if condition is None:
        return None
    return _asked(view, chance, Where((condition,)), {condition.column})


def _superlative(view: TableView, chance: random.Random) -> Program | None:
    if not view.ordered_columns:
        return None
    column = chance.choice(view.ordered_columns)
    conditions = _conditions(view, chance, 1) if chance.random() < 0.25 else ()
    if any(each.column == column for each in conditions):
        return None
    selection = Extreme(column, chance.random() < 0.6, conditions)
    if chance.random() < 0.08:
        return Program(selection, column)
    return _asked(view, chance, selection, {column, *(each.column for each in conditions)})


def _ending(view: TableView, chance: random.Random) -> Program | None:
    conditions = _conditions(view, chance, 1) if chance.random() < 0.5 else ()
    taken = {each.column for each in conditions}
    return _asked(view, chance, Ending(chance.random() < 0.55, conditions), taken)


def _neighbour(view: TableView, chance: random.Random) -> Program | None:
    named, row = _cell(view, chance)
    selection = Beside(named, row, 1 if chance.random() < 0.6 else -1)
    if chance.random() < 0.7:
        return Program(selection, named)
    return _asked(view, chance, selection, set())


def _comparison(view: TableView, chance: random.Random) -> Program | None:
    if not view.ordered_columns:
        return None
    column = chance.choice(view.ordered_columns)
    named, rows = _two(view, chance)
    if named == column:
        return None
    return Program(Better(named, rows, column, chance.random() < 0.6), named)


def _commonest(view: TableView, chance: random.Random) -> Program | None:
    column = chance.choice(_nameable(view))
    return Program(Commonest(column), column) if view.kinds[column] == "text" else None


def _peers(view: TableView, chance: random.Random) -> Program | None:
    named, row = _cell(view, chance)
    column = chance.choice(_nameable(view))
    if column == named or not _is_quotable(view.text(row, column)):
        return None
    return Program(Peers(named, row, column), named)


def _count(view: TableView, chance: random.Random) -> Program | None:
    throw = chance.random()
    conditions: tuple[Condition, ...]
    if throw < 0.3:
        condition = _bound(view, chance)
        conditions = (condition,) if condition else ()
    else:
        conditions = _conditions(view, chance, chance.choices((1, 2), (4, 1))[0])
        if throw > 0.92 and conditions:
            first = conditions[0]
            conditions = (Condition(first.column, "not", first.row), *conditions[1:])
    if not conditions and chance.random() < 0.8:
        return None
    return _asked(view, chance, Where(conditions), {each.column for each in conditions}, "count")


def _check(view: TableView, chance: random.Random) -> Program | None:
    conditions = _conditions(view, chance, 1)
    free = [column for column in _nameable(view) if column not in {c.column for c in conditions}]
    if not conditions or not free:
        return None
    column, claim = chance.choice(free), conditions[0].row
    if chance.random() < 0.5:
        claim = chance.randrange(len(view))
    if not _is_quotable(view.text(claim, column)) or not view.is_filled(claim, column):
        return None
    return Program(Where(conditions), column, "check", claim)


def _total(view: TableView, chance: random.Random) -> Program | None:
    numbers = [column for column in view.ordered_columns if view.kinds[column] == "number"]
    if not numbers:
        return None
    column = chance.choice(numbers)
    operation: Operation = "sum" if chance.random() < 0.6 else "average"
    if chance.random() < 0.3:
        named, rows = _two(view, chance)
        return Program(Pair(named, rows), column, operation) if named != column else None
    conditions = _conditions(view, chance, 1) if chance.random() < 0.6 else ()
    if any(each.column == column for each in conditions):
        return None
    return Program(Where(conditions), column, operation)


def _difference(view: TableView, chance: random.Random) -> Program | None:
    numbers = [column for column in view.ordered_columns if view.kinds[column] == "number"]
    if not numbers:
        return None
    named, rows = _two(view, chance)
    column = chance.choice(numbers)
    return Program(Pair(named, rows), column, "difference") if named != column else None


_KINDS: tuple[tuple[Callable[[TableView, random.Random], Program | None], float], ...] = (
    (_lookup, 26),
    (_bounded, 5),
    (_superlative, 20),
    (_ending, 10),
    (_neighbour, 14),
    (_comparison, 12),
    (_commonest, 3),
    (_peers, 5),
    (_count, 14),
    (_check, 7),
    (_total, 5),
    (_difference, 6),
)


def _asked(
    view: TableView,
    chance: random.Random,
    selection: Where | Extreme | Ending | Beside,
    taken: set[int],
    operation: Operation = "cells",
) -> Program | None:
    """The program that asks for a column no condition speaks of, the first ones more often."""
    free = [column for column in _nameable(view) if column not in taken]
    if not free:
        return None
    weights = [3.0 if place < 2 else 1.0 for place in range(len(free))]
    return Program(selection, chance.choices(free, weights)[0], operation)


def _nameable(view: TableView) -> list[int]:
    names = enumerate(view.names)
    found = [column for column, name in names if 0 < len(name) < 40 and len(name.split()) < 6]
    return found or [0]


def _is_quotable(text: str) -> bool:
    return 0 < len(text.split()) <= _LONGEST_VALUE and any(letter.isalnum() for letter in text)


def _cell(view: TableView, chance: random.Random) -> tuple[int, int]:
    """A column and a row; text columns more often, since their cells are names."""
    columns = _nameable(view)
    weights = [2.0 if view.kinds[column] == "text" else 1.0 for column in columns]
    return chance.choices(columns, weights)[0], chance.randrange(len(view))


def _two(view: TableView, chance: random.Random) -> tuple[int, tuple[int, int]]:
    named, one = _cell(view, chance)
    other = chance.randrange(len(view) - 1)
    return named, (one, other + (other >= one))


def _conditions(view: TableView, chance: random.Random, wanted: int) -> tuple[Condition, ...]:
    """Conditions that one row at least meets; fewer than wanted where its cells do not suit."""
    row = chance.randrange(len(view))
    columns = [
        column
        for column in _nameable(view)
        if view.is_filled(row, column) and _is_quotable(view.text(row, column))
    ]
    chosen = chance.sample(columns, min(wanted, len(columns)))
    return tuple(Condition(column, "is", row) for column in chosen)


def _bound(view: TableView, chance: random.Random) -> Condition | None:
    if not view.ordered_columns:
        return None
    relation: Relation = chance.choices(("more", "less", "from", "to"), (4, 3, 2, 1))[0]
    return Condition(chance.choice(view.ordered_columns), relation, chance.randrange(len(view)))
