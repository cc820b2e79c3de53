"""Superlatives in a question: "the longest", "opened first", "the second tallest"."""

from collections.abc import Sequence
from typing import NamedTuple

from manyhop.readers._asked_words import AskedWords, Word
from manyhop.readers._bounds import Amount
from manyhop.readers._doubts import Doubt, if_several
from manyhop.readers._named_columns import NamedColumns
from manyhop.readers._row_conditions import amounts
from manyhop.sources import Date, is_rank

_WORDS = {
    "high": "highest most largest greatest biggest maximum longest tallest heaviest deepest widest "
    "fastest",
    "low": "lowest least smallest fewest minimum shortest lightest cheapest shallowest narrowest "
    "slowest",
    "early": "earliest oldest first",
    "late": "latest newest last youngest",
}
_HIGH, _LOW, _EARLY, _LATE = (frozenset(words.split()) for words in _WORDS.values())
_ORDINALS = {
    word: place
    for place, words in enumerate(("second 2nd", "third 3rd", "fourth 4th", "fifth 5th"), start=2)
    for word in words.split()
}
_LISTED = frozenset(["listed", "list", "table", "chart"])
_RANKING = "place placed finish finished finishing come came comes win won names"
_WON = frozenset(_RANKING.split())  # with "first" speak of a rank, not of a date
_QUICK = frozenset(["fastest", "slowest"])  # a time may be meant, where less is more
_NEAR = 3  # words after or before that name the column
_FILLED = 0.8  # of the rows must have a value


class Superlative(NamedTuple):
    """The column to order by, or None for the order of the rows, and which place is meant."""

    column: int | None
    highest: bool
    place: int = 1
    doubts: tuple[Doubt, ...] = ()
    one: bool = False


class UnclearError(Exception):
    """A superlative whose column cannot be told."""


def superlative(asked: AskedWords, columns: NamedColumns) -> Superlative | None:
    """The one superlative of a question; takes its words.

    Example: "the second tallest" → ``Superlative(column=2, highest=True, place=2)``
    """
    known = _HIGH | _LOW | _EARLY | _LATE
    places = [
        place
        for place, word in enumerate(asked.words)
        if word.text in known and asked.is_free(word.start, word.end)
    ]
    if not places:
        return None
    place, words = places[0], asked.words
    word = words[place].text
    after = words[place + 1 :][:_NEAR]
    recent = word == "most" and bool(after) and after[0].text in {"recent", "recently"}
    if len(places) > 1 or (place and words[place - 1].text == "at"):
        raise UnclearError
    start = words[place].start
    rank = _ORDINALS.get(words[place - 1].text, 1) if place else 1
    asked.take(words[place - 1].start if rank > 1 else start, words[place + recent].end)
    if recent or word in _EARLY | _LATE:
        return _dated(words, columns, word, rank)
    before = [each for each in words[:place] if asked.is_free(each.start, each.end)][-_NEAR:]
    fit = _measured(columns, word, after, before)
    if not fit or is_rank(columns.table.columns[fit[0]].name):
        raise UnclearError
    return Superlative(fit[0], word in _HIGH, rank, if_several(fit, "column"))


def _dated(words: Sequence[Word], columns: NamedColumns, word: str, rank: int) -> Superlative:
    late = word not in _EARLY
    if aged := columns.measured_by(word):
        return Superlative(aged[0], not late, rank)
    fit = columns.when([each for each in words if each.text != word])
    if word == "youngest":
        fit = [column for column in fit if columns.means(column, "born")]
    if word in {"first", "last"}:
        if any(each.text in _WON for each in words):
            raise UnclearError
        listed = any(each.text in _LISTED for each in words)
        column = fit[0] if len(fit) == 1 and not listed else None
        return Superlative(column, late, rank, () if listed else ("order",), one=True)
    if not fit:
        raise UnclearError
    return Superlative(fit[0], late, rank, if_several(fit, "column"))


def _measured(
    columns: NamedColumns, word: str, after: Sequence[Word], before: Sequence[Word]
) -> list[int]:
    own = columns.measured_by(word)
    if word in _QUICK:
        return own
    return (
        columns.best(after, own)
        or columns.best(after, columns.numbers)
        or (columns.best(before, own) or own)
        or columns.best(before, columns.numbers)
    )


def extreme(rows: Sequence[int], columns: NamedColumns, by: Superlative) -> list[int]:
    """Those of the rows with the highest or lowest value, or with the next below it.

    Several where they are equal; none where too few rows have a value.
    """
    if by.column is None:
        ordered = sorted(rows, reverse=by.highest)
        return ordered[by.place - 1 : by.place]
    values = amounts(columns, by.column)
    keys = {row: _key(value) for row in rows if (value := values[row])}
    if len(keys) < _FILLED * len(rows):
        return []
    ranked = sorted(set(keys.values()), reverse=by.highest)[by.place - 1 : by.place]
    found = [row for row, key in keys.items() if key in ranked]
    return ([found[-1]] if by.highest else [found[0]]) if by.one and found else found


def _key(value: Amount) -> tuple[float, ...]:
    if isinstance(value, Date):
        return value.year, value.month or 0, value.day or 0
    return (float(value.amount),)
