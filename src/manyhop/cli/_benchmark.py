"""The options that open a benchmark, shared by eval, score and report."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from manyhop.benchmarks import Benchmark, open_benchmark
from manyhop.errors import ManyhopError

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

_WITH_IMAGES = ("webqa", "aokvqa")


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
