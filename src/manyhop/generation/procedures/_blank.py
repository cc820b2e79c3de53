"""Four steps of a procedure, one of which is asked for."""

import msgspec

from manyhop.generation.procedures._settings import Split, Task


class Blank(msgspec.Struct, frozen=True, kw_only=True):
    """A question before it has choices.

    ``steps`` are the numbers of four steps in order, ``shown`` their titles or pictures, ``hole``
    says which of the four is asked for, and ``position`` where its answer will stand among the
    choices.
    """

    task: Task
    split: Split
    procedure: str
    length: int
    steps: tuple[int, ...]
    shown: tuple[str, ...]
    hole: int
    position: int

    @property
    def answer(self) -> str:
        """What is asked for."""
        return self.shown[self.hole]

    @property
    def id(self) -> str:
        """The same whatever the choices: procedure, task, the four steps and the hole."""
        steps = "-".join(map(str, self.steps))
        return f"{self.procedure}-{self.task}-{steps}-{self.hole}"


class Choices(msgspec.Struct, frozen=True):
    """A blank and its wrong choices."""

    blank: Blank
    wrong: tuple[str, ...]
