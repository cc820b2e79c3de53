"""What can be said of a table's cells before any question: values, ranks, where words stand."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.sources import Date, Number, Table, column_values

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
