"""Which cells, snippets and pictures of a collection speak of the same thing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from manyhop.generation.linking._matching import Matching, calls, covers, name_in
from manyhop.generation.linking._naming import is_proper, key_of, words_in
from manyhop.generation.linking._pages import Page, Pages
from manyhop.generation.linking._support import beside, speaks_of
from manyhop.sources import AnySource, Cell, CellAt, Image, Snippet, Table

Rule = Literal["link", "repeat", "title", "fuzzy"]


class LinkedCell(msgspec.Struct, frozen=True):
    """A cell that names a thing: what it calls it, the page about it, and how that was found.

    ``rule`` is "link" for a link of the source, "repeat" where another cell of the column says the
    same and has one, "title" for a page of that title, "fuzzy" for a title with a slip in it.
    """

    cell: CellAt
    name: str
    page: Page
    rule: Rule


class Links:
    """The things of a collection; ``link`` makes it.

    Example: ``[linked.name for linked in links.cells(table)]`` → ``["Humber Bridge", "Hull", …]``
    """

    def __init__(self, tables: list[Table], pages: Pages) -> None:
        self.tables = tables
        self.pages = pages
        self._matching = Matching(pages)

    def cells(self, table: Table) -> list[LinkedCell]:
        """The cells of a table that name a thing with a page, row by row."""
        found = [
            linked
            for row, cells in enumerate(table.rows)
            for column, cell in enumerate(cells)
            if (linked := self._linked(table, CellAt(row, column), cell))
        ]
        found += self._repeated(table, found)
        return sorted(found, key=lambda linked: (linked.cell.row, linked.cell.column))

    def _linked(self, table: Table, at: CellAt, cell: Cell) -> LinkedCell | None:
        name = name_in(cell.text)
        if not name:
            return None
        if not cell.links:
            found = self.match(name, beside(table, at))
            return LinkedCell(at, name, *found) if found else None
        page = self._page_linked(cell, name)
        return LinkedCell(at, name, page, "link") if page else None

    def match(self, name: str, beside: Iterable[str] = ()) -> tuple[Page, Rule] | None:
        """The page that a name without a link means, by the titles of the pages alone.

        Where a title by itself is not enough, the page must speak of something that stands
        ``beside`` the name: the title of its table, or another cell of its row.
        Example: ``links.match("Humber Bridge")`` → the page, and ``"title"``
        """
        if exact := self._matching.exact(name):
            page, is_sure = exact
            return (page, "title") if is_sure or speaks_of(page, name, beside) else None
        near = self._matching.fuzzy(name)
        return (near, "fuzzy") if near and speaks_of(near, name, beside) else None

    def _page_linked(self, cell: Cell, name: str) -> Page | None:
        """The one page that the cell links to and calls by its name."""
        pages = [
            page
            for link in cell.links
            if covers(link, cell)
            and (page := self.pages.at(link.url) or self.pages.named(key_of(link.title)))
            and calls(name, page, self.pages)
        ]
        return pages[0] if pages and all(page is pages[0] for page in pages) else None

    def _repeated(self, table: Table, found: list[LinkedCell]) -> list[LinkedCell]:
        """Cells that say what a linked cell of their column says; pages link a name only once."""
        meant: dict[tuple[int, str], Page | None] = {}
        for linked in found:
            if linked.rule == "link":
                place = (linked.cell.column, linked.name)
                meant[place] = linked.page if meant.get(place, linked.page) is linked.page else None
        taken = {linked.cell for linked in found}
        repeated = []
        for row, cells in enumerate(table.rows):
            for column, cell in enumerate(cells):
                at = CellAt(row, column)
                if at in taken or cell.links or not cell.text:
                    continue
                name = name_in(cell.text)
                if page := meant.get((column, name)):
                    repeated.append(LinkedCell(at, name, page, "repeat"))
        return repeated


def link(sources: Iterable[AnySource]) -> Links:
    """Link what the sources of a collection speak of, in one pass over them.

    Example: ``link(Collection.open("bridges"))``
    """
    tables: list[Table] = []
    others: list[Snippet | Image] = []
    for source in sources:
        if isinstance(source, Table):
            tables.append(source)
        elif isinstance(source, Snippet | Image):
            others.append(source)
    return Links(tables, Pages(with_subjects(others)))


_LEAD = re.compile(
    r"(?:an? |the )?(?:(?:aerial )?(?:view|photo|photograph|picture|image|portrait) of )?(?:the )?"
)
_MOST_WORDS = 8  # of a name at the beginning of a caption


def with_subjects(sources: Sequence[Snippet | Image]) -> Iterator[Snippet | Image]:
    """The sources, with the title of their subject where another source has it for a title.

    A snippet is about what its last heading names; a picture without a name of its own is about
    what its caption begins with.
    Example: a section "Forth Bridge" of the page "Bridges of Scotland", where a picture is titled
    "Forth Bridge", gets that title.
    """
    titles: dict[str, str] = {}
    for source in sources:
        if is_proper(source.title.strip()):
            titles.setdefault(key_of(source.title), source.title)
    for source in sources:
        subject = _heading(source) if isinstance(source, Snippet) else _captioned(source, titles)
        title = titles.get(key_of(subject)) if subject else None
        if title is None or key_of(title) == key_of(source.title):
            yield source
        else:
            yield source.with_changes(title=title)


def _heading(snippet: Snippet) -> str:
    heading = snippet.headings[-1] if snippet.headings else ""
    return heading if is_proper(heading) and len(heading.split()) > 1 else ""


def _captioned(image: Image, titles: dict[str, str]) -> str:
    """The longest title that the caption begins with."""
    if not image.caption or key_of(image.title) in titles:
        return ""
    caption = key_of(image.caption)
    words = words_in(_LEAD.sub("", caption, count=1))[:_MOST_WORDS]
    starts = (" ".join(words[:end]) for end in range(len(words), 1, -1))
    return next((start for start in starts if start in titles), "")
