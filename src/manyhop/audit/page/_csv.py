"""Every figure as CSV: a line for each cell, so that any program can plot it again."""

import csv
import io

from manyhop.audit.analyses import Figures

HEADER = ("row", "column", "value", "low", "high", "n")


def to_csv(figures: Figures) -> str:
    """Row, column, value, both ends of the 95% interval, and n; shares are 0..1.

    Example: ``to_csv(figures).splitlines()[0]`` → ``"row,column,value,low,high,n"``
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for row in figures.rows:
        for column, cell in zip(figures.columns, row.cells, strict=True):
            if cell:
                numbers = (f"{number:.6f}" for number in (cell.value, cell.low, cell.high))
                writer.writerow((row.label, column.name, *numbers, cell.n))
    return text.getvalue()
