"""The four kinds of source, places and citations in them, and reading files into them."""

from manyhop.sources._columns import (
    EXTREMES,
    infer_kind,
    is_person,
    is_rank,
    is_spot,
    other_names,
    plain_name,
)
from manyhop.sources._dates import Date, parse_date, time_between
from manyhop.sources._grid import (
    Value,
    all_rows,
    cell_value,
    column_values,
    long_table,
    table_from_grid,
    with_rows_stored,
)
from manyhop.sources._image import MOST_PIXELS, Image
from manyhop.sources._json import AnySource, source_from_json
from manyhop.sources._procedure import Procedure, Step
from manyhop.sources._row_file import SUFFIX as ROW_SUFFIX
from manyhop.sources._row_file import Whole, keep_rows_in, row_columns, row_file, rows_named
from manyhop.sources._row_file import engine as table_engine
from manyhop.sources._snippet import Snippet
from manyhop.sources._source import (
    KINDS,
    CellAt,
    Citation,
    Kind,
    Place,
    Region,
    Source,
    Span,
    StepAt,
    content_id,
    kind_named,
)
from manyhop.sources._table import Cell, Column, ColumnKind, Link, Table
from manyhop.sources._units import Number, parse_number

__all__ = [
    "EXTREMES",
    "KINDS",
    "MOST_PIXELS",
    "ROW_SUFFIX",
    "AnySource",
    "Cell",
    "CellAt",
    "Citation",
    "Column",
    "ColumnKind",
    "Date",
    "Image",
    "Kind",
    "Link",
    "Number",
    "Place",
    "Procedure",
    "Region",
    "Snippet",
    "Source",
    "Span",
    "Step",
    "StepAt",
    "Table",
    "Value",
    "Whole",
    "all_rows",
    "cell_value",
    "column_values",
    "content_id",
    "infer_kind",
    "is_person",
    "is_rank",
    "is_spot",
    "keep_rows_in",
    "kind_named",
    "long_table",
    "other_names",
    "parse_date",
    "parse_number",
    "plain_name",
    "row_columns",
    "row_file",
    "rows_named",
    "source_from_json",
    "table_engine",
    "table_from_grid",
    "time_between",
    "with_rows_stored",
]
