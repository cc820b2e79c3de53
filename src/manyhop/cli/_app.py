"""The manyhop command."""

import sys
from typing import Annotated

import typer

from manyhop._version import __version__
from manyhop.cli._console import err
from manyhop.cli._demo import demo
from manyhop.cli._index import index
from manyhop.cli._search import search
from manyhop.cli._sources import delete, export, info, list_sources, show
from manyhop.errors import ManyhopError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (index, search, info, show, delete, export, demo):
    app.command()(command)
app.command("list")(list_sources)


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
    """Index your own text, tables, images and procedures, and find what answers a question."""


def main() -> None:
    """Run a command; what the user can mend is one line on standard error and exit code 1."""
    try:
        app()
    except ManyhopError as error:
        err.print(f"manyhop: {error}", markup=False)
        sys.exit(1)
    except KeyboardInterrupt:
        err.print("manyhop: stopped; what was committed is kept, run it again to go on")
        sys.exit(130)
