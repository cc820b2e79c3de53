"""What planning is: a question in, programs that may answer it out."""

from collections.abc import Collection
from typing import Protocol

import msgspec

from manyhop.programs import Program
from manyhop.sources import KINDS, Kind


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A program for a question, and the chance (0..1) that it is the right one."""

    program: Program
    chance: float = 1.0


class Planner(Protocol):
    """Turns a question into programs; asks no source.

    Example: ``Routing(models).plan("Who designed the Humber Bridge?")[0].program``
    """

    @property
    def name(self) -> str:
        """What a report calls it: ``implicit``."""
        ...

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """Valid programs over these kinds of source, the likeliest first; at least one.

        So it is for every question, even an empty one, and where no kind is known all are asked.
        """
        ...
