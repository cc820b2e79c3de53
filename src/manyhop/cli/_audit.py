"""manyhop audit, debias, describe: what a data set gives away, what helps, and what it holds."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from manyhop.cli._console import JsonOption, out, print_json
from manyhop.cli._options import Encoder, SeedOption, WhereOption
from manyhop.errors import ManyhopError

FOLDS, SEEDS = 5, 3  # those of manyhop.audit, which takes a while to import

DatasetArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="[BENCHMARK] DATASET",
        help="A benchmark's file or folder, its name before it where that is not plain.",
    ),
]
NAME = "description"


def _field(of: str) -> Any:
    return typer.Option(metavar="FIELD", help=f"Of one's own questions: {of}.", show_default=False)


QuestionOption = Annotated[str, _field("the field with the question")]
ChoicesOption = Annotated[str, _field("the choices: a list's field, or several parted by commas")]
AnswerOption = Annotated[str, _field("the right answer, or the choice's text, letter or number")]
ContextOption = Annotated[str, _field("what is read to answer; several parted by commas")]
GroupOption = Annotated[str, _field("the document that questions share")]
OnlyOption = Annotated[
    list[str] | None,
    typer.Option(metavar="CHEATER", help="Run only this cheater: choice-only, …; repeatable."),
]
FoldsOption = Annotated[int, typer.Option(min=2, help="Parts that are answered in turn.")]
SeedsOption = Annotated[int, typer.Option(min=1, help="How often all is done, shared out anew.")]


def audit(
    dataset: Annotated[
        list[str],
        typer.Argument(
            metavar="[BENCHMARK] DATASET | RUN...",
            help="A benchmark's file or folder, or folders that eval wrote.",
        ),
    ],
    to: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for the page and all figures.")
    ] = None,
    only: OnlyOption = None,
    where: WhereOption = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many questions.")] = None,
    folds: FoldsOption = FOLDS,
    seeds: SeedsOption = SEEDS,
    seed: SeedOption = 0,
    force: Annotated[bool, typer.Option("--force", help="Write into a folder in use.")] = False,
    training: Annotated[
        list[str] | None,
        typer.Option(
            "--training",
            "--train",
            metavar="[BENCHMARK=]FILE",
            help="Training data: what the runs learnt from, or what must not hold these questions.",
        ),
    ] = None,
    labels: Annotated[
        Path | None, typer.Option(exists=True, help="Of runs: knowledge types as a CSV.")
    ] = None,
    metric: Annotated[str | None, typer.Option(help="Of runs: the metric to go by.")] = None,
    similar: Annotated[
        str | None, typer.Option(help="Of runs: only the questions most similar to this.")
    ] = None,
    encoder: Annotated[
        Encoder, typer.Option(help="Of runs: what distances are taken with.")
    ] = Encoder.STATIC,
    question: QuestionOption = "",
    choices: ChoicesOption = "",
    answer: AnswerOption = "",
    context: ContextOption = "",
    group: GroupOption = "",
    as_json: JsonOption = False,
) -> None:
    """Find out what can be answered without reading.

    Cheaters that see only the choices, only the question, only the context, only lengths or
    positions, that give the most common answer, count shared words, or read a shuffled context,
    learn from some documents and answer questions on others. Questions that stand in the training
    data too are named. Of run folders, the analyses of the papers are made instead.

    Examples:

        manyhop audit val.json.gz --out audit

        manyhop audit recipeqa val.json --where task=textual_cloze --only choice-only --json

        manyhop audit mmqa MMQA_dev.jsonl.gz --seeds 5

        manyhop audit exam.csv --answer solution --train practice.csv

        manyhop audit runs/bm25 runs/random --out audit
    """
    fields = {
        "question": question,
        "choices": choices,
        "answer": answer,
        "context": context,
        "group": group,
    }

    if all((Path(path) / "run.json").is_file() for path in dataset):
        if only or where or limit or (folds, seeds) != (FOLDS, SEEDS) or any(fields.values()):
            raise ManyhopError(
                "--only, --where, --limit, --folds, --seeds and names of fields are for "
                "benchmarks; leave them out"
            )
        from manyhop.cli._audit_view import audit_runs

        audit_runs(
            [Path(path) for path in dataset],
            to=to,
            training=training or (),
            labels=labels,
            metric=metric,
            similar_to=similar,
            encoder=encoder,
            seed=seed,
            as_json=as_json,
        )
        return
    if labels or metric or similar:
        raise ManyhopError("--labels, --metric and --similar are for runs; leave them out")
    from manyhop.audit import open_dataset, said, write_audit
    from manyhop.cli._audit_view import audited, show_audit, show_written
    from manyhop.generation.writing import check_free

    if to:
        check_free(to, force=force)
    found = audited(
        open_dataset(dataset, **fields),
        where=where or (),
        limit=limit,
        only=only or (),
        folds=folds,
        seeds=seeds,
        seed=seed,
        train=[Path(path) for path in training or ()],
        fields=fields,
    )
    written = write_audit(found, to) if to else []
    if as_json:
        print_json(said(found))
    else:
        show_audit(found)
        show_written(written, to)


# manyhop debias: remedies for what the audit finds.


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


# manyhop describe: the tables and figures that papers print about a data set.


def describe(
    dataset: DatasetArgument,
    to: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for the page and all figures.")
    ] = None,
    other: Annotated[
        list[str] | None,
        typer.Option("--other", help="Another file, to say what the two share; repeatable."),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many questions.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Describe a data set: counts, lengths, words, openings, answers, people, and overlap.

    Official files and those that build wrote; with --out as a page and a CSV for each table.

    Examples:

        manyhop describe MMQA_dev.jsonl.gz

        manyhop describe aokvqa val.json --other train.json --out described
    """
    from manyhop.audit import open_dataset
    from manyhop.audit.description import describe as described
    from manyhop.report import to_markdown, write_page

    opened = open_dataset(dataset)
    beside = list(open_dataset([opened.name, *other]).examples()) if other else []
    page = described(opened.benchmark, list(opened.examples())[:limit], beside)
    if to:
        written = write_page(page, to, NAME)
        out.print(f"Wrote {len(written)} files to {to}.", soft_wrap=True)
    if as_json:
        print_json(page)
    elif not to:
        out.print(to_markdown(page), soft_wrap=True)
