"""The options that open a benchmark or an answerer, shared by many commands."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from manyhop.answering import Answerer
from manyhop.baselines import open_answerer
from manyhop.benchmarks import Benchmark, open_benchmark
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.learning import is_trained, open_trained
from manyhop.models import Endpoint

BenchmarkArgument = Annotated[
    str, typer.Argument(help="webqa, mmqa, hybridqa, aokvqa or recipeqa.")
]
PathArgument = Annotated[Path, typer.Argument(help="The benchmark's file or folder.")]
AlsoOption = Annotated[
    list[Path] | None, typer.Option(help="A further file of WebQA's questions; repeatable.")
]
ImagesOption = Annotated[
    Path | None, typer.Option(exists=True, help="WebQA's or A-OKVQA's pictures.")
]
LemmatizeOption = Annotated[
    str, typer.Option(metavar="MODULE:FUNCTION", help="The lemmatiser of WebQA's accuracy.")
]
BartOption = Annotated[
    Path | None,
    typer.Option(exists=True, help="BART's folder, to compute WebQA's FL (extra bartscore)."),
]
BartWeightsOption = Annotated[
    Path | None, typer.Option(exists=True, help="BARTScore's bart.pth, which FL needs as well.")
]

DirectOption = Annotated[
    bool,
    typer.Option("--direct", help="A-OKVQA's direct answers: the choices are not shown."),
]
WhereOption = Annotated[
    list[str] | None,
    typer.Option(help="Only questions with this type, category, …: type=TextQ; repeatable."),
]
SeedOption = Annotated[int, typer.Option(min=0, help="What chance comes from.")]

_WITH_IMAGES = ("webqa", "aokvqa")
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


def opened_benchmark(
    name: str,
    path: Path,
    also: Sequence[Path] = (),
    *,
    images: Path | None = None,
    lemmatize: str = "",
    bart: Path | None = None,
    bart_weights: Path | None = None,
    direct: bool = False,
) -> Benchmark:
    """Open a benchmark with the options it takes; one that it does not take is an error."""
    options: dict[str, Any] = {}
    if images:
        if name not in _WITH_IMAGES:
            raise ManyhopError(f"--images is for {' and '.join(_WITH_IMAGES)}; leave it out")
        options["images"] = images
    if direct:
        if name != "aokvqa":
            raise ManyhopError("--direct is for aokvqa; leave it out")
        options["direct"] = True
    if name != "webqa" and (also or lemmatize or bart or bart_weights):
        raise ManyhopError("--also, --lemmatize and --bart are for webqa; leave them out")
    if lemmatize:
        options |= {"lemmatize": _function(lemmatize), "lemmatizer_name": lemmatize}
    if bart_weights and not bart:
        raise ManyhopError("--bart-weights goes with --bart; name BART's folder too")
    if bart:
        options["bartscore"] = _bartscore(bart, bart_weights)
    return open_benchmark(name, path, *also, **options)


def _function(name: str) -> Callable[[str], str]:
    module, _, function = name.partition(":")
    try:
        found: Callable[[str], str] = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ManyhopError(
            f"--lemmatize {name}: {error}; name an importable function as module:function"
        ) from error
    return found


def _bartscore(base: Path, weights: Path | None) -> Any:
    from manyhop.metrics.webqa import BartScore

    try:
        return BartScore(base, weights)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        raise ManyhopError(f"--bart {base}: {error}") from error


# The options that open an answerer.


class Encoder(StrEnum):
    """What distances between questions of runs are taken with."""

    STATIC = "static"
    SENTENCE = "sentence"


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
