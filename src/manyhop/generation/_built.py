"""A question of a built benchmark: its words, the program that proves its answer, its sources."""

from hashlib import blake2b

import msgspec

from manyhop.generation._query import Query, sources_of
from manyhop.programs import Program, Value


class BuiltQuestion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question with everything that an official format asks for.

    ``queries`` holds, by the question of each hop with its hole filled, the query that answers it:
    running ``program`` with them gives ``values`` again. ``hops`` are the values that each hop
    passed on, the first hop first. ``gold`` are the sources that the answer rests on, and
    ``distractors`` those that only look like it. ``named`` and ``answered`` are the things (keys)
    that the question names and that answer it.
    """

    id: str
    question: str
    pseudo: str
    type: str
    program: Program
    queries: dict[str, Query]
    values: tuple[Value, ...]
    topic: str
    table: str = ""
    hops: tuple[tuple[Value, ...], ...] = ()
    gold: tuple[str, ...] = ()
    distractors: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    paraphrase_of: str = ""
    split: str = ""

    @property
    def answers(self) -> tuple[str, ...]:
        """What the values say."""
        return tuple(value.text for value in self.values)

    @property
    def read(self) -> tuple[str, ...]:
        """Every source that a query reads, each once: the gold and what was ruled out."""
        return tuple(
            dict.fromkeys(id for query in self.queries.values() for id in sources_of(query))
        )

    @property
    def seal(self) -> str:
        """A hash of the words with what proves them, by which a later change of either shows."""
        told = (
            self.id,
            self.question,
            self.pseudo,
            self.program,
            self.queries,
            self.split or "dev",
        )
        return blake2b(msgspec.json.encode(told), digest_size=8).hexdigest()
