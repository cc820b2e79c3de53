"""MultiModalQA's implicit decomposition: the type is guessed, the question stays whole."""

import re
from collections.abc import Collection, Mapping

from manyhop.models import Models
from manyhop.planners._planner import Plan
from manyhop.planners._routing import Routing
from manyhop.programs import skeleton
from manyhop.sources import KINDS, Kind

FEW = 4  # types that are worth a try; in the paper's data the right one is hardly ever further down
_ASKED: dict[str, Kind] = {
    "Text": "snippet",
    "Table": "table",
    "Image": "image",
    "Procedure": "procedure",
}


class ImplicitPlanner:
    """The likeliest types of two hops or one; other kinds of source are left to ``Routing``.

    Example: ``ImplicitPlanner(models).plan("Who designed the longest bridge?")``
    """

    name = "implicit"

    def __init__(self, models: Models) -> None:
        self._models = models
        self._routing = Routing(models)

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """The question at every hop of its likeliest types."""
        text = " ".join(question.split()) or "?"
        types = able(self._models.question_typer.chances(text), kinds)
        if not types:
            return self._routing.plan(question, kinds)
        few = sorted(types, key=lambda name: -types[name])[:FEW]
        return [Plan(skeleton(name, text), types[name]) for name in few]


def able(types: Mapping[str, float], kinds: Collection[Kind]) -> dict[str, float]:
    """The chances of the types whose kinds of source are all there, together 1.

    Example: ``able(typer.chances(question), ["snippet"])`` → ``{"TextQ": 1.0}``
    """
    possible = {name: chance for name, chance in types.items() if asks(name) <= {*kinds}}
    total = sum(possible.values())
    return {name: chance / total for name, chance in possible.items()} if total else {}


def asks(type_name: str) -> set[Kind]:
    """The kinds of source that a type asks.

    Example: ``asks("Compose(TextQ,TableQ)")`` → ``{"snippet", "table"}``
    """
    return {
        _ASKED[word] for word in re.findall(r"(Text|Table|Image|Procedure)(?:List)?Q", type_name)
    }
