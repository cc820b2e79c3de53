"""Plain conditions in a question that each row of a table meets or does not."""

from decimal import Decimal
from typing import NamedTuple

from manyhop.programs import Quantity, alike
from manyhop.readers._asked_words import AskedWords
from manyhop.readers._bounds import Amount, Bound, bounds
from manyhop.readers._doubts import Doubt, if_several
from manyhop.readers._named_columns import NamedColumns
from manyhop.sources import Date, Number, column_values, is_rank

NEAR = 4  # words around a number that may name its column


class Condition(NamedTuple):
    """The rows that meet one condition, the column that decides, and what is doubtful about it."""

    rows: frozenset[int]
    column: int
    doubts: tuple[Doubt, ...] = ()


def bounded(asked: AskedWords, columns: NamedColumns) -> list[Condition] | None:
    """A condition for each bound; None where a bound's column cannot be told.

    Example: "opened after 1930" → the rows with a later year in the column "Opened"
    """
    found = []
    for bound in bounds(asked.text):
        if not asked.is_free(bound.start, bound.end) or _in_a_name(asked, bound, columns):
            continue
        condition = _bounded(asked, bound, columns)
        if condition is None:
            return None
        asked.take(bound.start, bound.end)
        found.append(condition)
    return found


def _in_a_name(asked: AskedWords, bound: Bound, columns: NamedColumns) -> bool:
    """Whether "in 2010" is part of a column's name and so no bound."""
    words = [word.text for word in asked.words if bound.start <= word.start < bound.end]
    return bound.relation == "is" and any(words[-1] in own for own in columns.own)


def _bounded(asked: AskedWords, bound: Bound, columns: NamedColumns) -> Condition | None:
    if isinstance(bound.amount, Date):
        fit = columns.when([word for word in asked.words if word.end <= bound.start])
    else:
        fit = _counted(asked, bound, bound.amount, columns)
    if not fit:
        return None
    if is_rank(columns.table.columns[fit[0]].name) and bound.relation != "is":
        return None
    values = amounts(columns, fit[0], bound.amount)
    rows = frozenset(row for row, value in enumerate(values) if value and bound.holds(value))
    if bound.relation == "is" and not rows:
        return None
    return Condition(rows, fit[0], if_several(fit, "column"))


def _counted(asked: AskedWords, bound: Bound, amount: Quantity, columns: NamedColumns) -> list[int]:
    """The columns of numbers that a bound may be about, by the words around it or its unit."""
    before = [word for word in asked.words if word.end <= bound.start][-NEAR:]
    after = [word for word in asked.words if word.start >= bound.end][:NEAR]
    numbers = [n for n in columns.numbers if _goes_with(columns.units[n], amount)]
    if bound.word and (fit := [n for n in columns.measured_by(bound.word) if n in numbers]):
        return columns.best([*before, *after], fit) or fit
    for words in (after[:2], before[-2:], after, before):
        if fit := columns.best(words, numbers):
            return fit
    return numbers if amount.unit else []


def _goes_with(unit: str, amount: Quantity) -> bool:
    """Whether a column in that unit can be compared with an amount."""
    if not amount.unit:
        return True
    return bool(unit) and alike((amount, Quantity(amount.amount, unit))) is not None


def amounts(columns: NamedColumns, column: int, like: Amount | None = None) -> list[Amount | None]:
    """A column's values as dates, or as numbers in the unit of ``like``, or all in one."""
    values = column_values(columns.table, column)
    like = like or Quantity(Decimal(1), columns.units[column])
    return [
        value
        if isinstance(value, Date)
        else _in_unit(value, columns.units[column], like)
        if isinstance(value, Number) and isinstance(like, Quantity)
        else None
        for value in values
    ]


def _in_unit(value: Number, unit: str, like: Quantity) -> Quantity | None:
    same = alike((like, Quantity(Decimal(repr(value.value)), value.unit or unit)))
    return same[1] if same else None
