"""The hops of one question: find sources for a leaf, let them be read, remember both."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from manyhop.answering._evidence import witnesses
from manyhop.answering._finders import Finder
from manyhop.models import WORDS_WEIGHT, Models, word_overlap
from manyhop.programs import (
    ImageListQ,
    ImageQ,
    Implicit,
    Leaf,
    ProcedureQ,
    Program,
    TableQ,
    TextQ,
    Value,
    normal_form,
    walk,
)
from manyhop.readers import Pages, Readers, plain_values
from manyhop.sources import AnySource, Cell, CellAt, Citation, Image, Kind, Snippet, Table

KIND: dict[type[Leaf], Kind] = {
    TextQ: "snippet",
    TableQ: "table",
    ImageQ: "image",
    ImageListQ: "image",
    ProcedureQ: "procedure",
}
READ: dict[type[Leaf], int] = {TextQ: 5, TableQ: 3, ImageQ: 4, ImageListQ: 40, ProcedureQ: 3}
"""How many sources are read for one leaf."""

BEHIND = 4.0  # log-odds by which a text may be less likely than the best and still be read
CLEAR = 3.0  # log-odds by which the best text must lead to be read alone at first
FAINT = -5.0  # the reranker's log-odds for the best text, below which only that one is read
LINKED = 2.0  # log-odds by which a text is likelier if the row of a given cell links to it
SURE = 0.65  # the score of a value from which on no further text is read
_TABLES = 5  # tables in which a question is looked up before any source is read
_MORE = 5  # texts at most that are looked at because several things are given
_WORTH = 0.3  # of the likeliest given answer's score, below which another one is not followed up
_ROWS = 3  # cells at most whose rows are followed: what rests on more of them was worked out
_SNIPPETS = 8  # at most, for all that is given


def kinds_of(program: Program) -> set[Kind]:
    """The kinds of source that a program asks.

    Example: ``kinds_of(parse_program('TableQ("Who won?")'))`` → ``{"table"}``
    """
    return {
        kind
        for node in walk(program)
        for leaf, kind in KIND.items()
        if isinstance(node, leaf) or (isinstance(node, Implicit) and leaf.__name__ in node.type)
    }


class Hops:
    """What ``execute`` asks; the same hop in two programs is read once.

    An answer whose score is below ``least`` is not followed up.
    Example: ``execute(plan.program, Hops(finder, readers, models))``
    """

    def __init__(
        self,
        finder: Finder,
        readers: Readers,
        models: Models,
        choices: Sequence[str] = (),
        k: int | None = None,
        least: float = 0.0,
    ) -> None:
        self._finder = finder
        self._readers = readers
        self._models = models
        self._choices = tuple(choices)
        self._k = k
        self._least = least
        self._known: dict[tuple[Leaf, str, tuple[tuple[str, ...], ...], bool], Sequence[Value]] = {}
        self._likeliest: dict[Leaf, float] = {}
        self.sources: dict[str, AnySource] = {}

    def __call__(self, leaf: Leaf, question: str, given: Sequence[Value]) -> Sequence[Value]:
        """The values that sources give to a question."""
        return self._values(leaf, question, given, ())

    def last(self, leaf: Leaf, question: str, given: Sequence[Value]) -> Sequence[Value]:
        """The same for a leaf that is the whole program: its reader may see the choices."""
        return self._values(leaf, question, given, self._choices)

    def witnesses(self, question: str, values: Sequence[Value]) -> tuple[Citation, ...]:
        """Where else the answer stands, in sources that belong to those that gave it."""
        found = witnesses(question, values, self._finder)
        self.sources |= {source.id: source for source, _ in found}
        return tuple(citation for _, citation in found)

    def _values(
        self, leaf: Leaf, question: str, given: Sequence[Value], choices: tuple[str, ...]
    ) -> Sequence[Value]:
        if not self._worth_asking(leaf, given):
            return ()
        pages = pages_of(leaf, given, self._finder)
        about = tuple((text, *titles) for text, titles in pages.items())
        key = leaf, question, about, bool(choices)
        if key not in self._known:
            wanted = _with_given(question, given)
            if plain := self._plain(leaf, question, wanted, given):
                self._known[key] = plain
                return plain
            hits = self._finder.find(wanted, KIND[type(leaf)], self._number(leaf, given))
            found = [hit.source for hit in hits]
            linked = linked_snippets(pages, self._finder) if isinstance(leaf, TextQ) else []
            for sources in self._helpings(leaf, wanted, found, given, linked):
                self.sources |= {source.id: source for source in sources}
                values = self._readers.read(leaf, question, sources, given, choices, pages)
                if isinstance(leaf, ProcedureQ) and leaf.wanted == "picture":
                    values = [self._titled(value) for value in values]
                self._known[key] = values
                if values and values[0].score >= SURE:
                    break
        return self._known[key]

    def _plain(
        self, leaf: Leaf, question: str, wanted: str, given: Sequence[Value]
    ) -> Sequence[Value]:
        """What a table says outright: there is no need to read anything for that."""
        if not isinstance(leaf, TextQ | TableQ) or "table" not in self._finder.kinds:
            return ()
        hits = self._finder.find(wanted, "table", _TABLES, quick=True)
        tables = [hit.source for hit in hits if isinstance(hit.source, Table)]
        values = plain_values(question, tables, given)
        cited = {citation.source_id for value in values for citation in value.citations}
        self.sources |= {table.id: table for table in tables if table.id in cited}
        return values

    def _titled(self, value: Value) -> Value:
        """A picture by its file's name, or its title, where a step only knows its id."""
        source = self._finder.get(value.text)
        if not isinstance(source, Image):
            return value
        return msgspec.structs.replace(value, text=Path(source.path).name or source.title)

    def _helpings(
        self,
        leaf: Leaf,
        question: str,
        found: list[AnySource],
        given: Sequence[Value],
        linked: list[AnySource],
    ) -> Iterator[list[AnySource]]:
        """What to read at first, and what if that is not enough: reading texts takes the longest.

        Of procedures that are all unlikely only the first is read. Texts far behind the best are
        not read at all, unless their title names a thing that is given; one far ahead is read alone
        at first. Those that the row of a given cell links to are likelier.
        """
        found = list(dict.fromkeys([*linked, *found]))
        if isinstance(leaf, ProcedureQ) and len(found) > 1:
            judged = self._models.reranker.score(question, [each.gist(question) for each in found])
            yield found if max(judged) > FAINT else found[:1]
            return
        if not isinstance(leaf, TextQ) or len(found) < 2:
            yield found
            return
        texts = [source.searchable for source in found]
        judged = self._models.reranker.score(question, texts)
        shared = WORDS_WEIGHT * word_overlap(question, texts)
        ahead = [LINKED if source in linked else 0.0 for source in found]
        liked = [a + float(b) + c for a, b, c in zip(judged, shared, ahead, strict=True)]
        order = sorted(range(len(found)), key=lambda place: -liked[place])
        best, second = liked[order[0]], liked[order[1]]
        if second < best - CLEAR and len(given) < 2:
            yield [found[order[0]]]
        behind = BEHIND if max(judged) > FAINT else 0.0
        named = {normal_form(value.text) for value in given}
        yield [
            found[place]
            for rank, place in enumerate(order)
            if (rank < self._number(leaf, given) and liked[place] >= best - behind)
            or normal_form(found[place].title) in named
        ]

    def _number(self, leaf: Leaf, given: Sequence[Value]) -> int:
        """How many sources are read at most."""
        return (self._k or READ[type(leaf)]) + min(max(len(given) - 1, 0), _MORE)

    def _worth_asking(self, leaf: Leaf, given: Sequence[Value]) -> bool:
        """Whether the given answers are likely, and nearly as much so as the best before them."""
        if not given:
            return True
        score = max(value.score for value in given)
        best = self._likeliest[leaf] = max(self._likeliest.get(leaf, 0.0), score)
        return score >= max(_WORTH * best, self._least)


def _with_given(question: str, given: Sequence[Value]) -> str:
    """The question with the answers of an earlier hop, where they do not fill its hole already."""
    plain = normal_form(question)
    missing = [value.text for value in given if normal_form(value.text) not in plain]
    return " ".join([question, *missing])


# Following links: the pages that an earlier hop's answers stand on, and those they lead to.


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
