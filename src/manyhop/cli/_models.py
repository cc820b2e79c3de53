"""manyhop models: what ships with Manyhop, and whether it is whole."""

from typing import Annotated

import typer
from rich import box
from rich.table import Table

from manyhop.cli._console import JsonOption, out, print_json
from manyhop.models.shipped import (
    LANGUAGE_MODEL,
    LARGE_READER,
    ShippedModel,
    shipped_models,
)


def models(
    check: Annotated[bool, typer.Option("--check", help="Compare every file's checksum.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List the embedded models: what each is for, its size, and whether it is installed.

    With --check, a model that is missing or damaged makes the command fail.

    Examples:

        manyhop models

        manyhop models --check --json
    """
    found = shipped_models(check=check)
    if as_json:
        print_json(found)
    else:
        _show(found)
    if check and any(model.state in ("missing", "damaged") for model in found):
        raise typer.Exit(1)


def _show(found: list[ShippedModel]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("model", no_wrap=True)
    table.add_column("what it does")
    table.add_column("MB", justify="right")
    table.add_column("state", no_wrap=True)
    for model in found:
        table.add_row(model.name, model.task, f"{model.bytes / 1e6:.1f}", model.state)
    table.add_section()
    table.add_row("together", "", f"{sum(model.bytes for model in found) / 1e6:.1f}", "")
    out.print(table)
    states = {model.state for model in found}
    absent = {model.name for model in found if model.state == "not installed"}
    if LANGUAGE_MODEL in absent:
        out.print("Get the language model with manyhop setup.")
    if LARGE_READER in absent:
        out.print("Get the large reader with manyhop setup --large.")
    if states & {"missing", "damaged"}:
        out.print("Reinstall Manyhop to mend what is missing or damaged.")
