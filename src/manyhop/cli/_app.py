"""All commands under one name."""

from typing import Annotated

import typer

from manyhop._version import __version__
from manyhop.cli._ask import ask
from manyhop.cli._chat import chat
from manyhop.cli._compare import compare
from manyhop.cli._demo import demo
from manyhop.cli._eval import evaluate
from manyhop.cli._index import index
from manyhop.cli._later import Later
from manyhop.cli._many_values import ManyValues
from manyhop.cli._models import models
from manyhop.cli._report import report
from manyhop.cli._score import score
from manyhop.cli._search import search
from manyhop.cli._setup import setup
from manyhop.cli._sources import delete, export, info, list_sources, rebuild, show

app = typer.Typer(
    cls=Later,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command()(index)
app.command()(search)
app.command(cls=ManyValues)(ask)
app.command()(chat)
for command in (info, show, delete, export, rebuild, demo, score, compare, report):
    app.command()(command)
app.command("list")(list_sources)
app.command("eval")(evaluate)
app.command()(setup)
app.command()(models)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"manyhop {__version__}")
        raise typer.Exit


@app.callback()
def manyhop(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Index your own text, tables, images and procedures, and ask questions about them."""
