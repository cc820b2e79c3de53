"""manyhop compare: two runs on the same questions."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from manyhop import evaluation
from manyhop.cli._console import JsonOption, out, print_json
from manyhop.cli._eval import SeedOption
from manyhop.cli._results_view import interval
from manyhop.evaluation import Comparison

_SURE = 0.05


def compare(
    run_a: Annotated[Path, typer.Argument(help="A run's folder.")],
    run_b: Annotated[Path, typer.Argument(help="The run to compare with it.")],
    metric: Annotated[str | None, typer.Option(help="Only this metric.")] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Say whether the second run is better than the first, question by question.

    Questions about one table, image or recipe are counted together, so that the interval and the
    test don't take them for independent.

    Examples:

        manyhop compare runs/mmqa-random runs/mmqa-bm25

        manyhop compare runs/a runs/b --metric mmqa.f1 --json
    """
    comparison = evaluation.compare(
        evaluation.load_run(run_a), evaluation.load_run(run_b), metric=metric, seed=seed
    )
    if as_json:
        print_json(comparison)
    else:
        _show(comparison)


def _show(comparison: Comparison) -> None:
    out.print(f"A: {comparison.a}\nB: {comparison.b}", soft_wrap=True)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("metric", no_wrap=True)
    for name in ("A", "B", "B − A", "95% interval", "n", "groups", "p"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("test")
    for name, one in comparison.metrics.items():
        table.add_row(
            name,
            f"{one.a:.4f}",
            f"{one.b:.4f}",
            f"{one.difference:+.4f}",
            interval(one.low, one.high),
            f"{one.n:,}",
            f"{one.groups:,}",
            f"{one.p:.4f}" if one.p >= 0.0001 else "<0.0001",
            f"{one.test}, {one.better:,} better, {one.worse:,} worse",
            style="bold" if one.p < _SURE else "",
        )
    out.print(table)
    for note in comparison.notes:
        out.print(f"Note: {note}", style="dim", soft_wrap=True)
