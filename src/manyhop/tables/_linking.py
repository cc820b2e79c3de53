"""Which columns and which cells the words of a question may mean."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.tables._asked import Asked, stem
from manyhop.tables._cells import cell_links, meant_cells
from manyhop.tables._conditions import CellLink, Cover, cover_of, number_links, time_links
from manyhop.tables._opening import OpenColumn, OpenTable
from manyhop.tables._query import Filter
from manyhop.tables._words import words

_FROM_CELLS = 14  # links to cells that a table keeps
_LIKE, _SPREAD = 0.30, 0.45  # cosines: what counts as no likeness, and from there to full

_SPLIT = re.compile(r"[^\W_]+")


class ColumnLink(NamedTuple):
    """How well a column fits the question: by letters, by meaning, and which words it covers."""

    column: OpenColumn
    letters: float
    meaning: float
    whole: float
    cover: Cover

    @property
    def score(self) -> float:
        """One figure to order columns by."""
        return max(self.letters, self.meaning) + 0.3 * self.whole


class Links(NamedTuple):
    """All links of a question into one table; ``title`` is how its name covers the words."""

    table: OpenTable
    columns: list[ColumnLink]
    cells: list[CellLink]
    title: Cover
    meaning: float  # how like the question its name and columns are


def link(asked: Asked, table: OpenTable) -> Links:
    """Link a question to a table.

    Example: ``link(asked, opened(table)).cells[0].filter``
    """
    columns = column_links(asked, table)
    cells = [
        *cell_links(asked, table),
        *number_links(asked, table),
        *time_links(asked, table),
        *_flags(asked, columns),
    ]
    meaning = float(_schema_vector(asked, table) @ asked.vector)
    title = _title_cover(asked, table)
    cells = [each for each in cells if not _is_said_of_table(asked, each, title)]
    return Links(table, columns, _surest(cells), title, meaning)


def _is_said_of_table(asked: Asked, cell: CellLink, title: Cover) -> bool:
    """Whether the words that a part of a cell holds are said of the table: "airlines" of its rows.

    A name in capitals is a name wherever it stands.
    """
    if cell.sort not in ("holds", "meaning"):
        return False
    said = [place for place in cell.places if asked.words[place].telling]
    small = all(not asked.text[asked.words[place].start].isupper() for place in said)
    return small and all(title[place] > 0.75 for place in said)


def link_by_meaning(asked: Asked, links: Links) -> Links:
    """The links with those to cells that mean what a word means: dearer, so for few tables."""
    return links._replace(cells=_surest([*links.cells, *meant_cells(asked, links.table)]))


def _surest(cells: list[CellLink]) -> list[CellLink]:
    return sorted(cells, key=lambda each: -each.score * (1 + 0.1 * len(each.places)))[:_FROM_CELLS]


def _schema_vector(asked: Asked, table: OpenTable) -> NDArray[np.float32]:
    if "schema" not in table.joins:
        names = ", ".join(" ".join(column.words) for column in table.columns)
        table.joins["schema"] = asked.encoder.encode([f"{table.source.title}: {names}"[:300]])[0]
    vector: NDArray[np.float32] = table.joins["schema"]
    return vector


# ------------------------------------------------------------------------------------- columns


def column_links(asked: Asked, table: OpenTable) -> list[ColumnLink]:
    """A link for every column, in the order of the table."""
    vectors = _column_vectors(asked, table)
    near = vectors @ asked.gram_vectors.T if len(asked.grams) else np.zeros((len(vectors), 0))
    whole = vectors @ asked.vector
    found = []
    for number, column in enumerate(table.columns):
        letters, cover = _letters(asked, column.words)
        meaning = 0.0
        for gram, cosine in zip(asked.grams, near[number], strict=True):
            like = float(np.clip((cosine - _LIKE) / _SPREAD, 0.0, 1.0))
            meaning = max(meaning, like)
            for place in gram:
                cover[place] = max(cover[place], like)
        found.append(ColumnLink(column, letters, meaning, float(whole[number]), cover))
    return found


def _column_vectors(asked: Asked, table: OpenTable) -> NDArray[np.float32]:
    if "vectors" not in table.joins:
        names = [" ".join(column.words) or column.name for column in table.columns]
        table.joins["vectors"] = asked.encoder.encode(names)
    vectors: NDArray[np.float32] = table.joins["vectors"]
    return vectors


def _letters(asked: Asked, name: Sequence[str]) -> tuple[float, Cover]:
    """The share of a name's words that the question says, and where."""
    cover = np.zeros(len(asked.words), np.float32)
    said = total = 0.0
    for word in name:
        weight = min(len(word), 6)
        best = 0.0
        for place, each in enumerate(asked.words):
            if like := _alike(word, each.stem, each.text):
                cover[place] = max(cover[place], like)
                best = max(best, like * (1.0 if each.telling else 0.5))
        said, total = said + weight * best, total + weight
    return (said / total if total else 0.0), cover


def _alike(word: str, other_stem: str, other: str) -> float:
    mine = stem(word)
    if mine == other_stem:
        return 1.0
    short, long = sorted((mine, other_stem), key=len)
    if len(short) >= 5 and long.startswith(short):
        return 0.8
    if len(word) >= 3 and other.startswith(word) and not word.isdigit():
        return 0.7  # an abbreviated name: temp, dep, mag
    return 0.0


def _title_cover(asked: Asked, table: OpenTable) -> Cover:
    source = table.source
    names = " ".join(
        [source.title, source.caption, source.origin.rsplit("/", 1)[-1], *source.headings]
    )
    said = [word.lower() for word in _SPLIT.findall(names)]
    _, cover = _letters(asked, said)
    for place, each in enumerate(asked.words):
        if each.telling and len(each.text) > 3 and any(each.stem in word for word in said):
            cover[place] = max(cover[place], 0.8)  # "pizza" in "pizzaplace"
    if len(asked.grams):
        if "title" not in table.joins:
            table.joins["title"] = asked.encoder.encode([source.title or names])[0]
        near = asked.gram_vectors @ table.joins["title"]
        for gram, cosine in zip(asked.grams, near, strict=True):
            like = float(np.clip((cosine - _LIKE) / _SPREAD, 0.0, 1.0))
            for place in gram:
                cover[place] = max(cover[place], like)
    return cover


def _flags(asked: Asked, columns: Sequence[ColumnLink]) -> Iterator[CellLink]:
    """Columns of yes and no that the question names, and empty cells where it says "no"."""
    negated = frozenset(
        place for place, word in enumerate(asked.words) if word.text in words().negating
    )
    for each in columns:
        column = each.column
        strength = max(each.letters, 0.9 * each.meaning)
        if strength < 0.35:
            continue
        places = frozenset(np.flatnonzero(each.cover > 0.3).tolist())
        is_flag = column.sort == "truth" or (
            column.sort == "number"
            and column.different == 2
            and (column.lowest, column.highest) == (0, 1)
        )
        if is_flag:
            true, false = (True, False) if column.sort == "truth" else (1.0, 0.0)
            yield CellLink(
                Filter(column, "=", true), 0.5 + 0.4 * strength, False, places, each.cover, "flag"
            )
            cover = np.maximum(each.cover, cover_of(asked, negated))
            score = (0.5 if negated else 0.3) + 0.3 * strength
            yield CellLink(
                Filter(column, "=", false), score, False, places | negated, cover, "flag"
            )
        elif negated and column.filled < column.table.count:
            cover = np.maximum(each.cover, cover_of(asked, negated))
            yield CellLink(
                Filter(column, "is empty"),
                0.3 + 0.4 * strength,
                False,
                places | negated,
                cover,
                "empty",
            )
