"""manyhop validate: prove a built benchmark again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress, TimeElapsedColumn
from rich.table import Table as Grid

from manyhop.cli._console import (
    JsonOption,
    err,
    is_interactive,
    open_collection,
    out,
    print_json,
    words_column,
)
from manyhop.errors import ManyhopError

if TYPE_CHECKING:  # their rules take a while to compile, which other commands need not wait for
    from manyhop.generation import StoredSources, Validation

_SHOWN = 20


def validate(
    folder: Annotated[
        Path,
        typer.Argument(help="A folder that manyhop build wrote: MultiModalQA's layout or a hub's."),
    ],
    collection: Annotated[
        Path | None,
        typer.Option(
            "--collection", "-c", help="Prove from this collection, not the folder's own sources."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Derive every gold answer of a built benchmark again, and check its rules.

    Runs each question's program against the sources, compares every published field with what it
    proves, and checks distractors, splits and that no question says its answer. Exits with 1 if
    anything is wrong.

    Examples:

        manyhop validate bridges-qa

        manyhop validate bridges-qa --collection bridges --json
    """
    if not folder.is_dir():
        raise ManyhopError(f"{folder} is no folder; name one that manyhop build wrote")
    if collection is None:
        report = _run(folder, None)
    else:
        from manyhop.generation import StoredSources

        with open_collection(collection) as opened:
            report = _run(folder, StoredSources(opened))
    if as_json:
        print_json(report)
    else:
        _show(report)
    if not report.is_sound:
        raise typer.Exit(1)


def _run(folder: Path, sources: "StoredSources | None") -> "Validation":
    from manyhop.generation import validate_published
    from manyhop.generation.writing import read_published

    columns = (words_column("{task.completed:,} questions"), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not is_interactive()) as bar:
        task = bar.add_task("validating", total=None)
        return validate_published(
            read_published(folder, sources),
            on_progress=lambda done: bar.update(task, completed=done),
        )


def _show(report: "Validation") -> None:
    grid = Grid("type", "questions", "derived again", box=None, pad_edge=False)
    for column in grid.columns[1:]:
        column.justify = "right"
    for type_name, number in report.questions.items():
        grid.add_row(type_name, f"{number:,}", f"{report.proven[type_name]:,}")
    out.print(grid)
    total, proven = sum(report.questions.values()), sum(report.proven.values())
    out.print(f"{proven:,} of {total:,} gold answers were derived again.")
    if report.short:
        out.print(f"{report.short:,} questions have fewer paragraphs than wanted.")
    lines = [
        f"{failure.id}: expected {_listed(failure.expected)}, got {_listed(failure.got)}"
        + (f" ({failure.why})" if failure.why else "")
        for failure in report.failures
    ]
    lines += [f"{breach.id}: {breach.fault}" for breach in report.breaches]
    for line in lines[:_SHOWN]:
        err.print(f"  {line}")
    if len(lines) > _SHOWN:
        err.print(f"  … and {len(lines) - _SHOWN:,} more; --json lists them all")
    if report.is_sound:
        out.print("No rule is broken.")


def _listed(texts: tuple[str, ...]) -> str:
    return ", ".join(texts) or "nothing"
