"""Queries to texts run again: the same rules on the same snippets give the same values."""

from collections.abc import Mapping

from manyhop.errors import ManyhopError
from manyhop.generation._query import Named, Said, SaidOf, Written
from manyhop.generation.texts._facts import plain, reading
from manyhop.generation.texts._mentions_index import first_at
from manyhop.programs import Value
from manyhop.sources import AnySource, Snippet, Span


def derive_said(query: Said, sources: Mapping[str, AnySource]) -> tuple[Value, ...]:
    """What the snippet says of its subject; nothing where it does not say.

    Example: ``derive_said(Said("3f2a…", "born-in"), sources)`` → ``(Value("Warsaw", …),)``
    """
    return values_of(_snippet(query.snippet, sources), query.relation)


def derive_said_of(query: SaidOf, sources: Mapping[str, AnySource]) -> tuple[Value, ...]:
    """The things whose snippets say so, each once, with where they say it.

    Example: ``derive_said_of(SaidOf("born-in", "Warsaw", (("3f2a…", "Marie Curie"),)), sources)``
    → ``(Value("Marie Curie", …),)``
    """
    return values_saying(query, {id: _snippet(id, sources) for id, _ in query.among})


def derive_written(query: Written, sources: Mapping[str, AnySource]) -> tuple[Value, ...]:
    """The words that stand in the snippet where the query says."""
    citation = _snippet(query.snippet, sources).cite(Span(query.start, query.end))
    return (Value(plain(citation.quote), citations=(citation,)),)


def derive_named(query: Named, sources: Mapping[str, AnySource]) -> tuple[Value, ...]:
    """The names that the snippets have, in the order of the query."""
    return values_named(query, {id: _snippet(id, sources) for id in query.snippets})


def values_named(query: Named, snippets: Mapping[str, Snippet]) -> tuple[Value, ...]:
    """The names that stand in any of the snippets, with where each stands first."""
    found: dict[str, Value] = {}
    for name in query.names:
        for id in query.snippets:
            start = first_at(name, snippets[id].text)
            if start >= 0:
                cited = snippets[id].cite(Span(start, start + len(name)))
                found.setdefault(name, Value(name, citations=(cited,)))
    return tuple(found.values())


def values_of(snippet: Snippet, relation: str) -> tuple[Value, ...]:
    """The values of a relation in a snippet, in the order of its text."""
    return tuple(
        Value(fact.value, citations=(snippet.cite(fact.span),))
        for fact in reading(snippet).facts
        if fact.relation == relation
    )


def values_saying(query: SaidOf, snippets: Mapping[str, Snippet]) -> tuple[Value, ...]:
    """The names of the things that have the value, each once, in the order of the query."""
    wanted = same_value(query.value)
    found: dict[str, Value] = {}
    for id, name in query.among:
        snippet = snippets[id]
        for fact in reading(snippet).facts:
            if fact.relation == query.relation and same_value(fact.value) == wanted:
                found.setdefault(name, Value(name, citations=(snippet.cite(fact.span),)))
    return tuple(found.values())


def same_value(value: str) -> str:
    """What two ways of writing one value have in common."""
    return " ".join(value.casefold().replace(",", "").replace("’", "'").split())


def _snippet(id: str, sources: Mapping[str, AnySource]) -> Snippet:
    source = sources.get(id)
    if isinstance(source, Snippet):
        return source
    raise ManyhopError(
        f"snippet {id} is not in the collection; index the sources it was built from"
    )
