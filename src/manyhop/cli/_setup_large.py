"""The large reader on the command line: getting it, telling of it, removing it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from manyhop.cli._console import err, is_interactive, out, words_column
from manyhop.models import Progress
from manyhop.models.shipped import (
    LARGE,
    installed_large,
    obtain_large,
    prepare_large,
    remove_large,
)


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
    columns = (words_column("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Bar(*columns, console=err, transient=True, disable=not is_interactive()) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
