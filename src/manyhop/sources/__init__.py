"""The four kinds of source, places and citations in them, and reading files into them."""

from manyhop.sources._image import Image
from manyhop.sources._json import AnySource, source_from_json
from manyhop.sources._place import CellAt, Citation, Place, Region, Span, StepAt
from manyhop.sources._procedure import Procedure, Step
from manyhop.sources._snippet import Snippet
from manyhop.sources._source import KINDS, Kind, Source, content_id, kind_named
from manyhop.sources._table import Cell, Column, ColumnKind, Link, Table

__all__ = [
    "KINDS",
    "AnySource",
    "Cell",
    "CellAt",
    "Citation",
    "Column",
    "ColumnKind",
    "Image",
    "Kind",
    "Link",
    "Place",
    "Procedure",
    "Region",
    "Snippet",
    "Source",
    "Span",
    "Step",
    "StepAt",
    "Table",
    "content_id",
    "kind_named",
    "source_from_json",
]
