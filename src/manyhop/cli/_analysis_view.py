"""Analyses on the terminal: a table for each, as a paper would set it."""

from rich.markup import escape
from rich.table import Table

from manyhop.audit.analyses import Analysis, Figures
from manyhop.audit.page import Label, Set, lay_out
from manyhop.cli._console import out


def show_analysis(analysis: Analysis) -> None:
    """Every table under its title, and what must be said about it."""
    out.print(
        f"[bold]{escape(analysis.benchmark)}[/bold], {analysis.questions:,} questions, "
        f"{escape(analysis.metric)}; scores and shares in per cent with 95% intervals"
    )
    for note in analysis.notes:
        out.print(f"[dim]Note: {escape(note)}[/dim]", soft_wrap=True)
    for figures in analysis.figures:
        out.print()
        out.print(f"[bold]{escape(figures.title)}[/bold]")
        out.print(_table(figures))
        out.print(f"[dim]{escape(figures.caption)}[/dim]", soft_wrap=True)
    out.print()


def _table(figures: Figures) -> Table:
    found = lay_out(figures)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(escape(found.corner), overflow="fold")
    for head in found.heads:
        table.add_column(_label(head), justify="right", overflow="fold")
    for label, cells in found.rows:
        table.add_row(_label(label), *map(_cell, cells))
    return table


def _label(label: Label) -> str:
    return escape(label.text) + (f"\n[dim]n = {label.n:,}[/dim]" if label.n is not None else "")


def _cell(cell: Set) -> str:
    said = f"[bold]{escape(cell.value)}[/bold]" if cell.bold else escape(cell.value)
    own = f"n = {cell.n:,}" if cell.n is not None else ""
    under = " ".join(filter(None, (cell.interval, own)))
    return f"{said}\n[dim]{escape(under)}[/dim]" if under else said
