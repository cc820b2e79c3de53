"""The command line: a module for each group of commands, no logic of its own."""

from manyhop.cli._main import main

__all__ = ["main"]
