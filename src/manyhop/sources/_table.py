"""Rows and typed columns, with the links that its cells carry."""

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources._row_file import Whole, quote_cell
from manyhop.sources._source import CellAt, Kind, Place, Source, gist

ColumnKind = Literal["text", "number", "date"]


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entity that a cell points to: its name there, its page's title and address."""

    text: str
    title: str = ""
    url: str = ""


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a cell says, as written, and the entities it links to."""

    text: str
    links: tuple[Link, ...] = ()


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """A column's name and what its cells hold."""

    name: str
    kind: ColumnKind = "text"


class Table(Source, frozen=True, kw_only=True, tag="table"):
    """A table with one header row.

    A long one holds its first rows only; ``whole`` says where all of them lie, and ``quote``
    reaches every one.
    Example: ``Table(title="Bridges", columns=(Column("name"),), rows=((Cell("Humber"),),))``
    """

    kind: ClassVar[Kind] = "table"

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    headings: tuple[str, ...] = ()
    whole: Whole | None = None

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ManyhopError(
                    f"table {self.title!r}: row {number} has {len(row)} cells for "
                    f"{len(self.columns)} columns; fill or cut it"
                )
        Source.__post_init__(self)

    @property
    def length(self) -> int:
        """How many rows there are, whether the source holds them itself or not."""
        return self.whole.count if self.whole else len(self.rows)

    @property
    def passage(self) -> str:
        """Caption, column names, what columns of few values hold, then row by row."""
        return "\n".join([*self._opening(), *self._lines()])

    def gist(self, question: str) -> str:
        """Title, caption, column names, and the rows that have most to do with the question."""
        return gist(question, [self.title, *self._opening()], list(self._lines()))

    def _opening(self) -> Iterator[str]:
        yield from self.headings
        if self.caption:
            yield self.caption
        yield " | ".join(column.name for column in self.columns)

    def _lines(self) -> Iterator[str]:
        if self.whole:
            yield from self.whole.values
        for row in self.rows:
            yield " | ".join(cell.text for cell in row)

    def quote(self, place: Place) -> str:
        """The text of a cell."""
        if (
            isinstance(place, CellAt)
            and 0 <= place.row < self.length
            and 0 <= place.column < len(self.columns)
        ):
            if place.row < len(self.rows):
                return self.rows[place.row][place.column].text
            if self.whole:
                return quote_cell(self.whole.digest, place.row, place.column)
        raise self.no_such(place)
