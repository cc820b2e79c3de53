"""What may be the answer: values with their evidence, and what is known for and against them."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

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
