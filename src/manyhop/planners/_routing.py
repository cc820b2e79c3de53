"""One hop: the question as it stands, to the kind of source that it asks."""

from collections.abc import Collection

from manyhop.models import Models
from manyhop.planners._leaves import Leaves, escaped
from manyhop.planners._planner import Plan
from manyhop.sources import KINDS, Kind


class Routing:
    """One leaf per kind of source, with its chance.

    Example: ``Routing(models).plan("What colour are its towers?")[0].program`` is an ``ImageQ``
    """

    name = "routing"

    def __init__(self, models: Models) -> None:
        self._leaves = Leaves(models)

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """The question to each kind, the likeliest first."""
        text = escaped(question)
        chances = self._leaves.chances(text, kinds)
        return [Plan(self._leaves.leaf(text, kind), chance) for kind, chance in chances.items()]
