"""Running queries and whole programs again: the sources must give the same answers."""

from collections.abc import Mapping, Sequence

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation._query import (
    Cells,
    Named,
    Query,
    Said,
    SaidOf,
    Shown,
    ShownIn,
    StepOf,
    Written,
)
from manyhop.generation.cells import derive_cells
from manyhop.generation.images import derive_shown, derive_shown_in
from manyhop.generation.procedures import derive_step
from manyhop.generation.texts import derive_named, derive_said, derive_said_of, derive_written
from manyhop.programs import Leaf, Outcome, Program, Value, execute, gathered
from manyhop.sources import AnySource, Procedure

Sources = Mapping[str, AnySource]


def derive(query: Query, sources: Sources) -> tuple[Value, ...]:
    """What a query gives, without any doubt: every value scores 1.

    Example: ``derive(Said("3f2a…", "opened-in"), sources)`` → ``(Value("1981", …),)``
    """
    return tuple(
        value if value.score == 1 else msgspec.structs.replace(value, score=1.0)
        for value in _derived(query, sources)
    )


def _derived(query: Query, sources: Sources) -> tuple[Value, ...]:
    match query:
        case Cells():
            return derive_cells(query, sources)
        case Said():
            return derive_said(query, sources)
        case SaidOf():
            return derive_said_of(query, sources)
        case Written():
            return derive_written(query, sources)
        case Named():
            return derive_named(query, sources)
        case Shown():
            return derive_shown(query, sources)
        case ShownIn():
            return derive_shown_in(query, sources)
        case StepOf():
            return derive_step(query, _procedure(query.procedure, sources))


def _procedure(id: str, sources: Sources) -> Procedure:
    source = sources.get(id)
    if isinstance(source, Procedure):
        return source
    kind = "is not there" if source is None else f"is a {source.kind}"
    raise ManyhopError(
        f"procedure {id} {kind}; give the sources that the questions were built from"
    )


def outcome_of(program: Program, queries: Mapping[str, Query], sources: Sources) -> Outcome:
    """Run a program whose questions are answered by queries; any other question has no answer.

    Example: ``outcome_of(TextQ("When did it open?"), {"When did it open?": query}, sources)``
    """

    def ask(leaf: Leaf, question: str, given: Sequence[Value]) -> Sequence[Value]:
        query = queries.get(question)
        return derive(query, sources) if query is not None else ()

    return execute(program, ask)


def prove(built: BuiltQuestion, sources: Sources) -> Outcome:
    """Run the program of a built question again.

    Example: ``[value.text for value in prove(built, sources).answers] == list(built.answers)``
    """
    return outcome_of(built.program, built.queries, sources)


def inner_hops(outcome: Outcome) -> tuple[tuple[Value, ...], ...]:
    """What each hop passed on, without a last one that gives the answer itself."""
    hops = tuple(hop.passed_on for hop in outcome.hops)
    said = [value.text for value in outcome.answers]
    return hops[:-1] if hops and [value.text for value in hops[-1]] == said else hops


def gold_of(outcome: Outcome) -> tuple[str, ...]:
    """The ids of the sources that the answers rest on."""
    return tuple(dict.fromkeys(citation.source_id for citation in gathered(outcome.answers)))
