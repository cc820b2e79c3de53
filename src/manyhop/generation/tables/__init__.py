"""Questions over one table, with answers that execution proves right."""

from manyhop.generation.tables._execution import Outcome, execute, rows_of
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
    Selection,
    Where,
)
from manyhop.generation.tables._table_questions import TableQuestion, table_questions
from manyhop.generation.tables._table_view import TableView, view_of

__all__ = [
    "Beside",
    "Better",
    "Commonest",
    "Condition",
    "Ending",
    "Extreme",
    "Operation",
    "Outcome",
    "Pair",
    "Peers",
    "Program",
    "Selection",
    "TableQuestion",
    "TableView",
    "Where",
    "execute",
    "rows_of",
    "table_questions",
    "view_of",
]
