"""The moments of writing at which a process may die: tests end it there, at every one."""

from collections.abc import Callable

on_moment: Callable[[str], None] | None = None


def reached(moment: str) -> None:
    """Say which step has just been taken.

    Example: a test sets ``_moments.on_moment`` to a function that kills its own process.
    """
    if on_moment is not None:
        on_moment(moment)
