"""Tables alone and tables joined: what one query can read at once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from manyhop.sources import table_engine
from manyhop.tables._asked import stem
from manyhop.tables._conditions import CellLink, Cover
from manyhop.tables._linking import ColumnLink, Links
from manyhop.tables._opening import OpenColumn, OpenTable
from manyhop.tables._query import Join

_SAMPLE = 60  # different texts of a column that are looked for among a key's
_LARGEST_KEY = 60_000
_FOUND, _FOUND_BY_NAME = 0.8, 0.5  # share of them that must be there; less under a like name
_FRAMES = 14
_TELLING = 0.5  # how well a joined table must be linked to be worth joining


class Frame(NamedTuple):
    """A table with the tables it is joined to, and how the question is linked to all of them."""

    links: tuple[Links, ...]
    joins: tuple[Join, ...]
    ranks: tuple[int, ...]

    @property
    def table(self) -> OpenTable:
        """The one whose rows are counted."""
        return self.links[0].table

    @property
    def columns(self) -> list[ColumnLink]:
        """The columns of all tables."""
        return [column for links in self.links for column in links.columns]

    @property
    def cells(self) -> list[CellLink]:
        """The conditions on all tables, the surest first."""
        found = [cell for links in self.links for cell in links.cells]
        return sorted(found, key=lambda cell: -cell.score * (1 + 0.1 * len(cell.places)))

    @property
    def title(self) -> Cover:
        """How the tables' names cover the question."""
        return np.asarray(np.maximum.reduce([links.title for links in self.links]))


def frames(links: Sequence[Links]) -> list[Frame]:
    """Every table alone, then joins that bring in something the question speaks of.

    Example: ``[frame.joins for frame in frames([link(asked, flights), link(asked, airlines)])]``
    """
    alone = [Frame((each,), (), (rank,)) for rank, each in enumerate(links)]
    joined = [frame for rank, main in enumerate(links) for frame in _joined(main, rank, links)]
    joined.sort(key=lambda frame: (len(frame.joins), -sum(map(_worth, frame.links[1:]))))
    return alone + joined[:_FRAMES]


def _joined(main: Links, rank: int, links: Sequence[Links]) -> Iterator[Frame]:
    first = list(_steps(main, links))
    for join, other, place in first:
        if _worth(other) >= _TELLING:
            yield Frame((main, other), (join,), (rank, place))
    for join, other, place in first:  # along a chain
        for further, third, at in _steps(other, links):
            if third.table is not main.table and _worth(third) >= _TELLING:
                yield Frame((main, other, third), (join, further), (rank, place, at))
    for number, (join, other, place) in enumerate(first):  # two from one table
        for further, third, at in first[number + 1 :]:
            if third.table is not other.table and min(_worth(other), _worth(third)) >= _TELLING:
                yield Frame((main, other, third), (join, further), (rank, place, at))


def _steps(main: Links, links: Sequence[Links]) -> Iterator[tuple[Join, Links, int]]:
    for place, other in enumerate(links):
        if other.table is not main.table and (join := join_between(main.table, other.table)):
            yield join, other, place


def _worth(links: Links) -> float:
    """How sure it is that the question speaks of a table's cells or columns."""
    cells = max((cell.score for cell in links.cells if cell.sort in ("cell", "holds")), default=0.0)
    columns = max((max(each.letters, each.meaning) for each in links.columns), default=0.0)
    return max(cells, columns)


def join_between(table: OpenTable, other: OpenTable) -> Join | None:
    """How rows of a table find their one row in another: by a column whose texts are its keys.

    Example: ``join_between(flights, airlines)`` joins carrier to carrier
    """
    key = f"join {other.name}"
    if key not in table.joins:
        table.joins[key] = _find_join(table, other)
    found: Join | None = table.joins[key]
    return found


def _find_join(table: OpenTable, other: OpenTable) -> Join | None:
    best: tuple[float, Join] | None = None
    for target in other.columns:
        texts = _key_texts(target)
        if len(texts) < 2:
            continue
        for column in table.columns:
            if column.different < 2 or column.sort != target.sort:
                continue
            alike = _names_alike(column, target)
            if column.sort == "number" and not (alike and column.whole_numbers):
                continue
            sample = _sample(column)
            share = sum(text in texts for text in sample) / len(sample) if sample else 0.0
            if share < (_FOUND_BY_NAME if alike else _FOUND) or (len(sample) < 3 and not alike):
                continue
            worth = share + alike
            if best is None or worth > best[0]:
                best = worth, Join(column, target)
    return best[1] if best else None


def _names_alike(column: OpenColumn, other: OpenColumn) -> float:
    mine, its = {*map(stem, column.words)}, {*map(stem, other.words)}
    return len(mine & its) / max(1, len(mine | its))


def _key_texts(column: OpenColumn) -> frozenset[str]:
    """The texts of a column that no two rows share; empty for other columns."""
    joins = column.table.joins
    key = f"key {column.number}"
    if key not in joins:
        joins[key] = frozenset()
        unique = column.different == column.filled and 2 <= column.different <= _LARGEST_KEY
        if unique and column.sort in ("text", "number"):
            query = f"SELECT {column.text} FROM {column.table.name} WHERE {column.text} IS NOT NULL"
            joins[key] = frozenset(text for (text,) in table_engine().execute(query).fetchall())
    texts: frozenset[str] = joins[key]
    return texts


def _sample(column: OpenColumn) -> list[str]:
    joins = column.table.joins
    key = f"sample {column.number}"
    if key not in joins:
        query = (
            f"SELECT {column.text} FROM {column.table.name} WHERE {column.text} IS NOT NULL "
            f"GROUP BY 1 ORDER BY hash({column.text}) LIMIT {_SAMPLE}"
        )
        joins[key] = [text for (text,) in table_engine().execute(query).fetchall()]
    texts: list[str] = joins[key]
    return texts
