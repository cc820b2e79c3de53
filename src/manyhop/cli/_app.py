"""All commands under one name."""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from manyhop._version import __version__
from manyhop.cli._ask import ManyValues, ask
from manyhop.cli._chat import chat, demo
from manyhop.cli._collection import delete, export, index, info, list_sources, rebuild, search, show
from manyhop.cli._eval import evaluate
from manyhop.cli._models import models, setup
from manyhop.cli._runs import compare, report, score

# By name, the module of a command and what it is called there.
LATER = {
    "links": ("manyhop.cli._links", "links"),
    "build": ("manyhop.cli._build", "build"),
    "validate": ("manyhop.cli._validate", "validate"),
    "audit": ("manyhop.cli._audit", "audit"),
    "eval-retrieval": ("manyhop.cli._eval_retrieval", "eval_retrieval"),
    "debias": ("manyhop.cli._audit", "debias"),
    "describe": ("manyhop.cli._audit", "describe"),
    "train": ("manyhop.cli._train", "train"),
    "open": ("manyhop.cli._open", "open_page"),
    "serve": ("manyhop.cli._open", "open_page"),
}


PANELS = {
    "Every day": ("index", "ask", "chat", "search", "open", "show", "list", "info"),
    "A collection's upkeep": ("delete", "export", "rebuild", "links"),
    "Answerers on benchmarks": ("eval", "score", "compare", "report", "train", "eval-retrieval"),
    "Making and judging benchmarks": ("build", "validate", "audit", "debias", "describe"),
    "Setting up": ("demo", "setup", "models"),
}
"""What the help shows, the commands of every day first; ``serve`` is ``open`` by another name."""


class Later(TyperGroup):
    """Knows all commands by name and imports those in ``LATER`` on the way to them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the help."""
        return [name for names in PANELS.values() for name in names]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name."""
        if cmd_name in LATER and cmd_name not in self.commands:
            module, name = LATER[cmd_name]
            self.commands[cmd_name] = _opened(cmd_name, getattr(import_module(module), name))
        found: Any = super().get_command(ctx, cmd_name)
        if found is not None:
            panels = (panel for panel, names in PANELS.items() if cmd_name in names)
            found.rich_help_panel = next(panels, "")
        return found


def _opened(name: str, found: Any) -> Any:
    """A group of commands as it is, or one function as a command."""
    if isinstance(found, typer.Typer):
        command = get_command(found)
    else:
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        alone.command(name, context_settings={"help_option_names": ["-h", "--help"]})(found)
        command = get_command(alone)
    command.name = name
    return command


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
