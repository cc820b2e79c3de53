"""manyhop build: benchmarks made from your own sources."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn
from rich.progress import Progress as Bar
from rich.table import Table

from manyhop.cli._build_multihop import multihop
from manyhop.cli._console import JsonOption, err, is_interactive, out, print_json, words_column
from manyhop.errors import ManyhopError
from manyhop.generation.procedures import (
    SPLITS,
    TASKS,
    ClozeFacts,
    ClozeSet,
    ClozeSettings,
    Remedy,
    Task,
    build_cloze,
    gather_procedures,
    write_cloze,
)
from manyhop.generation.writing import check_free


class NamedTask(StrEnum):
    """What can be asked for: a task, or all of them."""

    ALL = "all"
    TEXTUAL = "textual"
    TEXTUAL_CLOZE = "textual_cloze"
    VISUAL_CLOZE = "visual_cloze"
    VISUAL_COHERENCE = "visual_coherence"
    VISUAL_ORDERING = "visual_ordering"


def cloze(
    paths: Annotated[
        list[Path], typer.Argument(help="A collection's folder, or files with procedures.")
    ],
    folder: Annotated[Path, typer.Option("--out", "-o", help="The folder to write.")],
    task: Annotated[list[NamedTask] | None, typer.Option(help="Which tasks; repeatable.")] = None,
    debias: Annotated[
        bool, typer.Option("--debias", help="Choose choices that don't give the answer away.")
    ] = False,
    remedy: Annotated[
        Remedy,
        typer.Option(help="How --debias does it: our exchange, or the paper's budget."),
    ] = "exchange",
    per_procedure: Annotated[
        int, typer.Option(min=1, help="Questions of each task from one procedure, at most.")
    ] = ClozeSettings().questions_per_procedure,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any other setting: neighbours=50; repeatable."),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Use only so many procedures.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="What chance comes from.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Replace what is in the folder.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Make cloze questions about procedures, in RecipeQA's format.

    The folder gets train.json, val.json, test.json, card.md and facts.json; no procedure is in two
    splits. Every setting of docs/building.md can be given with --set.

    Examples:

        manyhop build cloze recipes.jsonl.gz --out cloze --debias

        manyhop build cloze .manyhop --task visual_cloze --task visual_ordering --out pictures

        manyhop build cloze manuals --task textual --debias --remedy budget --set clusters=100 -o m
    """
    check_free(folder, force=force)
    chosen = (
        ClozeSettings(questions_per_procedure=per_procedure)
        .changed([f"remedy={remedy}"] if debias else [])
        .changed(settings or [])
    )
    found = gather_procedures(paths)
    if not found.procedures:
        first = f" ({found.skipped[0].where}: {found.skipped[0].reason})" if found.skipped else ""
        named = ", ".join(map(str, paths))
        raise ManyhopError(
            f"there are no procedures in {named}{first}; name recipes, how-tos, manuals, or a "
            "collection that holds some"
        )
    with _bar() as bar:
        shown = bar.add_task("preparing", total=None)

        def advance(stage: str, done: int, total: int) -> None:
            bar.update(shown, description=stage, completed=done, total=total)

        made = build_cloze(
            found.procedures,
            tasks=_tasks(task or [NamedTask.ALL]),
            settings=chosen,
            seed=seed,
            limit=limit,
            images=found.images,
            on_progress=advance,
        )
    facts = write_cloze(made, folder, force=force)
    if as_json:
        print_json(facts)
    else:
        _show(made, facts, folder)


def _tasks(named: list[NamedTask]) -> list[Task]:
    if NamedTask.ALL in named:
        return list(TASKS)
    return [task for task in TASKS if task in named or task.removesuffix("_cloze") in named]


def _bar() -> Bar:
    columns = (words_column("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Bar(*columns, console=err, transient=True, disable=not is_interactive())


def _show(made: ClozeSet, facts: ClozeFacts, folder: Path) -> None:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("split")
    tasks = [task for task in TASKS if task in made.unanswerable]
    for name in ("procedures", *tasks):
        table.add_column(name, justify="right")
    for split in SPLITS:
        counts = [f"{facts.questions[split].get(task, 0):,}" for task in tasks]
        table.add_row(split, f"{facts.procedures[split]:,}", *counts)
    out.print(table)
    for note in facts.notes:
        out.print(f"Note: {note}.", style="dim", soft_wrap=True)
    for reason, number in facts.dropped_procedures.items():
        many = "procedure" if number == 1 else "procedures"
        out.print(f"Left out: {number:,} {many}, {reason}.", style="dim", soft_wrap=True)
    lacking = sum(facts.questions_without_enough_choices.values())
    if lacking:
        short = f" or fewer than {made.settings.least_steps_remedied} steps"
        reason = "too few choices" + (short if made.settings.remedy != "none" else "")
        out.print(f"Left out: {lacking:,} questions with {reason}.", style="dim")
    out.print(f"Written to {folder}; card.md says how it was made.", soft_wrap=True)


build = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
build.command()(multihop)
build.command()(cloze)


@build.callback()
def _build() -> None:
    """Make a benchmark from a collection, with answers that execution proves."""
