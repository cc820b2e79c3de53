"""An option that takes several values: ``--choices red grey "dark blue"``."""

from collections.abc import Sequence
from typing import Any

from typer.core import TyperCommand

_MANY = ("--choices",)


class ManyValues(TyperCommand):
    """A command whose ``--choices`` takes all words up to the next option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Let the parser see the option before every one of its values."""
        return super().parse_args(ctx, spread(args))


def spread(arguments: Sequence[str]) -> list[str]:
    """The arguments with the option repeated for each of its values.

    Example: ``spread(["--choices", "a", "b"])`` → ``["--choices", "a", "--choices", "b"]``
    """
    said: list[str] = []
    option = ""
    for place, argument in enumerate(arguments):
        if argument == "--":
            return [*said, *arguments[place:]]
        if argument.startswith("-") and len(argument) > 1:
            option = argument if argument in _MANY else ""
        elif option and said[-1] != option:
            said.append(option)
        said.append(argument)
    return said


def separated(values: Sequence[str]) -> tuple[str, ...]:
    """The values; a single one stands for several that bars or else commas separate.

    Example: ``separated(["red, blue"])`` → ``("red", "blue")``
    """
    if len(values) == 1:
        values = values[0].split("|" if "|" in values[0] else ",")
    return tuple(value.strip() for value in values if value.strip())
