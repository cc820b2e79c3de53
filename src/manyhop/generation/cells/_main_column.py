"""The column that names what the rows of a table are about."""

import re
from collections.abc import Collection, Mapping

from manyhop.generation.cells._cell_words import folded
from manyhop.generation.cells._columns import Words
from manyhop.generation.cells._nouns import noun_of
from manyhop.generation.cells._quoted_cells import QuotedCells
from manyhop.generation.cells._sorts import is_generic

_DISTINCT = 0.55  # share of the rows that a main column must tell apart
_QUOTABLE = 0.6  # share of its cells that questions must be able to quote
_NAMED = frozenset(
    ("person", "candidate", "member", "representative", "senator", "recipient", "contestant")
)
_NO_MAIN = re.compile(
    r"years?|seasons?|dates?|time|Games|score|result|medal|position|rank|period|genre|type"
    r"|status|format|nationality|round|frequency|term|tenure|location|venue|place|runner-up"
    r"|third-place finisher|notability|notes|\w+ served|I[A-Z]+ code|.*\bclass"
)


def main_column(
    cells: QuotedCells, columns: Mapping[int, Words], linked: Collection[tuple[int, int]]
) -> Words | None:
    """The column whose cells name the rows best; None where none does.

    ``linked`` are the cells (row and column) that name things which other sources are about.
    """
    scored = [(_mainness(cells, words, linked), words) for words in _candidates(cells, columns)]
    best = [-0.3 * place + score for place, (score, _) in enumerate(scored) if score]
    kept = [words for score, words in scored if score]
    return kept[best.index(max(best))] if kept else None


def _candidates(cells: QuotedCells, columns: Mapping[int, Words]) -> list[Words]:
    """The first two columns that tell the rows apart; none after one that has no words."""
    found: list[Words] = []
    for column, name in enumerate(cells.view.names):
        words, noun = columns.get(column), noun_of(name)
        called = words.noun.one if words else noun.one if noun else name.lower()
        if cells.view.kinds[column] != "text" or _NO_MAIN.fullmatch(called):
            continue
        if len({folded(row[column]) for row in cells.view.texts}) < _DISTINCT * len(cells):
            continue
        if words is None or len(found) == 2:
            break
        found.append(words)
    return found


def _mainness(cells: QuotedCells, words: Words, linked: Collection[tuple[int, int]]) -> float:
    """How well a column names the rows; 0 where questions can quote too few of its cells."""
    rows = range(len(cells))
    if sum(cells.quotable(row, words.column) for row in rows) < _QUOTABLE * len(rows):
        return 0
    texts = {folded(row[words.column]) for row in cells.view.texts}
    things = sum((row, words.column) in linked for row in rows)
    return (
        (1.5 * len(texts) + 0.5 * things) / len(rows)
        + 0.5 * is_generic(words.noun.one)
        + 0.5 * (words.sort == "player" or words.noun.one in _NAMED)
        + 0.2 * (words.sort != "thing")
    )
