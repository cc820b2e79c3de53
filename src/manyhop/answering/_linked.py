"""Following links: the pages that an earlier hop's answers stand on, and those they lead to."""

from collections.abc import Iterator, Sequence
from itertools import islice

from manyhop.answering._finder import Finder
from manyhop.programs import Leaf, TextQ, Value
from manyhop.readers import Pages
from manyhop.sources import AnySource, Cell, CellAt, Snippet, Table

_ROWS = 3  # cells at most whose rows are followed: what rests on more of them was worked out
_SNIPPETS = 8  # at most, for all that is given


def pages_of(leaf: Leaf, given: Sequence[Value], finder: Finder) -> Pages:
    """Where given values lead: from cells along their links to texts, from texts to table rows.

    Example: ``pages_of(TextQ("Who built it?"), [cell_value], finder)`` →
    ``{"1981": ("Humber Bridge", "Kingston upon Hull")}``
    """
    pages = _linked if isinstance(leaf, TextQ) else _cited
    return {value.text: tuple(dict.fromkeys(pages(value, finder))) for value in given}


def linked_snippets(pages: Pages, finder: Finder) -> list[AnySource]:
    """The snippets of these pages, some of every value, those of its first pages first.

    Example: ``linked_snippets({"1981": ("Humber Bridge",)}, finder)[0].title``
    """
    share = max(_SNIPPETS // max(len(pages), 1), 1)
    found: list[AnySource] = []
    for titles in pages.values():
        its = (source for title in titles for source in finder.titled(title, "snippet"))
        found += islice(its, share)
    return list(dict.fromkeys(found))


def _linked(value: Value, finder: Finder) -> Iterator[str]:
    """The titles that a value's cells link to, then those that the rest of their rows links to."""
    cells = list(islice(_cells(value, finder), _ROWS))
    for table, place in cells:
        yield from _titles(table.rows[place.row][place.column])
    for table, place in cells:
        for cell in table.rows[place.row]:
            yield from _titles(cell)


def _cells(value: Value, finder: Finder) -> Iterator[tuple[Table, CellAt]]:
    for citation in value.citations:
        source, place = finder.get(citation.source_id), citation.place
        if isinstance(source, Table) and isinstance(place, CellAt):
            yield source, place


def _titles(cell: Cell) -> Iterator[str]:
    return (link.title for link in cell.links if link.title.strip())


def _cited(value: Value, finder: Finder) -> Iterator[str]:
    """The titles of the snippets that a value stands in."""
    for citation in value.citations:
        source = finder.get(citation.source_id)
        if isinstance(source, Snippet) and source.title.strip():
            yield source.title
