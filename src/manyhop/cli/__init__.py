"""The command line: one small module per command, no logic of its own."""

from manyhop.cli._main import main

__all__ = ["main"]
