"""manyhop build: benchmarks made from your own sources."""

import typer

from manyhop.cli._build_cloze import cloze
from manyhop.cli._build_multihop import multihop

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
