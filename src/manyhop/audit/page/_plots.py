"""The plot that suits a table."""

from string import ascii_uppercase

from manyhop.audit.analyses import Figures
from manyhop.audit.page._curve import curve
from manyhop.evaluation.pages import dot_plot


def plot(figures: Figures) -> str:
    """Inline SVG, or nothing for a table that says enough by itself."""
    match figures.plot:
        case "curve":
            return curve(figures) if len(figures.columns) > 1 else ""
        case "dots":
            return _dots(figures)
        case "rows":
            rows = [(row.label, (row.cells[0],)) for row in figures.rows]
            percent = figures.columns[0].unit == "%"
            return dot_plot(rows, [""], figures.title, percent=percent)
    return ""


def letter(run: int) -> str:
    """The letter that stands for a run in a plot."""
    return ascii_uppercase[run % len(ascii_uppercase)]


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
    letters = [letter(run) for run in range(width)]
    percent = all(column.unit == "%" for _, column in columns)
    return dot_plot(rows, letters, figures.title, percent=percent)
