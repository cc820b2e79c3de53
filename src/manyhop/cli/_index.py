"""manyhop index: bring a collection up to date with files."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from manyhop.cli._console import (
    CollectionOption,
    JsonOption,
    err,
    is_interactive,
    open_collection,
    out,
    print_json,
)
from manyhop.collection import DEFAULT_FOLDER, Collection, IndexReport, index_paths
from manyhop.collection import Progress as IndexProgress

_SHOWN = 20


def index(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders to index.")],
    collection: CollectionOption = DEFAULT_FOLDER,
    ocr: Annotated[
        bool, typer.Option(help="Read text in pictures (needs the vision extra).")
    ] = True,
    force: Annotated[bool, typer.Option(help="Read unchanged files too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Index text, tables, images and procedures; again, to take in what changed.

    Reads Markdown, HTML, text, PDF, CSV, TSV, XLSX, Parquet, PNG, JPEG, WebP, GIF, JSON Lines of
    sources, schema.org recipes and how-tos, and the WebQA, MultiModalQA and RecipeQA files.

    Examples:

        manyhop index docs photos tables.xlsx

        manyhop index corpus.jsonl.gz --collection ~/corpus
    """
    with open_collection(collection, create=True) as opened:
        report = _run(opened, paths, ocr, force)
        if as_json:
            print_json(report)
        else:
            _show(report, opened)


def _run(collection: Collection, paths: list[Path], ocr: bool, force: bool) -> IndexReport:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[sources]:,} sources, {task.fields[rate]:,.0f}/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not is_interactive()) as bar:
        task = bar.add_task("indexing", total=None, sources=0, rate=0.0)

        def advance(progress: IndexProgress) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            bar.update(
                task,
                description=progress.file[-40:],
                completed=progress.done,
                total=max(progress.total, 1),
                sources=progress.sources,
                rate=progress.sources / elapsed if elapsed else 0.0,
            )

        return index_paths(collection, paths, ocr=ocr, force=force, on_progress=advance)


def _show(report: IndexReport, collection: Collection) -> None:
    out.print(
        f"{report.added:,} added, {report.updated:,} updated, {report.removed:,} removed "
        f"from {report.read:,} of {report.files:,} files."
    )
    counts = ", ".join(f"{number:,} {kind}s" for kind, number in collection.counts().items())
    out.print(f"{escape(str(collection.folder))} holds {counts}.")
    if report.skipped:
        err.print(f"Skipped {len(report.skipped):,}:")
        for skipped in report.skipped[:_SHOWN]:
            where = "" if skipped.reason.startswith(skipped.where) else f"{skipped.where}: "
            err.print(f"  {where}{skipped.reason}", markup=False)
        if len(report.skipped) > _SHOWN:
            err.print(f"  … and {len(report.skipped) - _SHOWN:,} more; --json lists them all")
