"""The one shape of every analysis: rows and columns of figures with n and intervals."""

from typing import Literal

import msgspec

from manyhop.evaluation import Estimate

Unit = Literal["%", ""]  # shares are said in per cent; distances and counts as they are
Plot = Literal["dots", "rows", "matrix", "curve", ""]


class Column(msgspec.Struct, frozen=True):
    """What stands over a column; ``signed`` figures are differences and get a plus or a minus."""

    name: str
    unit: Unit = "%"
    signed: bool = False


class Row(msgspec.Struct, frozen=True):
    """A label and a figure for each column, None where there is nothing to say.

    ``run`` is the number of the run that the row is about, so that it gets that run's marker.
    """

    label: str
    cells: tuple[Estimate | None, ...]
    run: int | None = None


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """A table that can be printed, drawn, and written as CSV.

    ``name`` is the CSV's; ``caption`` says what was counted, on what, and what to beware of;
    ``plot`` how it is best drawn: ``dots`` compares rows within each column, ``rows`` draws the
    first column of each row, ``matrix`` shades the table, ``curve`` goes along the columns.
    ``best`` has the highest figure of each column set in bold, as papers do.
    Example: ``figures.rows[0].cells[0].value``
    """

    name: str
    title: str
    caption: str
    corner: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    plot: Plot = ""
    best: bool = False

    def cell(self, row: str, column: str) -> Estimate | None:
        """The figure in a row and a column, by their names."""
        place = [each.name for each in self.columns].index(column)
        return next(each.cells[place] for each in self.rows if each.label == row)
