"""Citations that hold: each quotes what stands at its place, or it does not go out."""

from collections.abc import Iterable, Mapping

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Citation


def checked(
    citations: Iterable[Citation], sources: Mapping[str, AnySource]
) -> tuple[Citation, ...]:
    """Each citation once, quoted anew from its source; without those whose place is not there.

    Example: ``checked((snippet.cite(Span(0, 5)),), {snippet.id: snippet})``
    """
    found: dict[Citation, None] = {}
    for citation in citations:
        source = sources.get(citation.source_id)
        if source is None:
            continue
        try:
            found.setdefault(source.cite(citation.place))
        except ManyhopError:
            continue
    return tuple(found)


def cited_sources(citations: Iterable[Citation]) -> tuple[str, ...]:
    """The ids of the sources that are cited, each once, in order."""
    return tuple(dict.fromkeys(citation.source_id for citation in citations))
