"""A recorded run of a program, to look up what each part of it gave."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.programs import Hop, Leaf, Program, Value, execute, parse_program


class Replay:
    """A trace's program and its hops; runs parts of the program again without asking anybody.

    Example: ``Replay.of(answer.trace).answers(program.inner)``
    """

    def __init__(
        self, program: Program, hops: Sequence[Hop], outcome: Sequence[Value] = ()
    ) -> None:
        self.program = program
        self.hops = hops
        self.outcome = tuple(outcome)
        self._found = {(hop.leaf, hop.question): hop.found for hop in hops}

    @classmethod
    def of(cls, trace: Mapping[str, Any]) -> "Replay | None":
        """What an answer's trace tells; None where there was no program."""
        if not trace.get("program"):
            return None
        hops = msgspec.convert(trace.get("hops", []), list[Hop])
        values = msgspec.convert(trace.get("values", []), list[Value])
        return cls(parse_program(trace["program"]), hops, values)

    def values(self, part: Program) -> tuple[Value, ...]:
        """What a part of the program gave, all candidates; nothing where it has open holes."""
        if part == self.program and self.outcome:
            return self.outcome
        try:
            return execute(part, self._ask).values
        except ManyhopError:
            return ()

    def hops_of(self, leaf: Leaf, fillings: Sequence[Value] | None) -> list[Hop]:
        """The times a leaf was asked, where its hole was filled with one of these.

        Two branches may fill in the same name; their scores tell them apart.
        """
        filled = {(value.text, value.score) for value in fillings or ()}
        return [
            hop
            for hop in self.hops
            if hop.leaf == leaf
            and (
                fillings is None
                or not hop.given
                or any((value.text, value.score) in filled for value in hop.given)
            )
        ]

    def _ask(self, leaf: Leaf, question: str, given: Sequence[Value]) -> Sequence[Value]:
        return self._found.get((leaf, question), ())
