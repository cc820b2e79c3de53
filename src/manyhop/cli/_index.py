"""manyhop index: bring a collection up to date with files."""

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
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
    tally,
    words_column,
)
from manyhop.collection import DEFAULT_FOLDER, Collection, IndexReport, index_paths
from manyhop.collection import Progress as IndexProgress
from manyhop.errors import ManyhopError
from manyhop.sources.reading import Skipped

_SHOWN = 20


def index(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders to index.")],
    collection: CollectionOption = DEFAULT_FOLDER,
    ocr: Annotated[
        bool, typer.Option(help="Read text in pictures (needs the vision extra).")
    ] = True,
    force: Annotated[bool, typer.Option("--force", help="Read unchanged files too.")] = False,
    allow_outside: Annotated[
        bool,
        typer.Option(
            "--allow-outside",
            help="Follow links, and take pictures that pages and records name, out of the folders.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Index text, tables, images and procedures; again, to take in what changed.

    Reads Markdown, reStructuredText, HTML, text, PDF, DOCX, PPTX, ODT, ODS, EPUB, notebooks, mail,
    CSV, TSV, XLSX, Parquet, JSON, JSON Lines, PNG, JPEG, WebP, GIF, schema.org recipes and how-tos,
    and the WebQA, MultiModalQA, HybridQA and RecipeQA files.

    Examples:

        manyhop index docs photos tables.xlsx

        manyhop index corpus.jsonl.gz --collection ~/corpus
    """
    for path in paths:
        if not os.path.lexists(path):
            raise ManyhopError(f"{path} does not exist; check the path")
    with open_collection(collection, create=True) as opened:
        report = _run(opened, paths, ocr, force, allow_outside)
        if not (report.files or report.skipped or report.removed):
            named = ", ".join(map(str, paths))
            raise ManyhopError(f"there are no files to index in {named}; put some there")
        if as_json:
            print_json(report)
        else:
            _show(report, opened)
    changed = report.added or report.updated or report.unchanged or report.removed
    if report.skipped and not changed and report.read == report.files:
        raise typer.Exit(1)  # nothing could be read


def _run(
    collection: Collection, paths: list[Path], ocr: bool, force: bool, allow_outside: bool
) -> IndexReport:
    columns = (
        words_column("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        words_column("{task.fields[sources]:,} sources, {task.fields[rate]:,.0f}/s"),
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

        return index_paths(
            collection,
            paths,
            ocr=ocr,
            force=force,
            allow_outside=allow_outside,
            on_progress=advance,
        )


def _show(report: IndexReport, collection: Collection) -> None:
    out.print(
        f"{report.added:,} added, {report.updated:,} updated, {report.removed:,} removed "
        f"from {report.read:,} of {report.files:,} files."
    )
    out.print(f"{collection.folder} holds {tally(collection.counts())}.")
    if report.skipped:
        err.print(f"Skipped {len(report.skipped):,}:")
        _show_skipped(report.skipped)


def _show_skipped(skipped: list[Skipped]) -> None:
    """Each reason once, with the first place that it holds for."""
    places: dict[str, list[str]] = {}
    for one in skipped:
        reason = one.reason.removeprefix(one.where).removeprefix(Path(one.where).name)
        reason = reason if reason != one.reason else f": {reason}"
        places.setdefault(reason, []).append(one.where)
    for reason, where in list(places.items())[:_SHOWN]:
        others = f" (and {len(where) - 1:,} more)" if len(where) > 1 else ""
        err.print(f"  {where[0]}{others}{reason}")
    if len(places) > _SHOWN:
        err.print(f"  … and {len(places) - _SHOWN:,} other reasons; --json lists them all")
