"""What else stands in a row, and whether a page speaks of it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from manyhop.generation.linking._matching import name_in
from manyhop.generation.linking._naming import is_time, key_of, words_in
from manyhop.generation.linking._pages import Page
from manyhop.sources import CellAt, Table


def beside(table: Table, at: CellAt) -> Iterator[str]:
    """The title of a table, and what the other cells of a row name.

    Example: for the cell "Hull" of a row "Humber Bridge, Hull, 1981": the table's title, "Humber
    Bridge" and "1981"
    """
    yield table.title
    for column, cell in enumerate(table.rows[at.row]):
        if column != at.column:
            yield name_in(cell.text)


def speaks_of(page: Page, name: str, others: Iterable[str]) -> bool:
    """Whether a page's snippets have one of these names.

    Only a name of several words tells: a country alone stands on too many pages.
    Example: a page "Hessle" that says "Hessle lies near the Humber Bridge" speaks of that bridge
    """
    key = key_of(name)
    for other in map(key_of, others):
        is_telling = " " in other and other not in key and not is_time(other)
        if is_telling and any(f" {other} " in _words(snippet.text) for snippet in page.snippets):
            return True
    return False


@lru_cache(1 << 12)
def _words(text: str) -> str:
    return f" {' '.join(words_in(key_of(text)))} "
