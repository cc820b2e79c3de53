"""Questions to a topic's table in careful English, and their answers derived from its cells."""

from manyhop.generation.cells._comparing import (
    ComparisonWords,
    comparison,
    context_for,
    lookup_of,
    naming_column,
    ordered_columns,
)
from manyhop.generation.cells._deriving import derive_cells, place_of
from manyhop.generation.cells._forms import opened, small
from manyhop.generation.cells._orders import greater
from manyhop.generation.cells._table_singles import table_singles

__all__ = [
    "ComparisonWords",
    "comparison",
    "context_for",
    "derive_cells",
    "greater",
    "lookup_of",
    "naming_column",
    "opened",
    "ordered_columns",
    "place_of",
    "small",
    "table_singles",
]
