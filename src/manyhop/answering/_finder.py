"""Where the engine's hops find their sources: among given candidates, or in a collection."""

from collections.abc import Sequence
from typing import Protocol

from manyhop.collection import Gallery, Hit
from manyhop.models import Sight
from manyhop.sources import AnySource, Image, Kind


class Finder(Protocol):
    """The same engine answers from candidates and from a collection; only this differs.

    Example: ``Candidates(question.candidates, models).find("Who built it?", "snippet", 10)``
    """

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of source there are."""
        ...

    def get(self, id: str) -> AnySource | None:
        """The source with an id, None where there is none."""
        ...

    def titled(self, title: str, kind: Kind) -> Sequence[AnySource]:
        """The sources of a kind that belong to the page with a title, a few at most."""
        ...

    def find(self, question: str, kind: Kind, k: int, *, quick: bool = False) -> Sequence[Hit]:
        """The ``k`` best sources of a kind, best first; ``quick`` spares the reranker."""
        ...

    def gallery(self) -> Gallery:
        """All pictures with a glance of each."""
        ...

    def sight(self, id: str) -> Sight | None:
        """What is seen in the picture with an id; None where there are no pixels."""
        ...

    def named(self, name: str) -> Sequence[Image]:
        """The pictures whose file has a name, with or without its ending, or a number."""
        ...
