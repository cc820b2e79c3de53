"""manyhop eval: an answerer on a benchmark."""

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn

from manyhop import evaluation
from manyhop.cli._console import JsonOption, out, print_json, progress_bar, words_column
from manyhop.cli._options import (
    AbstainOption,
    AlsoOption,
    AnswererOption,
    BartOption,
    BartWeightsOption,
    BaseUrlOption,
    BenchmarkArgument,
    CacheOption,
    DirectOption,
    ImagesOption,
    LemmatizeOption,
    ModelOption,
    PaceOption,
    PathArgument,
    PricesOption,
    SearchedOption,
    SeedOption,
    ThresholdOption,
    TrainingOption,
    WhereOption,
    WindowOption,
    opened_answerer,
    opened_benchmark,
)
from manyhop.cli._runs import show_results
from manyhop.errors import ManyhopError
from manyhop.evaluation import Progress, Setting


def evaluate(
    benchmark: BenchmarkArgument,
    path: PathArgument,
    answerer: AnswererOption,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="The run's folder.", show_default="runs/BENCHMARK-ANSWERER"
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask only so many questions.")] = None,
    where: WhereOption = None,
    seed: SeedOption = 0,
    workers: Annotated[int, typer.Option(min=1, help="Questions asked at a time.")] = 1,
    setting: Annotated[
        Setting, typer.Option(help="Sources given: the candidates, the gold, all others, none.")
    ] = "restricted",
    model: ModelOption = "embedded",
    abstain: AbstainOption = False,
    collection: SearchedOption = None,
    threshold: ThresholdOption = None,
    training: TrainingOption = None,
    also: AlsoOption = None,
    images: ImagesOption = None,
    lemmatize: LemmatizeOption = "",
    bart: BartOption = None,
    bart_weights: BartWeightsOption = None,
    direct: DirectOption = False,
    base_url: BaseUrlOption = None,
    cache: CacheOption = None,
    requests_per_minute: PaceOption = None,
    prices: PricesOption = None,
    window: WindowOption = 4096,
    predictions: Annotated[
        Path | None, typer.Option(help="Write the answers in the official format too.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the folder's run.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Ask an answerer a benchmark's questions and score what it says.

    The folder gets run.json, samples.jsonl and results.json. A run that was stopped, even killed,
    goes on with --resume as if nothing had happened.

    Examples:

        manyhop eval mmqa MMQA --answerer manyhop:implicit

        manyhop eval recipeqa val.json.gz --answerer random

        manyhop eval mmqa MMQA --answerer bm25 --where type=TextQ --limit 100 --out runs/bm25

        manyhop eval webqa val.json --answerer openai:MODEL --training train.json --cache replies.db

        manyhop eval aokvqa val.json --direct --answerer manyhop --images coco

        manyhop eval webqa val.json --setting full --collection sources --answerer manyhop

        manyhop eval aokvqa val.json --answerer hf:models/SmolVLM-256M-Instruct --images coco
    """
    run = f"{benchmark}-direct-{answerer}" if direct else f"{benchmark}-{answerer}"
    folder = folder or Path("runs", re.sub(r"[^\w.-]+", "-", run))
    if predictions and not predictions.parent.is_dir():
        raise ManyhopError(f"{predictions} can't be written; make the folder {predictions.parent}")
    opened = opened_benchmark(
        benchmark,
        path,
        also or (),
        images=images,
        lemmatize=lemmatize,
        bart=bart,
        bart_weights=bart_weights,
        direct=direct,
    )
    if training and training.resolve() in (path.resolve() for path in (path, *(also or ()))):
        raise ManyhopError(
            f"{training} is what is evaluated; name another split to learn from, or none"
        )
    chosen = opened_answerer(
        answerer,
        opened,
        opened_benchmark(benchmark, training) if training else None,
        seed=seed,
        workers=workers,
        base_url=base_url,
        cache=cache,
        requests_per_minute=requests_per_minute,
        prices=prices,
        window=window,
        model=model,
        abstain=abstain,
        collection=collection,
        threshold=threshold,
    )
    with progress_bar(MofNCompleteColumn(), words_column("{task.fields[state]}")) as bar:
        task = bar.add_task("asking", total=None, state="")

        def advance(progress: Progress) -> None:
            bar.update(
                task,
                completed=progress.done,
                total=progress.total,
                state=_state(progress, bar.tasks[0].elapsed or 0.0),
            )

        results = evaluation.run(
            opened,
            chosen,
            folder,
            files=[path, *(also or ())],
            training=[training] if training else [],
            limit=limit,
            where=where or (),
            seed=seed,
            workers=workers,
            setting=setting,
            resume=resume,
            on_progress=advance,
        )
    if results.errors == results.n:
        reason = evaluation.load_run(folder).samples[-1].error
        raise ManyhopError(f"the answerer failed on every question ({reason}); try --resume")
    if predictions:
        answers = {sample.id: sample.answer for sample in evaluation.load_run(folder).samples}
        asked = (example for example in opened.examples() if example.question.id in answers)
        opened.write_predictions(asked, answers, predictions)
    if as_json:
        print_json(results)
    else:
        show_results(results)
        out.print(f"Written to {folder}.", soft_wrap=True)


def _state(progress: Progress, elapsed: float) -> str:
    """How fast, how well and how often it failed: ``"8.1/s  mmqa.f1 0.312  2 failed"``."""
    rate = (progress.done - progress.resumed) / elapsed if elapsed else 0.0
    parts = [f"{rate:,.1f}/s"]
    parts += [f"{name} {value:.3f}" for name, value in list(progress.scores.items())[:1]]
    if progress.errors:
        parts.append(f"{progress.errors:,} failed")
    return "  ".join(parts)
