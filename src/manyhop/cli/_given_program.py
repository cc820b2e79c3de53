"""A planner that need not think: the user has written the program."""

from collections.abc import Collection
from typing import Self

from manyhop.errors import ManyhopError
from manyhop.planners import Plan
from manyhop.programs import Program, parse_program, validate
from manyhop.sources import KINDS, Kind


class GivenProgram:
    """Plans the same program for every question.

    Example: ``GivenProgram.parsed('TextQ("Who built it?")').plan("Who built it?")``
    """

    name = "given"

    def __init__(self, program: Program) -> None:
        self._program = program

    @classmethod
    def parsed(cls, text: str) -> Self:
        """The planner for a program as users write it; an error names the first fault."""
        try:
            program = parse_program(text)
        except ManyhopError as error:
            raise ManyhopError(f"the program can't be read: {error}") from error
        if faults := validate(program):
            raise ManyhopError(f"the program can't be run: {faults[0]}")
        return cls(program)

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """The one program."""
        return [Plan(self._program)]
