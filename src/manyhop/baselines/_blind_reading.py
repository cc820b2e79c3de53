"""MultiModalQA's context-only baseline: the question chooses what is read, and is not read."""

from collections.abc import Collection

import msgspec

from manyhop.models import Models
from manyhop.planners import Plan, Routing
from manyhop.sources import KINDS, Kind

NO_QUESTION = "?"


class BlindReading:
    """Routes by the question as usual, then asks the sources nothing at all.

    What still comes out right could be answered without understanding the question.
    Example: ``BlindReading(models).plan("Who designed it?")[0].program`` → ``TextQ("?")``
    """

    name = "context-only"

    def __init__(self, models: Models) -> None:
        self._routing = Routing(models)

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """The routes, each with an empty question."""
        blind = msgspec.structs.replace
        return [
            blind(plan, program=blind(plan.program, question=NO_QUESTION))
            for plan in self._routing.plan(question, kinds)
        ]
