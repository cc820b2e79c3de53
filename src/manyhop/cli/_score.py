"""manyhop score: predictions that exist already."""

from pathlib import Path
from typing import Annotated

import typer

from manyhop import evaluation
from manyhop.cli._benchmark import (
    AlsoOption,
    BartOption,
    BartWeightsOption,
    BenchmarkArgument,
    DirectOption,
    LemmatizeOption,
    PathArgument,
    opened_benchmark,
)
from manyhop.cli._console import JsonOption, print_json
from manyhop.cli._eval import SeedOption, WhereOption
from manyhop.cli._results_view import show_results


def score(
    benchmark: BenchmarkArgument,
    path: PathArgument,
    predictions: Annotated[Path, typer.Argument(help="Predictions in the official format.")],
    where: WhereOption = None,
    ignore_unknown: Annotated[
        bool, typer.Option("--ignore-unknown", help="Pass over predictions for other questions.")
    ] = False,
    also: AlsoOption = None,
    lemmatize: LemmatizeOption = "",
    bart: BartOption = None,
    bart_weights: BartWeightsOption = None,
    direct: DirectOption = False,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Score a file of predictions; a question without one scores 0.

    Examples:

        manyhop score mmqa MMQA_dev.jsonl.gz predictions.json

        manyhop score webqa rows.jsonl.gz rows.jsonl.gz#baseline --where modality=image --json
    """
    opened = opened_benchmark(
        benchmark,
        path,
        also or (),
        lemmatize=lemmatize,
        bart=bart,
        bart_weights=bart_weights,
        direct=direct,
    )
    scores = evaluation.score(
        opened, predictions, where=where or (), ignore_unknown=ignore_unknown, seed=seed
    )
    if as_json:
        print_json(scores.results)
    else:
        show_results(scores.results)
