"""The hops of one question: find sources for a leaf, let them be read, remember both."""

from collections.abc import Sequence

from manyhop.answering._finder import Finder
from manyhop.programs import (
    ImageListQ,
    ImageQ,
    Leaf,
    ProcedureQ,
    TableQ,
    TextQ,
    Value,
    normal_form,
)
from manyhop.readers import Readers
from manyhop.sources import AnySource, Kind

KIND: dict[type[Leaf], Kind] = {
    TextQ: "snippet",
    TableQ: "table",
    ImageQ: "image",
    ImageListQ: "image",
    ProcedureQ: "procedure",
}
READ: dict[type[Leaf], int] = {TextQ: 8, TableQ: 3, ImageQ: 4, ImageListQ: 40, ProcedureQ: 3}
"""How many sources are read for one leaf."""


class Hops:
    """What ``execute`` asks; the same hop in two programs is read once.

    Example: ``execute(plan.program, Hops(finder, readers))``
    """

    def __init__(self, finder: Finder, readers: Readers, choices: Sequence[str] = ()) -> None:
        self._finder = finder
        self._readers = readers
        self._choices = tuple(choices)
        self._known: dict[tuple[Leaf, str, tuple[str, ...], bool], Sequence[Value]] = {}
        self.sources: dict[str, AnySource] = {}

    def __call__(self, leaf: Leaf, question: str, given: Sequence[Value]) -> Sequence[Value]:
        """The values that sources give to a question."""
        return self._values(leaf, question, given, ())

    def last(self, leaf: Leaf, question: str, given: Sequence[Value]) -> Sequence[Value]:
        """The same for a leaf that is the whole program: its reader may see the choices."""
        return self._values(leaf, question, given, self._choices)

    def _values(
        self, leaf: Leaf, question: str, given: Sequence[Value], choices: tuple[str, ...]
    ) -> Sequence[Value]:
        key = leaf, question, tuple(value.text for value in given), bool(choices)
        if key not in self._known:
            sources = self.found(leaf, question, given)
            self._known[key] = self._readers.read(leaf, question, sources, given, choices)
        return self._known[key]

    def found(self, leaf: Leaf, question: str, given: Sequence[Value]) -> list[AnySource]:
        """The sources to read, best first."""
        kind = KIND[type(leaf)]
        hits = self._finder.find(_with_given(question, given), kind, READ[type(leaf)])
        self.sources |= {hit.source.id: hit.source for hit in hits}
        return [hit.source for hit in hits]


def _with_given(question: str, given: Sequence[Value]) -> str:
    """The question with the answers of an earlier hop, where they do not fill its hole already."""
    plain = normal_form(question)
    missing = [value.text for value in given if normal_form(value.text) not in plain]
    return " ".join([question, *missing])
