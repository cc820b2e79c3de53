"""What may be the answer: values with their evidence, and what is known for and against them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import msgspec

from manyhop.collection import Hit
from manyhop.programs import Hop, Program, Value
from manyhop.sources import AnySource

if TYPE_CHECKING:
    from manyhop.asking._look import Look


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """One answer that a way of answering proposes, not yet chosen.

    ``values`` are the whole answer (several for a list), each with citations into ``sources``;
    ``way`` names how it was found, ``program`` says it in the formal language, and ``signs`` are
    what the chooser weighs, by name: logits and shares, never raw sizes. ``detail`` is kept in the
    trace: an SQL query, how many rows it went over.
    Example: ``Proposal(way="span", values=(value,), program=TextQ(text), signs={"reader": 1.2})``
    """

    way: str
    values: tuple[Value, ...]
    program: Program
    signs: Mapping[str, float]
    sources: tuple[AnySource, ...] = ()
    hops: tuple[Hop, ...] = ()
    sentence: str = ""
    detail: Mapping[str, Any] = msgspec.field(default_factory=dict)

    @property
    def values_text(self) -> tuple[str, ...]:
        """The values' words."""
        return tuple(value.text for value in self.values)


Way = Callable[["Look"], Iterable[Proposal]]
"""Proposes answers from what was found, the likeliest first; none where it has nothing to say."""


FIRST = 10  # hits of one search over all kinds that tell where an answer should be looked for
_DATA = {".csv", ".tsv", ".xlsx", ".ods", ".parquet", ".json", ".jsonl"}


def placed(proposals: Iterable[Proposal], hits: Sequence[Hit]) -> list[Proposal]:
    """Proposals with how their sources and files stand in one search over all kinds.

    Each way finds its own sources, so without this none of them tells that another kind of source
    suits the question better.
    """
    sources: dict[str, int] = {}
    files: dict[str, int] = {}
    for place, hit in enumerate(hits):
        sources.setdefault(hit.source.id, place)
        files.setdefault(hit.source.origin, place)

    def sign(places: Sequence[int | None]) -> float:
        return max((1 / (1 + place) for place in places if place is not None), default=0.0)

    found = []
    for each in proposals:
        of = {source.origin for source in each.sources}
        signs = dict(each.signs) | {
            "source place": sign([sources.get(source.id) for source in each.sources]),
            "file place": sign([files.get(origin) for origin in of]),
            "files missed": sum(origin not in files for origin in of) / max(len(of), 1),
            "data file": float(any(PurePosixPath(o).suffix.lower() in _DATA for o in of)),
            "kind first": float(
                bool(hits) and any(s.kind == hits[0].source.kind for s in each.sources)
            ),
        }
        found.append(msgspec.structs.replace(each, signs=signs))
    return found
