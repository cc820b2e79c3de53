"""Exact facts about a table's cells that the row reader is told besides their words.

Where a value stands in the order of its column, whether the question's words are in the cell, how
it compares with the question's number: what a network would have to guess, code knows.
"""

import re
from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.sources import Date, Number, Table, column_values

# What can be said of a table's cells before any question: values, ranks, where words stand.

LEVELS = 16  # values that a fact about a cell may have
MOST_COLUMNS = 25

_WORD = re.compile(r"[^\W_]+")
_LEADING = re.compile(r"[^\d-]{0,3}(-?\d[\d,]*(?:\.\d+)?)")
_CLOCK = re.compile(r"\D{0,2}(?:(\d+):)?(\d+):(\d\d(?:\.\d+)?)")
_MONTHS = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
_MONTH_AND_DAY = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*\.? (\d\d?)\b")
STOP_STEMS = frozenset(
    _WORD.findall(
        "a an the of in on at to for by with and or is was were are be did do does has have had "
        "what which who whom where when how many much that this there than from as it its their "
        "his her not no most least more less first last next before after listed table list name "
        "one"
    )
)
_ENOUGH = 0.7  # share of a text column's filled cells that must begin with a number
_KINDS = {"text": 0, "number": 1, "date": 2}


class TableFacts(NamedTuple):
    """What can be said of a table before any question: all arrays are [rows, columns]."""

    names: list[frozenset[str]]
    places: dict[str, list[tuple[int, int]]]
    sizes: NDArray[np.int32]
    keys: NDArray[np.float64]
    years: NDArray[np.bool_]
    known: NDArray[np.uint8]


def stems(text: str) -> frozenset[str]:
    """The words of a text, cut so that "wins" and "winning" have much in common.

    Example: ``stems("The Wins")`` → ``{"the", "win"}``
    """
    return frozenset(_stem(word) for word in _WORD.findall(text.lower()))


def _stem(word: str) -> str:
    if len(word) > 3 and word.endswith("s"):
        word = word[:-1]
    return word[:6]


def table_facts(table: Table) -> TableFacts:
    """Ranks, frequencies and where each word stands; once for all questions about a table."""
    width, height = min(len(table.columns), MOST_COLUMNS), len(table.rows)
    places: dict[str, list[tuple[int, int]]] = {}
    sizes = np.ones((height, width), np.int32)
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells[:width]):
            found = stems(cell.text)
            sizes[row, column] = max(1, len(found))
            for stem in found:
                places.setdefault(stem, []).append((row, column))
    keys = np.full((height, width), np.nan)
    known = np.zeros((height, width, 4), np.uint8)
    years = np.zeros(width, np.bool_)
    for column in range(width):
        texts = [row[column].text.strip().lower() for row in table.rows]
        kind = table.columns[column].kind
        keys[:, column] = _keys(table, column, texts)
        years[column] = kind == "date" or _are_years(keys[:, column])
        known[:, column, 0] = (
            _KINDS[kind] if kind != "text" or np.isnan(keys[:, column]).all() else 3
        )
        known[:, column, 1], known[:, column, 2] = _ranks(keys[:, column])
        known[:, column, 3] = _frequencies(texts)
    names = [stems(column.name) - STOP_STEMS for column in table.columns[:width]]
    return TableFacts(names, places, sizes, keys, years, known)


def _keys(table: Table, column: int, texts: Sequence[str]) -> NDArray[np.float64]:
    """A number that orders each cell: its value, or what a cell of text begins with."""
    if table.columns[column].kind != "text":
        return np.array([_key(value) for value in column_values(table, column)], float)
    found = np.array([_text_key(text) for text in texts], float)
    filled = sum(any(letter.isalnum() for letter in text) for text in texts)
    if filled < 2 or (~np.isnan(found)).sum() < _ENOUGH * filled:
        found[:] = np.nan
    return found


