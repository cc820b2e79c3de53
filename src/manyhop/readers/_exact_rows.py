"""Tables read by exact code, where a question states plainly which rows it means."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from manyhop.readers._asked_column import AskedColumn, Operation, asked_column, asked_phrase
from manyhop.readers._asked_words import (
    AskedWords,
    Doubt,
    NamedColumns,
    Word,
    if_several,
    left_by,
    stems,
)
from manyhop.readers._cells import subject_column
from manyhop.readers._conditions import Amount, Condition, QuotedCells, amounts, bounded
from manyhop.sources import Cell, Date, Table, is_rank

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
PLAIN = 0.9  # chance of a reading without doubts
_TOTAL = re.compile(r"(?:grand |over)?(?:totals?|all|sum|average)\b.{0,12}", re.IGNORECASE)
_TURN = """not no never except excluding besides other others another same both difference different
more less fewer next previous before after above below or than first last top bottom most least
without consecutive consecutively between either neither longer shorter higher lower earlier later
older younger following until since beside if best worst half percent percentage per average only
together combined t"""
TURNING = frozenset(_TURN.split())  # change what is meant, and must have been made use of


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


# The reading itself.


class ExactReading(NamedTuple):
    """The rows that fit, the column asked for, what is made of the cells, and what is in doubt."""

    rows: tuple[int, ...]
    column: int
    operation: Operation
    doubts: tuple[Doubt, ...] = ()

    @property
    def chance(self) -> float:
        return PLAIN * left_by(self.doubts)


def exact_reading(question: str, table: Table) -> ExactReading | None:
    """The reading of a question whose conditions are plain; None where they are not.

    Example: ``exact_reading("Which bridges opened after 1930?", bridges).rows`` → ``(1, 2)``
    """
    if len(table.rows) < 2:
        return None
    asked, columns = AskedWords(question), NamedColumns(table)
    conditions = bounded(asked, columns)
    if conditions is None:
        return None
    try:
        order = superlative(asked, columns)
    except UnclearError:
        return None
    phrase = asked_phrase(asked, columns)
    quoted = QuotedCells(columns).conditions(asked)
    conditions = conditions + quoted
    if not conditions and order is None:
        return None
    used = [condition.column for condition in conditions]
    if order and order.column is not None:
        used.append(order.column)
    wanted = asked_column(
        asked, columns, subject_column(table), phrase, used, ordered=order is not None
    )
    if wanted is None or wanted.column in {condition.column for condition in quoted}:
        return None
    doubts = unexplained(asked, columns, [*used, wanted.column])
    if doubts is None:
        return None
    rows = _rows(table, conditions, columns, order)
    doubts += [doubt for condition in conditions for doubt in condition.doubts]
    doubts += [*(order.doubts if order else ()), *wanted.doubts]
    return _reading(table, rows, wanted, doubts, bool(order)) if rows else None


def _rows(
    table: Table,
    conditions: Sequence[Condition],
    columns: NamedColumns,
    order: Superlative | None,
) -> list[int]:
    rows = [
        row
        for row, cells in enumerate(table.rows)
        if all(row in each.rows for each in conditions) and not any(map(_is_total, cells[:3]))
    ]
    return extreme(rows, columns, order) if order and rows else rows


def _is_total(cell: Cell) -> bool:
    return _TOTAL.fullmatch(cell.text.strip()) is not None


def _reading(
    table: Table, rows: Sequence[int], wanted: AskedColumn, doubts: Sequence[Doubt], ordered: bool
) -> ExactReading | None:
    column, operation = wanted.column, wanted.operation
    first = list({table.rows[row][column].text: row for row in reversed(rows)}.values())[::-1]
    if operation == "count":
        if ordered or (column != subject_column(table) and len(rows) == 1):
            return None
        if wanted.distinct:
            rows = first
        if len(first) < len(rows):
            doubts = [*doubts, "repeated"]
    if operation == "sum" and len(rows) == 1:
        operation = "cells"
        doubts = [doubt for doubt in doubts if doubt != "added"]
    return ExactReading(tuple(rows), column, operation, tuple(doubts))


# Words of a question that nothing in a table explains: each is a reason to doubt the reading.


def unexplained(
    asked: AskedWords, columns: NamedColumns, used: Sequence[int]
) -> list[Doubt] | None:
    """A doubt for each word left that neither the columns in use nor the title explain.

    None where a word turns the meaning, or where a number is left.
    Example: "painted" of "Which painted bridges opened after 1930?" is a doubt.
    """
    table = columns.table
    context = set(stems(" ".join((table.title, table.caption, *table.headings))))
    free = [word for word in asked.words if asked.is_free(word.start, word.end)]
    if any(word.text in TURNING for word in free):
        return None
    left = [word for word in asked.left() if word.stem not in context]
    if any(word.text[0].isdigit() for word in left):
        return None
    return [
        "elsewhere" if any(word.stem in own for own in columns.own) else "word"
        for word in left
        if not any(columns.means(column, word.stem) for column in used)
    ]
