"""The manyhop command."""

import os
import sqlite3
import sys
from typing import Annotated, NoReturn

import typer

from manyhop._version import __version__
from manyhop.cli._ask import ask
from manyhop.cli._compare import compare
from manyhop.cli._console import err
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
from manyhop.errors import ManyhopError

app = typer.Typer(
    cls=Later,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_INTERRUPTED = 130  # what Ctrl-C exits with

app.command()(index)
app.command()(search)
app.command(cls=ManyValues)(ask)
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


def main() -> None:
    """Run a command; what the user can mend is one line on standard error and exit code 1."""
    try:
        app(prog_name="manyhop")
    except ManyhopError as error:
        _stop(str(error))
    except BrokenPipeError:  # the reader, say head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _stop(": ".join(filter(None, (str(error.filename or ""), error.strerror or str(error)))))
    except sqlite3.Error as error:
        _stop(f"the collection cannot be used: {error}")
    except SystemExit as end:
        if end.code != _INTERRUPTED:
            raise
        again = "run it again with --resume" if sys.argv[1:2] == ["eval"] else "run it again"
        _stop(f"stopped; what was committed is kept, {again} to go on", _INTERRUPTED)


def _stop(reason: str, code: int = 1) -> NoReturn:
    err.print(f"manyhop: {reason}", markup=False)
    sys.exit(code)
