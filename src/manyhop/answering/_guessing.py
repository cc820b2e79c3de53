"""A guess where no plan found anything: benchmarks count silence as a wrong answer."""

import re
from collections.abc import Iterator
from typing import Any

from manyhop.answering._attempt import Attempt
from manyhop.answering._confidence import LEAST
from manyhop.answering._finder import Finder
from manyhop.answering._hops import Hops
from manyhop.planners import Plan
from manyhop.programs import (
    ImageQ,
    Outcome,
    ProcedureQ,
    TableQ,
    TextQ,
    Value,
    execute,
)
from manyhop.sources import AnySource, Citation, Kind, Region, Snippet, Span

_LEAVES: dict[Kind, Any] = {
    "snippet": TextQ,
    "table": TableQ,
    "image": ImageQ,
    "procedure": ProcedureQ,
}
_YES_OR_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.IGNORECASE
)
_FAINT = LEAST / 2  # what a guess is worth


def guess(text: str, finder: Finder, hops: Hops) -> Attempt | None:
    """The whole question put to each kind of source; then what the nearest source is called.

    Nothing only where there is no source at all.
    Example: ``guess("Who won?", finder, hops).outcome.values[0].text``
    """
    asked = [(leaf, execute(leaf, hops.last)) for leaf in _leaves(text, finder)]
    found = [(leaf, outcome) for leaf, outcome in asked if outcome.values]
    if found:
        leaf, outcome = max(found, key=lambda pair: pair[1].values[0].score)
        return Attempt(Plan(leaf, 0.0), outcome, min(_FAINT, outcome.values[0].score))
    for leaf in _leaves(text, finder):
        for hit in finder.find(text, _kind(leaf), 1, quick=True):
            hops.sources[hit.source.id] = hit.source
            outcome = Outcome((_named(text, hit.source),))
            return Attempt(Plan(leaf, 0.0), outcome, 0.0)
    return None


def _leaves(text: str, finder: Finder) -> Iterator[Any]:
    """A question to each kind of source that there is."""
    for kind, leaf in _LEAVES.items():
        if kind in finder.kinds:
            yield leaf(text)


def _kind(leaf: Any) -> Kind:
    return next(kind for kind, of in _LEAVES.items() if isinstance(leaf, of))


def _named(text: str, source: AnySource) -> Value:
    """Yes where that can be answered; or else the source's name, which is often what is meant."""
    said = "yes" if _YES_OR_NO.match(text) else source.title or source.passage[:80] or source.id
    places: tuple[Citation, ...] = ()
    if isinstance(source, Snippet):
        places = (source.cite(Span(0, min(len(source.text), 240))),)
    elif source.kind == "image":
        places = (source.cite(Region()),)
    return Value(said, _FAINT, places)
