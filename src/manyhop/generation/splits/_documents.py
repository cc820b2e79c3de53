"""Which sources come from one document."""

from collections.abc import Callable, Mapping

from manyhop.sources import AnySource, Snippet


def documents_in(sources: Mapping[str, AnySource]) -> Callable[[str], str]:
    """A function from a source's id to what stands for its document.

    Snippets of one title and one origin are from one document; any other source is its own.
    Example: ``documents_in(sources)("3f2a…")`` → ``"Humber Bridge\\nhttps://…"``
    """

    def document(id: str) -> str:
        source = sources.get(id)
        if isinstance(source, Snippet) and source.title:
            return f"{source.title}\n{source.origin}"
        return id

    return document