def _key(value: object) -> float:
    if isinstance(value, Number):
        return value.value
    if isinstance(value, Date):
        return value.year * 10_000 + (value.month or 0) * 100 + (value.day or 0)
    return np.nan


def _text_key(text: str) -> float:
    if match := _MONTH_AND_DAY.search(text):
        return _MONTHS[match[1]] * 100 + int(match[2])
    if match := _CLOCK.match(text):
        return int(match[1] or 0) * 3600 + int(match[2]) * 60 + float(match[3])
    if match := _LEADING.match(text.replace("−", "-")):
        return float(match[1].replace(",", ""))
    return np.nan


def _are_years(keys: NDArray[np.float64]) -> bool:
    found = keys[~np.isnan(keys)]
    return len(found) > 1 and bool(((found > 1500) & (found < 2100)).all())


def _ranks(keys: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The place of each value among the different ones, from below and from above; 0: none."""
    there = ~np.isnan(keys)
    low, high = np.zeros(len(keys), np.uint8), np.zeros(len(keys), np.uint8)
    different, place = np.unique(keys[there], return_inverse=True)
    if len(different) > 1:
        low[there] = np.minimum(place + 1, LEVELS - 1)
        high[there] = np.minimum(len(different) - place, LEVELS - 1)
    return low, high


def _frequencies(texts: Sequence[str]) -> NDArray[np.uint8]:
    """1..7: how often the cell's text stands in its column; 8 more where none is more frequent."""
    _, place, count = np.unique(np.array(texts), return_inverse=True, return_counts=True)
    found = np.minimum(count, 7).astype(np.uint8)
    if count.max() > 1:
        found[count == count.max()] += 8
    result: NDArray[np.uint8] = found[place]
    return result


FEATURES = 10  # facts about a cell
MOST_ROWS = 40  # read together, as in training

_NUMBER = re.compile(r"(?<![\w.,])-?\d[\d,]*(?:\.\d+)?")


class Sheet(NamedTuple):
    """The rows of a table that are read for a question, and the facts about their cells."""

    rows: list[int]
    features: NDArray[np.uint8]


def question_sheet(question: str, facts: TableFacts, most_rows: int = MOST_ROWS) -> Sheet:
    """The rows to read, all or the most promising ones, with the facts for this question.

    Example: ``question_sheet("who won?", table_facts(table)).features`` → [rows, columns, 10]
    """
    return next(question_sheets(question, facts, most_rows))


def question_sheets(
    question: str, facts: TableFacts, most_rows: int = MOST_ROWS
) -> Iterator[Sheet]:
    """The most promising rows first, then sheet by sheet all others that share a word with it."""
    score, features = _features(question, facts)
    rows = _chosen(score, _best(score), facts, most_rows)
    yield Sheet(rows.tolist(), features[rows])
    others = np.setdiff1d(np.flatnonzero(score > 0), rows)
    for first in range(0, len(others), most_rows):
        rows = others[first : first + most_rows]
        yield Sheet(rows.tolist(), features[rows])


def _features(question: str, facts: TableFacts) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """How much of the question is in each row, rare words counting more; the facts of each cell."""
    asked = stems(question)
    height, width = facts.sizes.shape
    hits = np.zeros((height, width))
    score = np.zeros(height)
    for stem in asked - STOP_STEMS:
        if found := facts.places.get(stem):
            rows = np.array(found)
            hits[rows[:, 0], rows[:, 1]] += 1
            distinct = np.unique(rows[:, 0])
            score[distinct] += log((height + 1) / (len(distinct) + 0.5))
    best = _best(score)
    features = np.zeros((height, width, FEATURES), np.uint8)
    features[:, :, :4] = facts.known
    share = hits / facts.sizes
    features[:, :, 4] = (share > 0).astype(np.uint8) + (share >= 0.5) + (share >= 1)
    features[:, :, 5] = [_header_level(name, asked) for name in facts.names]
    features[:, :, 6] = _compared(question, facts)
    features[:, :, 7] = _extremes(best, facts.keys)
    features[:, :, 8] = _offsets(best, height)[:, None]
    features[:, :, 9] = _row_levels(score)[:, None]
    return score, features


def _best(score: NDArray[np.float64]) -> NDArray[np.int64]:
    """The rows that hold the rarest words of the question; none where no row holds any."""
    top = score.max(initial=0)
    return np.flatnonzero(score >= top - 1e-6) if top > 0 else np.zeros(0, np.int64)


def _chosen(
    score: NDArray[np.float64], best: NDArray[np.int64], facts: TableFacts, most: int
) -> NDArray[np.int64]:
    """All rows, or those that match, begin, end, stand beside a match or hold an extreme."""
    height = len(score)
    if height <= most:
        return np.arange(height)
    wish = score / (score.max(initial=0) + 1e-9)
    wish[:3] += 0.5
    wish[-3:] += 0.5
    for step in (-1, 1):
        beside = best[:8] + step
        wish[beside[(beside >= 0) & (beside < height)]] += 0.4
    wish += 0.3 * ((facts.known[:, :, 1] == 1) | (facts.known[:, :, 2] == 1)).any(1)
    wish -= np.arange(height) * 1e-6
    return np.sort(np.argsort(-wish, kind="stable")[:most])


def _header_level(name: frozenset[str], asked: frozenset[str]) -> int:
    found = len(name & asked)
    return 0 if not found else 2 if found == len(name) else 1


def _compared(question: str, facts: TableFacts) -> NDArray[np.uint8]:
    """1 less than the question's number, 2 equal to it, 3 more; 0 where there is none."""
    found = np.zeros(facts.keys.shape, np.uint8)
    numbers = [float(text.replace(",", "")) for text in _NUMBER.findall(question)]
    years = [number for number in numbers if 1500 < number < 2100]
    others = [number for number in numbers if number not in years] or years
    for column, is_year in enumerate(facts.years):
        wanted = years if is_year else others
        if wanted:
            keys = facts.keys[:, column]
            keys = np.where(keys > 1e6, keys // 10_000, keys) if is_year else keys
            there = ~np.isnan(keys)
            found[there, column] = np.sign(keys[there] - wanted[0]).astype(np.int8) + 2
    return found


def _extremes(best: NDArray[np.int64], keys: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Among the best rows, if several: 1 the lowest, 2 the highest, 3 between."""
    found = np.zeros(keys.shape, np.uint8)
    if not 2 <= len(best) < len(keys):
        return found
    chosen = keys[best]
    there = ~np.isnan(chosen)
    found[best] = np.where(there, 3, 0)
    with np.errstate(invalid="ignore"):
        low = np.where(there, chosen, np.inf).min(0)
        high = np.where(there, chosen, -np.inf).max(0)
        found[best] = np.where(chosen == low, 1, np.where(chosen == high, 2, found[best]))
    return found


def _offsets(best: NDArray[np.int64], height: int) -> NDArray[np.uint8]:
    """1..7: how far a row is below the nearest of a few best rows, 4 being the row itself."""
    if not 1 <= len(best) <= 3:
        return np.zeros(height, np.uint8)
    apart = np.arange(height)[:, None] - best[None]
    nearest = apart[np.arange(height), np.abs(apart).argmin(1)]
    return np.where(np.abs(nearest) <= 3, nearest + 4, 0).astype(np.uint8)


def _row_levels(score: NDArray[np.float64]) -> NDArray[np.uint8]:
    """0 nothing of the question is in the row, 1 something, 2 much, 3 the most."""
    top = score.max(initial=0)
    if top <= 0:
        return np.zeros(len(score), np.uint8)
    share = score / top
    levels: NDArray[np.uint8] = np.digitize(share, [1e-9, 0.5, 1 - 1e-6]).astype(np.uint8)
    return levels
