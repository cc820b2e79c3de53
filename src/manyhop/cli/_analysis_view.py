"""Analyses on the terminal: a table for each, as a paper would set it."""

from rich.table import Table
from rich.text import Text

from manyhop.audit.analyses import Analysis
from manyhop.cli._console import out
from manyhop.report import Figures, Label, Set, lay_out


def show_analysis(analysis: Analysis) -> None:
    """Every table under its title, and what must be said about it."""
    about = (
        f", {analysis.questions:,} questions, {analysis.metric}; scores and shares in per cent "
        "with 95% intervals"
    )
    out.print(Text.assemble((analysis.benchmark, "bold"), about))
    for note in analysis.notes:
        out.print(f"Note: {note}", style="dim", soft_wrap=True)
    for figures in analysis.figures:
        out.print()
        out.print(figures.title, style="bold")
        out.print(_table(figures))
        out.print(figures.caption, style="dim", soft_wrap=True)
    out.print()


def _table(figures: Figures) -> Table:
    found = lay_out(figures)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(found.corner, overflow="fold")
    for head in found.heads:
        table.add_column(_label(head), justify="right", overflow="fold")
    for label, cells in found.rows:
        table.add_row(_label(label), *map(_cell, cells))
    return table


def _label(label: Label) -> Text:
    return _over(label.text, f"n = {label.n:,}" if label.n is not None else "")


def _cell(cell: Set) -> Text:
    own = f"n = {cell.n:,}" if cell.n is not None else ""
    under = " ".join(filter(None, (cell.interval, own)))
    return _over(cell.value, under, "bold" if cell.bold else "")


def _over(said: str, under: str, style: str = "") -> Text:
    return Text.assemble((said, style), (f"\n{under}" if under else "", "dim"))
