"""The cells of a table that questions may quote, and what quoting them means."""

from functools import cached_property, lru_cache

from manyhop.generation.cells._cell_words import called, folded, is_quotable
from manyhop.generation.tables import TableView, view_of
from manyhop.sources import Table

_VIEWS = 1_024  # tables whose cells stay read


@lru_cache(maxsize=_VIEWS)
def view_for(table: Table) -> TableView:
    """The view of a table, kept for the next question over it."""
    return view_of(table)


class QuotedCells:
    """A table's cells as sentences spell them.

    Example: ``QuotedCells(table).says(0, 1)`` → ``"Ann Smith"`` for "Ann Smith ( CHI )"
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.view = view_for(table)

    def __len__(self) -> int:
        return len(self.view)

    def says(self, row: int, column: int) -> str:
        """A cell's text in the spelling of a sentence."""
        return called(self.view.text(row, column))

    def quotable(self, row: int, column: int) -> bool:
        """Whether a question may quote a cell, and quoting it means the rows that say the same."""
        text = self.view.text(row, column)
        if not self.view.is_filled(row, column) or not is_quotable(called(text)):
            return False
        if text == self.view.names[column]:
            return False
        return len(self._called[column].get(folded(text), ())) == 1

    def names_row(self, row: int, column: int) -> bool:
        """Whether a cell names its row and no other."""
        return (
            self.quotable(row, column)
            and len(self.view.rows_saying(column, self.view.text(row, column))) == 1
        )

    def is_said_elsewhere(self, row: int, column: int, but: int) -> bool:
        """Whether another column, except one, has a cell that is called the same."""
        name = folded(self.view.text(row, column))
        return any(
            name in names for other, names in enumerate(self._called) if other not in {column, but}
        )

    @cached_property
    def _called(self) -> list[dict[str, set[str]]]:
        """By column, the different texts that are called the same."""
        found: list[dict[str, set[str]]] = [{} for _ in self.view.names]
        for row in self.view.texts:
            for column, text in enumerate(row):
                found[column].setdefault(folded(text), set()).add(text.lower())
        return found
