"""manyhop score, compare, report: what came of runs. Scores never stand without n and interval."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from manyhop import evaluation
from manyhop.benchmarks import Benchmark
from manyhop.cli._console import JsonOption, err, out, print_json
from manyhop.cli._options import (
    AlsoOption,
    BartOption,
    BartWeightsOption,
    BenchmarkArgument,
    DirectOption,
    ImagesOption,
    LemmatizeOption,
    PathArgument,
    SeedOption,
    WhereOption,
    opened_benchmark,
)
from manyhop.errors import ManyhopError
from manyhop.evaluation import Comparison, Estimate, Results, load_run
from manyhop.report import gather_report, to_html, to_markdown

_SURE = 0.05


def score(
    benchmark: BenchmarkArgument,
    path: PathArgument,
    predictions: Annotated[Path, typer.Argument(help="Predictions in the official format.")],
    where: WhereOption = None,
    ignore_unknown: Annotated[
        bool, typer.Option("--ignore-unknown", help="Pass over predictions for other questions.")
    ] = False,
    also: AlsoOption = None,
    lemmatize: LemmatizeOption = "",
    bart: BartOption = None,
    bart_weights: BartWeightsOption = None,
    direct: DirectOption = False,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Score a file of predictions; a question without one scores 0.

    Examples:

        manyhop score mmqa MMQA_dev.jsonl.gz predictions.json

        manyhop score webqa rows.jsonl.gz rows.jsonl.gz#baseline --where modality=image --json
    """
    opened = opened_benchmark(
        benchmark,
        path,
        also or (),
        lemmatize=lemmatize,
        bart=bart,
        bart_weights=bart_weights,
        direct=direct,
    )
    scores = evaluation.score(
        opened, predictions, where=where or (), ignore_unknown=ignore_unknown, seed=seed
    )
    if as_json:
        print_json(scores.results)
    else:
        show_results(scores.results)


# manyhop compare: two runs on the same questions.


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


# manyhop report: runs on one page.


class Format(StrEnum):
    """What a report is written as."""

    HTML = "html"
    MARKDOWN = "markdown"


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN", help="Folders that eval wrote.")],
    to: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The file to write.", show_default="report.html"),
    ] = None,
    data: Annotated[
        list[Path] | None,
        typer.Option(
            exists=True,
            help="The benchmark's files, for the worst examples' sources.",
            show_default="where eval found them",
        ),
    ] = None,
    images: ImagesOption = None,
    metric: Annotated[
        str | None, typer.Option(help="What the worst examples are the lowest in.")
    ] = None,
    worst: Annotated[int, typer.Option(min=0, help="How many of them to show.")] = 20,
    as_: Annotated[
        Format, typer.Option("--format", help="A page, or its tables as Markdown.")
    ] = Format.HTML,
) -> None:
    """Write one page about a run, or several side by side; it needs no other file and no network.

    Example:

        manyhop report runs/bm25 runs/random --out report.html
    """
    path = to or Path("report.html" if as_ is Format.HTML else "report.md")
    found = gather_report(runs, _benchmark(runs[0], data, images), metric=metric, worst=worst)
    text = to_html(found) if as_ is Format.HTML else to_markdown(found)
    path.write_text(text, encoding="utf-8", newline="\n")
    kilobytes = path.stat().st_size / 1000
    out.print(f"Wrote {path} ({kilobytes:,.0f} kB).", soft_wrap=True)
    for remark in filter(None, (*found.remarks, found.apology if as_ is Format.HTML else "")):
        out.print(remark, soft_wrap=True)


def _benchmark(run: Path, data: list[Path] | None, images: Path | None) -> Benchmark | None:
    configuration = load_run(run).configuration
    paths = data or [Path(path) for path in configuration.paths]
    if not paths or not all(path.exists() for path in paths):
        if images:
            raise ManyhopError("--images goes with --data, for the data is not where eval found it")
        return None
    return opened_benchmark(configuration.benchmark, paths[0], paths[1:], images=images)


# Scores on the terminal: never without n and an interval.


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
