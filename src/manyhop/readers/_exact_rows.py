"""Tables read by exact code, where a question states plainly which rows it means."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from manyhop.readers._asked_column import AskedColumn, Operation, asked_column, asked_phrase
from manyhop.readers._asked_words import AskedWords
from manyhop.readers._cell_values import subject_column
from manyhop.readers._doubts import Doubt, left_by
from manyhop.readers._named_columns import NamedColumns
from manyhop.readers._quoted_cells import QuotedCells
from manyhop.readers._row_conditions import Condition, bounded
from manyhop.readers._superlatives import Superlative, UnclearError, extreme, superlative
from manyhop.readers._unexplained import unexplained
from manyhop.sources import Cell, Table

PLAIN = 0.9  # chance of a reading without doubts
_TOTAL = re.compile(r"(?:grand |over)?(?:totals?|all|sum|average)\b.{0,12}", re.IGNORECASE)


class ExactReading(NamedTuple):
    """The rows that fit, the column asked for, what is made of the cells, and what is in doubt."""

    rows: tuple[int, ...]
    column: int
    operation: Operation
    doubts: tuple[Doubt, ...] = ()

    @property
    def chance(self) -> float:
        return PLAIN * left_by(self.doubts)


def exact_reading(question: str, table: Table) -> ExactReading | None:
    """The reading of a question whose conditions are plain; None where they are not.

    Example: ``exact_reading("Which bridges opened after 1930?", bridges).rows`` → ``(1, 2)``
    """
    if len(table.rows) < 2:
        return None
    asked, columns = AskedWords(question), NamedColumns(table)
    conditions = bounded(asked, columns)
    if conditions is None:
        return None
    try:
        order = superlative(asked, columns)
    except UnclearError:
        return None
    phrase = asked_phrase(asked, columns)
    quoted = QuotedCells(columns).conditions(asked)
    conditions = conditions + quoted
    if not conditions and order is None:
        return None
    used = [condition.column for condition in conditions]
    if order and order.column is not None:
        used.append(order.column)
    wanted = asked_column(
        asked, columns, subject_column(table), phrase, used, ordered=order is not None
    )
    if wanted is None or wanted.column in {condition.column for condition in quoted}:
        return None
    doubts = unexplained(asked, columns, [*used, wanted.column])
    if doubts is None:
        return None
    rows = _rows(table, conditions, columns, order)
    doubts += [doubt for condition in conditions for doubt in condition.doubts]
    doubts += [*(order.doubts if order else ()), *wanted.doubts]
    return _reading(table, rows, wanted, doubts, bool(order)) if rows else None


def _rows(
    table: Table,
    conditions: Sequence[Condition],
    columns: NamedColumns,
    order: Superlative | None,
) -> list[int]:
    rows = [
        row
        for row, cells in enumerate(table.rows)
        if all(row in each.rows for each in conditions) and not any(map(_is_total, cells[:3]))
    ]
    return extreme(rows, columns, order) if order and rows else rows


def _is_total(cell: Cell) -> bool:
    return _TOTAL.fullmatch(cell.text.strip()) is not None


def _reading(
    table: Table, rows: Sequence[int], wanted: AskedColumn, doubts: Sequence[Doubt], ordered: bool
) -> ExactReading | None:
    column, operation = wanted.column, wanted.operation
    first = list({table.rows[row][column].text: row for row in reversed(rows)}.values())[::-1]
    if operation == "count":
        if ordered or (column != subject_column(table) and len(rows) == 1):
            return None
        if wanted.distinct:
            rows = first
        if len(first) < len(rows):
            doubts = [*doubts, "repeated"]
    if operation == "sum" and len(rows) == 1:
        operation = "cells"
        doubts = [doubt for doubt in doubts if doubt != "added"]
    return ExactReading(tuple(rows), column, operation, tuple(doubts))
