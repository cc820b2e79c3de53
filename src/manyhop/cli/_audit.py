"""manyhop audit: what can be answered without reading, and the papers' analyses over runs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from manyhop.cli._console import JsonOption
from manyhop.errors import ManyhopError

FOLDS, SEEDS = 5, 3  # those of manyhop.audit, which takes a while to import

DatasetArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="[BENCHMARK] DATASET",
        help="A benchmark's file or folder, its name before it where that is not plain.",
    ),
]


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
SeedOption = Annotated[int, typer.Option(min=0, help="What chance comes from.")]


class Encoder(StrEnum):
    """What distances between questions of runs are taken with."""

    STATIC = "static"
    SENTENCE = "sentence"


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
    where: Annotated[
        list[str] | None,
        typer.Option(help="Only questions with this type, category, …: type=TextQ; repeatable."),
    ] = None,
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
    from manyhop.cli._audit_view import audited, show_audit, show_written

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
        from manyhop.cli._audit_runs import Encoder as RunsEncoder
        from manyhop.cli._audit_runs import audit_runs

        audit_runs(
            [Path(path) for path in dataset],
            to=to,
            training=training or (),
            labels=labels,
            metric=metric,
            similar_to=similar,
            encoder=RunsEncoder(encoder.value),
            seed=seed,
            as_json=as_json,
        )
        return
    if labels or metric or similar:
        raise ManyhopError("--labels, --metric and --similar are for runs; leave them out")
    from manyhop.audit import open_dataset, said, write_audit
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
        from manyhop.cli._console import print_json

        print_json(said(found))
    else:
        show_audit(found)
        show_written(written, to)
