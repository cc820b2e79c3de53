"""manyhop train: fit a system on a split."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn

from manyhop import learning
from manyhop.cli._console import JsonOption, out, print_json, progress_bar, words_column
from manyhop.cli._options import BenchmarkArgument, DirectOption, ImagesOption, opened_benchmark
from manyhop.errors import ManyhopError
from manyhop.learning import SYSTEMS, Options, Reads, System

_SYSTEM = "The system"
_FITTING = "Fitting"


def train(
    system: Annotated[System, typer.Argument(help=f"{', '.join(SYSTEMS)}.", metavar="MODEL")],
    benchmark: BenchmarkArgument,
    path: Annotated[Path, typer.Argument(metavar="TRAIN", help="What it learns from.")],
    dev: Annotated[
        Path, typer.Option(exists=True, help="Questions that tell when to stop; never learnt from.")
    ],
    folder: Annotated[Path, typer.Option("--out", "-o", help="A new folder for what was fitted.")],
    images: ImagesOption = None,
    direct: DirectOption = False,
    reads: Annotated[
        Reads, typer.Option(help="What it sees of a question.", rich_help_panel=_SYSTEM)
    ] = "both",
    texts: Annotated[
        str,
        typer.Option(
            help="embedded, static, word2vec, tiny or a folder: vectors.", rich_help_panel=_SYSTEM
        ),
    ] = "",
    pictures: Annotated[
        str, typer.Option(help="embedded, tiny or a folder: vectors.", rich_help_panel=_SYSTEM)
    ] = "embedded",
    backbone: Annotated[
        str, typer.Option(help="tiny or a folder: fitted further.", rich_help_panel=_SYSTEM)
    ] = "tiny",
    vocabulary: Annotated[
        Path | None,
        typer.Option(exists=True, help="Answers, one on a line.", rich_help_panel=_SYSTEM),
    ] = None,
    hidden: Annotated[
        int | None, typer.Option(min=1, help="Width of its layers.", rich_help_panel=_SYSTEM)
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="What chance comes from.", rich_help_panel=_FITTING)
    ] = 0,
    epochs: Annotated[
        int | None, typer.Option(min=0, help="Passes at most.", rich_help_panel=_FITTING)
    ] = None,
    batch: Annotated[
        int | None, typer.Option(min=1, help="Lessons at a time.", rich_help_panel=_FITTING)
    ] = None,
    rate: Annotated[
        float | None, typer.Option(min=0, help="Learning rate.", rich_help_panel=_FITTING)
    ] = None,
    patience: Annotated[
        int | None,
        typer.Option(min=1, help="Passes without gain on dev.", rich_help_panel=_FITTING),
    ] = None,
    keep_every: Annotated[
        int, typer.Option(min=1, help="Batches between checkpoints.", rich_help_panel=_FITTING)
    ] = 200,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only so many questions of each.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the folder's run.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Fit one of the papers' systems on your own split, to be used as an answerer at once.

    A run that was stopped, even killed, goes on with --resume and ends with the same figures.

    Examples:

        manyhop train heads aokvqa train.json --dev val.json --images coco --out heads

        manyhop eval aokvqa val.json --images coco --answerer heads --direct

        manyhop train hasty-student recipeqa train.json --dev val.json --out hasty
    """
    if path.resolve() == dev.resolve():
        raise ManyhopError(f"{dev} is what is learnt from; name another split for --dev")
    options = Options(
        seed=seed,
        epochs=epochs,
        batch=batch,
        rate=rate,
        patience=patience,
        keep_every=keep_every,
        reads=reads,
        texts=texts,
        pictures=pictures,
        backbone=backbone,
        vocabulary=str(vocabulary or ""),
        hidden=hidden,
    )
    with progress_bar(MofNCompleteColumn(), words_column("{task.fields[state]}")) as bar:
        task = bar.add_task("fitting", total=None, state="")

        def advance(done: int, total: int, figures: dict[str, float]) -> None:
            state = "  ".join(f"{name} {value:.3f}" for name, value in list(figures.items())[:1])
            bar.update(task, completed=done, total=total, state=state)

        card = learning.train(
            system,
            opened_benchmark(benchmark, path, images=images, direct=direct),
            opened_benchmark(benchmark, dev, images=images, direct=direct),
            folder,
            options,
            files=[path],
            dev_files=[dev],
            resume=resume,
            limit=limit,
            on_progress=advance,
        )
    if as_json:
        print_json(card)
        return
    for name, value in card.figures.items():
        out.print(f"{name}  {value:.3f}", soft_wrap=True)
    out.print(
        f"Epoch {card.best} of {len(card.epochs) - 1}, on {card.trained_on:,} examples, judged on "
        f"{card.judged_on:,}. Written to {folder}; ask it with --answerer {folder}.",
        soft_wrap=True,
    )
