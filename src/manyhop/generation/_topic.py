"""What questions are composed over: a table with the snippets and pictures of its things."""

import msgspec

from manyhop.sources import CellAt, Image, Snippet, Table


class Thing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A thing that several sources speak of: where a table names it, and what is about it.

    ``key`` is the same for all names of the thing (see ``linking``); ``name`` is how the topic's
    table calls it, or else the title of its sources. ``snippets`` and ``images`` are those whose
    subject it is, not those that merely mention it.
    """

    key: str
    name: str
    cells: tuple[CellAt, ...] = ()
    snippets: tuple[Snippet, ...] = ()
    images: tuple[Image, ...] = ()


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """A table and the things in its cells, or without a table, things of one sort.

    ``whole`` says, of things of one sort, whether the collection speaks of no others.
    Example: ``topic.column(2)`` → the things in the table's third column, from top to bottom
    """

    id: str
    title: str
    things: tuple[Thing, ...]
    table: Table | None = None
    whole: bool = True

    def column(self, column: int) -> list[Thing]:
        """The things that stand in a column of the table, each once, from top to bottom."""
        found = [
            (min(cell.row for cell in thing.cells if cell.column == column), thing)
            for thing in self.things
            if any(cell.column == column for cell in thing.cells)
        ]
        return [thing for _, thing in sorted(found, key=lambda pair: pair[0])]

    def covers(self, column: int) -> bool:
        """Whether every cell of a column names a thing, so that all of them can be asked about.

        What no cell links to is unknown, and a list over the rest might not be whole.
        """
        if self.table is None:
            return self.whole
        named = {cell.row for thing in self.things for cell in thing.cells if cell.column == column}
        return self.table.whole is None and len(named) == len(self.table.rows)
