"""manyhop debias: remedies for what the audit finds."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from manyhop.cli._audit import (
    AnswerOption,
    ChoicesOption,
    ContextOption,
    DatasetArgument,
    FoldsOption,
    GroupOption,
    OnlyOption,
    QuestionOption,
    SeedOption,
    SeedsOption,
)
from manyhop.cli._console import JsonOption


class NamedRemedy(StrEnum):
    """What can be done."""

    EXCHANGE = "exchange"
    BUDGET = "budget"
    BALANCE = "balance"
    FILTER = "filter"


def debias(
    dataset: DatasetArgument,
    folder: Annotated[Path, typer.Option("--out", "-o", help="The new benchmark's folder.")],
    remedy: Annotated[
        list[NamedRemedy] | None,
        typer.Option(
            help="In this order; repeatable.",
            show_default="exchange for RecipeQA, else balance and filter",
        ),
    ] = None,
    only: OnlyOption = None,
    folds: FoldsOption = 5,
    seeds: SeedsOption = 3,
    seed: SeedOption = 0,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
    question: QuestionOption = "",
    choices: ChoicesOption = "",
    answer: AnswerOption = "",
    context: ContextOption = "",
    group: GroupOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make a benchmark's answers harder to guess, and show by how much.

    exchange: four cloze questions lend each other their answers as wrong choices.
    budget: wrong choices spread over clusters of titles, as in Algorithm 1 of the M3C paper.
    balance: every position right as often; yes as often as no; no answer too common.
    filter: without the questions that a model gets right that sees only the question.

    The folder gets the files in their own format, debias.json, and a page with the audit before
    and after.

    Examples:

        manyhop debias val.json.gz --out fair

        manyhop debias cloze --remedy budget --only choice-only --out fair

        manyhop debias mmqa MMQA_dev.jsonl.gz --remedy balance --remedy filter --out fair
    """
    from manyhop.audit import open_dataset, write_before_after
    from manyhop.audit.remedies import Remedy, write_debiased
    from manyhop.audit.remedies import debias as apply
    from manyhop.cli._audit_view import progress, show_changes, show_written
    from manyhop.cli._console import out, print_json
    from manyhop.generation.writing import check_free, whole_folder

    check_free(folder, force=force)
    opened = open_dataset(
        dataset, question=question, choices=choices, answer=answer, context=context, group=group
    )
    remedies: list[Remedy] = [each.value for each in remedy or ()]
    with progress() as advance:
        done = apply(
            opened,
            remedies,
            only=only or (),
            folds=folds,
            seeds=seeds,
            seed=seed,
            on_progress=advance,
        )
    with whole_folder(folder, force=force) as making:
        files = write_debiased(opened, done.examples, making)
        summary, pages = write_before_after(done, making)
    if as_json:
        print_json(summary)
        return
    show_changes(done.changes, done.notes)
    names = ", ".join(path.name for path in files)
    out.print(f"Wrote {names} with {len(done.examples):,} questions to {folder}.", soft_wrap=True)
    show_written(pages, folder)
