"""Programs carried out exactly; a program whose answer is not unique has none."""

import msgspec

from manyhop.generation.tables._programs import (
    Beside,
    Better,
    Commonest,
    Condition,
    Ending,
    Extreme,
    Pair,
    Peers,
    Program,
    Selection,
    Where,
)
from manyhop.generation.tables._table_view import TableView


class Outcome(msgspec.Struct, frozen=True):
    """The cells a program chose, by row and column, and the value it made of them."""

    cells: tuple[tuple[int, int], ...]
    value: str


def execute(program: Program, view: TableView) -> Outcome | None:
    """Carry a program out; None where it finds nothing or could mean several things.

    Example: ``execute(Program(Ending(last=True), column=0), view).value`` → ``"Makalu"``
    """
    rows = rows_of(program.selection, view)
    if not rows:
        return None
    cells = tuple((row, program.column) for row in rows)
    if program.operation == "count":
        return Outcome(cells, str(len(rows)))
    if not all(view.is_filled(*cell) for cell in cells):
        return None
    if program.operation == "check":
        claimed = view.rows_saying(program.column, view.text(program.claim, program.column))
        return Outcome(cells, "yes" if set(claimed) & set(rows) else "no")
    if program.operation == "cells":
        texts = dict.fromkeys(view.text(*cell) for cell in cells)
        return Outcome(cells, ", ".join(texts))
    numbers = [key for row in rows if (key := view.keys[program.column][row]) is not None]
    if len(numbers) < len(rows) or view.kinds[program.column] != "number":
        return None
    return _calculated(program, cells, numbers)


def _calculated(
    program: Program, cells: tuple[tuple[int, int], ...], numbers: list[float]
) -> Outcome | None:
    if program.operation == "sum":
        return Outcome(cells, plain(sum(numbers)))
    if program.operation == "average":
        return Outcome(cells, plain(sum(numbers) / len(numbers)))
    if len(numbers) != 2:
        return None
    return Outcome(cells, plain(abs(numbers[0] - numbers[1])))


def plain(number: float) -> str:
    """A number without needless digits.

    Example: ``plain(3.0)`` → ``"3"``
    """
    return str(int(number)) if number == int(number) else f"{number:.4f}".rstrip("0").rstrip(".")


def rows_of(selection: Selection, view: TableView) -> list[int]:
    """The rows that a selection means, top to bottom; none where it is not clear which."""
    match selection:
        case Where(conditions):
            return _meeting(conditions, view)
        case Extreme(column, highest, conditions):
            return _extreme(_meeting(conditions, view), column, highest, view)
        case Ending(last, conditions):
            found = _meeting(conditions, view)
            return [found[-1] if last else found[0]] if len(found) > 1 else []
        case Beside(named, row, step):
            there = 0 <= row + step < len(view)
            return [row + step] if there and _is_name(named, row, view) else []
        case Better(named, (one, other), column, highest):
            clear = _is_name(named, one, view) and _is_name(named, other, view)
            return _extreme([one, other], column, highest, view) if clear else []
        case Pair(named, (one, other)):
            clear = one != other and _is_name(named, one, view) and _is_name(named, other, view)
            return sorted((one, other)) if clear else []
        case Commonest(column):
            return _commonest(column, view)
        case Peers(named, row, column):
            same = view.rows_saying(column, view.text(row, column))
            clear = _is_name(named, row, view) and view.is_filled(row, column)
            return [each for each in same if each != row] if clear else []


def _is_name(column: int, row: int, view: TableView) -> bool:
    """Whether a cell's text names its row and no other."""
    return (
        view.is_filled(row, column) and len(view.rows_saying(column, view.text(row, column))) == 1
    )


def _meeting(conditions: tuple[Condition, ...], view: TableView) -> list[int]:
    found = range(len(view))
    for condition in conditions:
        meeting = _meets(condition, view)
        found = [row for row in found if row in meeting]  # type: ignore[assignment]
    return list(found)


def _meets(condition: Condition, view: TableView) -> set[int]:
    same = set(view.rows_saying(condition.column, view.text(condition.row, condition.column)))
    if condition.relation == "is":
        return same
    if condition.relation == "not":
        return set(range(len(view))) - same
    keys = view.keys[condition.column]
    bound = keys[condition.row]
    if bound is None:
        return set()
    return {
        row
        for row, key in enumerate(keys)
        if key is not None and _compares(key, condition.relation, bound)
    }


def _compares(key: float, relation: str, bound: float) -> bool:
    match relation:
        case "more":
            return key > bound
        case "less":
            return key < bound
        case "from":
            return key >= bound
        case _:
            return key <= bound


def _extreme(rows: list[int], column: int, highest: bool, view: TableView) -> list[int]:
    """The one row with the best value, if there are others, all have values and none ties."""
    ranked = [(key, row) for row in rows if (key := view.keys[column][row]) is not None]
    if len(ranked) < 2 or len(ranked) < 0.8 * len(rows):
        return []
    ranked.sort(reverse=highest)
    return [ranked[0][1]] if ranked[0][0] != ranked[1][0] else []


def _commonest(column: int, view: TableView) -> list[int]:
    ranked = view.counts(column).most_common(2)
    if len(ranked) < 2 or ranked[0][1] == ranked[1][1]:
        return []
    rows = view.rows_saying(column, ranked[0][0])
    return rows if view.is_filled(rows[0], column) else []
