"""The command line: one small module per command, no logic of its own."""

from manyhop.cli._app import main

__all__ = ["main"]
