"""manyhop report: runs on one page."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from manyhop.benchmarks import Benchmark
from manyhop.cli._benchmark import ImagesOption, opened_benchmark
from manyhop.cli._console import out
from manyhop.errors import ManyhopError
from manyhop.evaluation import load_run
from manyhop.report import gather_report, to_html, to_markdown


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
