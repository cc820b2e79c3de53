"""The options that open an answerer."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from manyhop.answering import Answerer
from manyhop.baselines import open_answerer
from manyhop.benchmarks import Benchmark
from manyhop.collection import Collection
from manyhop.learning import is_trained, open_trained
from manyhop.models import Endpoint

_ENGINE = "The engine (manyhop, manyhop:PLANNER)"
_MODELS = "Language models (openai:MODEL, hf:FOLDER)"
_SERVERS = "Servers (openai:MODEL)"

AnswererOption = Annotated[
    str,
    typer.Option(
        "--answerer",
        "-a",
        help="manyhop, manyhop:implicit, random, bm25, openai:MODEL, a folder of train's, …",
    ),
]
ModelOption = Annotated[
    str,
    typer.Option(
        help="embedded, large, openai:MODEL or hf:FOLDER_OR_NAME.", rich_help_panel=_ENGINE
    ),
]
AbstainOption = Annotated[
    bool,
    typer.Option("--abstain", help="Let it say that it can't tell.", rich_help_panel=_ENGINE),
]
SearchedOption = Annotated[
    Path | None,
    typer.Option(
        "--collection",
        exists=True,
        file_okay=False,
        help="What the engine, bm25 or dense search in the full setting.",
    ),
]
ThresholdOption = Annotated[
    float | None,
    typer.Option(
        help="What a source must score to be chosen from a mix of texts and pictures.",
        show_default="one or two, as the question tells",
        rich_help_panel=_ENGINE,
    ),
]
TrainingOption = Annotated[
    Path | None,
    typer.Option(exists=True, help="Questions of another split, to learn from or to show."),
]
BaseUrlOption = Annotated[
    str | None,
    typer.Option(envvar="MANYHOP_BASE_URL", help="The server's address.", rich_help_panel=_SERVERS),
]
CacheOption = Annotated[
    Path | None,
    typer.Option(help="Keep replies here and ask nothing twice.", rich_help_panel=_SERVERS),
]
PaceOption = Annotated[
    float | None,
    typer.Option(min=0.001, help="At most so many requests.", rich_help_panel=_SERVERS),
]
PricesOption = Annotated[
    tuple[float, float] | None,
    typer.Option(help="Dollars per million tokens in and out.", rich_help_panel=_SERVERS),
]
WindowOption = Annotated[
    int, typer.Option(min=256, help="Tokens that the model reads.", rich_help_panel=_MODELS)
]


def opened_answerer(
    name: str,
    benchmark: Benchmark,
    training: Benchmark | None,
    *,
    seed: int,
    workers: int,
    base_url: str | None,
    cache: Path | None,
    requests_per_minute: float | None,
    prices: tuple[float, float] | None,
    window: int,
    model: str = "embedded",
    abstain: bool = False,
    collection: Path | None = None,
    threshold: float | None = None,
) -> Answerer:
    """Open an answerer; as many requests are under way as there are workers."""
    if is_trained(Path(name)):
        return open_trained(Path(name))
    endpoint = partial(
        Endpoint,
        base_url=base_url,
        concurrency=workers,
        cache=cache,
        requests_per_minute=requests_per_minute,
        prices=prices,
    )
    examples = training.examples() if training else ()
    return open_answerer(
        name,
        benchmark,
        seed,
        examples,
        endpoint=endpoint,
        window=window,
        model=model,
        abstain=abstain,
        collection=Collection.open(collection) if collection else None,
        threshold=threshold,
    )
