"""Scores on the terminal: never without n and an interval."""

from rich.table import Table
from rich.text import Text

from manyhop.cli._console import err, out
from manyhop.evaluation import Estimate, Results


def show_results(results: Results) -> None:
    """A table of every metric, overall and by group, and what must be said about it."""
    setting = f"{results.setting} setting, " if results.setting else ""
    asked = f" on {results.benchmark}, {setting}{results.n:,} questions"
    out.print(Text.assemble((results.answerer, "bold"), asked))
    if results.metrics:
        out.print(_table(results))
    else:
        out.print("There is no gold to score against.")
    if results.abstained:
        out.print(f"Abstained from {_share(results.abstained)} of the questions.")
    if found := results.calibration:
        out.print(
            f"Confidence is off by {found.error:.3f} on average ({found.metric}, n = {found.n:,})."
        )
    for note in results.notes:
        out.print(f"Note: {note}", style="dim", soft_wrap=True)
    if results.errors:
        err.print(
            f"The answerer failed on {results.errors:,} of {results.n:,} questions, which score as "
            "empty answers; --resume asks them again."
        )


def _table(results: Results) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("group", overflow="fold")
    table.add_column("metric", no_wrap=True)
    for name in ("score", "95% interval", "n"):
        table.add_column(name, justify="right", no_wrap=True)
    _add(table, "all", results.metrics, "bold")
    for key, parts in results.breakdowns.items():
        table.add_row()
        for value, estimates in parts.items():
            _add(table, f"{key}={value}", estimates)
    return table


def _add(table: Table, group: str, estimates: dict[str, Estimate], style: str = "") -> None:
    for index, (name, one) in enumerate(estimates.items()):
        table.add_row(
            "" if index else group,
            name,
            f"{one.value:.4f}",
            interval(one.low, one.high),
            f"{one.n:,}",
            style=style,
        )


def _share(one: Estimate) -> str:
    return f"{one.value:.1%} ({one.low:.1%} to {one.high:.1%})"


def interval(low: float, high: float) -> str:
    """``0.2412 to 0.2913``."""
    return f"{low:.4f} to {high:.4f}"
