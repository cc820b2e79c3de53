"""The one shape of every analysis: rows and columns of figures with n and intervals."""

import csv
import io
from string import ascii_uppercase
from typing import Literal

import msgspec

from manyhop.evaluation import Estimate
from manyhop.report._curve import curve
from manyhop.report._plots import dot_plot
from manyhop.report._tree import tree

Unit = Literal["%", "", "#"]  # shares are said in per cent, counts whole, others as they are
Plot = Literal["dots", "rows", "matrix", "curve", "tree", ""]

CSV_HEADER = ("row", "column", "value", "low", "high", "n")


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
    first column of each row, ``matrix`` shades the table, ``curve`` goes along the columns,
    ``tree`` draws rows such as ``what › is`` beside those they go on from.
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


def to_csv(figures: Figures) -> str:
    """A line for each cell, so that any program can plot it again; shares are 0..1.

    Example: ``to_csv(figures).splitlines()[0]`` → ``"row,column,value,low,high,n"``
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEADER)
    for row in figures.rows:
        for column, cell in zip(figures.columns, row.cells, strict=True):
            if cell:
                numbers = (f"{number:.6f}" for number in (cell.value, cell.low, cell.high))
                writer.writerow((row.label, column.name, *numbers, cell.n))
    return text.getvalue()


def plot(figures: Figures) -> str:
    """Inline SVG, or nothing for a table that says enough by itself."""
    match figures.plot:
        case "curve" if len(figures.columns) > 1:
            names = [column.name for column in figures.columns]
            rows = [(row.label, row.cells) for row in figures.rows]
            return curve(figures.title, figures.corner, names, rows)
        case "dots":
            return _dots(figures)
        case "tree":
            paths = ((row.label, row.cells[0]) for row in figures.rows)
            return tree(figures.title, [(label, cell.value) for label, cell in paths if cell])
        case "rows":
            first = [(row.label, (row.cells[0],)) for row in figures.rows]
            percent = figures.columns[0].unit == "%"
            return dot_plot(first, [""], figures.title, percent=percent)
    return ""


def _dots(figures: Figures) -> str:
    """A row of the plot for each column of the table, a marker for each run.

    Rows are placed by their run, so that a run has the same marker in every plot.
    """
    columns = [(n, column) for n, column in enumerate(figures.columns) if not column.signed]
    width = 1 + max((row.run or 0 for row in figures.rows), default=0)
    rows = []
    for number, column in columns:
        cells = {row.run: row.cells[number] for row in figures.rows}
        rows.append((column.name, tuple(cells.get(run) for run in range(width))))
    letters = [ascii_uppercase[run % len(ascii_uppercase)] for run in range(width)]
    percent = all(column.unit == "%" for _, column in columns)
    return dot_plot(rows, letters, figures.title, percent=percent)
