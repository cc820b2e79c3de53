"""What a learned model looks at when it judges a query: figures, the same for every question."""

import re
from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from manyhop.tables._asked import Asked
from manyhop.tables._conditions import CellLink
from manyhop.tables._enumerating import ACTS, Candidate
from manyhop.tables._frames import Frame
from manyhop.tables._linking import ColumnLink
from manyhop.tables._query import Result

Figures = NDArray[np.float32]

_SORTS = ("cell", "holds", "number", "time", "flag", "empty", "meaning", "same", "range", "part")
_OPENINGS = (
    r"how many|number of",
    r"how much|how (?!many|much)\w+",
    r"who\b|whose|whom",
    r"when\b|what (?:date|day|year|month)|which (?:date|day|year|month)",
    r"where\b",
    r"which\b|what\b",
    r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will)\b",
    r"\band (?:by )?how\b|\bor\b",
)
_OPENING = [re.compile(pattern) for pattern in _OPENINGS]
_NUMBER = re.compile(r"[-+]?[\d,.]+%?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d.*|\d{1,2}/\d{1,2}/\d{2,4}|.*\b(?:19|20)\d\d\b.*")

NAMES = (
    "chance", "chance share",
    "select letters", "select meaning", "select whole", "select rank", "select first",
    "select text", "select number", "select date", "select key", "select covers",
    "of letters", "of meaning", "of whole", "of rank", "of date", "of year", "less",
    "conditions", "least condition", "mean condition", "exact conditions", "conditions' columns",
    *(f"{sort} conditions" for sort in _SORTS),
    "covered", "uncovered", "covered with title", "uncovered with title", "covered with act",
    "uncovered with act", "numbers uncovered", "best unused",
    "table rank", "worst rank", "joins", "title", "rows", "table meaning", "best meaning",
    "least meaning", "met", "one met", "all met",
    *ACTS, "group count", "group sum", "group mean", "with fold",
    *(f"asks {number}" for number in range(len(_OPENINGS))), "words",
    "named uncovered", "direction agrees", "direction against", "date of group",
)  # fmt: skip
"""The names of the figures that need no result."""

RESULT_NAMES = (
    "nothing", "one value", "values", "many values", "rows", "all rows", "tied", "says a number",
    "says a date", "says words", "in the question", "agreement", "small number", "zero",
)  # fmt: skip


def describe(
    asked: Asked,
    candidates: Sequence[Candidate],
    chances: Mapping[str, float],
    act_cover: Mapping[str, Figures],
) -> Figures:
    """A row of figures for each candidate, as far as they need no result."""
    opening = [float(bool(pattern.search(asked.text.lower()))) for pattern in _OPENING]
    opening.append(len(asked.words) / 20)
    best = max(chances.values(), default=1.0)
    weights = asked.weights
    total = float(weights.sum()) or 1.0
    numbers = np.zeros(len(asked.words), np.float32)
    for named in asked.numbers:
        numbers[list(named.places)] = 1.0
    capital = np.array(
        [place > 0 and asked.text[word.start].isupper() for place, word in enumerate(asked.words)],
        np.float32,
    )
    known: dict[int, _Known] = {}
    rows = []
    for each in candidates:
        query, frame = each.query, each.frame
        if id(frame) not in known:
            known[id(frame)] = _Known(asked, frame)
        about = known[id(frame)]
        sum_of, cover = about.conditions(each.cells)
        for part in (each.select, each.of, each.less):
            if part:
                cover = np.maximum(cover, part.cover)
        titled = np.maximum(cover, about.title)
        full = np.maximum(titled, act_cover[each.act]) if each.act in act_cover else titled
        covered = np.stack([cover, titled, full]) @ weights
        direction = _direction(asked, each)
        chance = chances.get(each.act, 1e-3)
        rows.append(
            [
                log(chance + 1e-4), chance / best,
                *_select_figures(each.select, about.ranks),
                *_of_figures(each.of, about.ranks), float(each.less is not None),
                *sum_of,
                covered[0] / total, total - covered[0], covered[1] / total, total - covered[1],
                covered[2] / total, total - covered[2],
                float(((1 - cover) * numbers).sum()), about.unused(cover),
                *about.figures,
                log(max(each.met, 0) + 1), float(each.met == 1),
                float(each.met == frame.table.count),
                *(float(each.act == act) for act in ACTS),
                float(query.grouped and query.fold == "count"),
                float(query.grouped and query.fold == "sum"),
                float(query.grouped and query.fold == "mean"),
                float(bool(query.sides) and query.fold is not None),
                *opening,
                float((1 - titled) @ (capital * weights)), float(direction > 0),
                float(direction < 0), float(bool(query.grouped and query.part)),
            ]
        )  # fmt: skip
    return np.array(rows, np.float32).reshape(len(candidates), len(NAMES))


def _direction(asked: Asked, candidate: Candidate) -> int:
    """Whether a query goes to the end of the order that is named: 1, against it: -1, or neither.

    The earliest has the least date; the oldest has the least date, but the greatest age.
    """
    act, of = candidate.act, candidate.of
    if act in ("most", "group most", "compare most", "more", "max"):
        up = True
    elif act in ("least", "group least", "compare least", "fewer", "min"):
        up = False
    else:
        return 0
    named = asked.directions
    timed = of is not None and (of.column.sort == "date" or of.column.is_year)
    highs = {"late", "young"} if timed else {"high", "old"}
    lows = {"early", "old"} if timed else {"low", "young"}
    if candidate.less is not None:
        highs, lows = {"high"}, {"low"}
    high, low = bool(named & highs), bool(named & lows)
    if high == low:
        return 0
    return 1 if up == high else -1


class _Known:
    """What all candidates of a frame share."""

    def __init__(self, asked: Asked, frame: Frame) -> None:
        self._asked = asked
        order = sorted(frame.columns, key=lambda link: -link.score)
        self.ranks = {id(link.column): min(rank, 10) for rank, link in enumerate(order)}
        self._letters = {id(link.column): link.letters for link in frame.columns}
        self.title = frame.title
        self._sets: dict[tuple[int, ...], tuple[list[float], Figures]] = {}
        weights = asked.weights
        telling = [c for c in frame.cells if c.sort in ("cell", "holds", "number", "time")]
        self._unused = np.zeros((len(telling), len(asked.words)), np.float32)
        for row, cell in enumerate(telling):
            places = list(cell.places)
            self._unused[row, places] = cell.score * weights[places]
        total = float(weights.sum()) or 1.0
        meanings = [links.meaning for links in frame.links]
        self.figures = [
            frame.ranks[0], max(frame.ranks), len(frame.joins), float(self.title @ weights) / total,
            log(frame.table.count + 1), meanings[0], max(meanings), min(meanings),
        ]  # fmt: skip

    def conditions(self, cells: tuple[CellLink, ...]) -> tuple[list[float], Figures]:
        key = tuple(map(id, cells))
        if key not in self._sets:
            cover = np.zeros(len(self._asked.words), np.float32)
            for cell in cells:
                cover = np.maximum(cover, cell.cover)
            scores = [cell.score for cell in cells]
            named = [self._letters[id(cell.filter.column)] for cell in cells]
            sorts = [cell.sort for cell in cells]
            figures = [
                len(scores), min(scores, default=0.0), sum(scores) / max(1, len(scores)),
                sum(cell.exact for cell in cells), sum(named) / max(1, len(named)),
                *(sorts.count(sort) for sort in _SORTS),
            ]  # fmt: skip
            self._sets[key] = figures, cover
        return self._sets[key]

    def unused(self, cover: Figures) -> float:
        """How sure the surest condition is that the query leaves out."""
        return float((self._unused * (1 - cover)).max()) if len(self._unused) else 0.0


def _select_figures(link: ColumnLink | None, rank: Mapping[int, int]) -> list[float]:
    if link is None:
        return [0.0] * 10
    column = link.column
    return [
        link.letters, link.meaning, link.whole, rank[id(column)], float(column.number == 0),
        float(column.sort == "text"), float(column.sort == "number" and not column.is_year),
        float(column.sort == "date" or column.is_year), float(column.is_key),
        float(link.cover.sum()),
    ]  # fmt: skip


def _of_figures(link: ColumnLink | None, rank: Mapping[int, int]) -> list[float]:
    if link is None:
        return [0.0] * 6
    column = link.column
    return [
        link.letters, link.meaning, link.whole, rank[id(column)],
        float(column.sort == "date"), float(column.is_year),
    ]  # fmt: skip


def describe_results(
    asked: Asked, candidates: Sequence[Candidate], results: Sequence[Result], scores: Figures
) -> Figures:
    """More figures from what the queries gave; ``scores`` are those from before running."""
    shares = np.exp(scores - scores.max()) if len(scores) else scores
    shares = shares / (shares.sum() or 1.0)
    mass: dict[tuple[str, ...], float] = {}
    for result, share in zip(results, shares, strict=True):
        key = tuple(sorted(value.lower() for value in result.values))
        mass[key] = mass.get(key, 0.0) + float(share)
    text = f" {asked.text.lower()} "
    rows = []
    for each, result in zip(candidates, results, strict=True):
        values = result.values
        joined = " ".join(values[:5])
        numeric = bool(values) and all(_NUMBER.fullmatch(value) for value in values[:5])
        dated = bool(values) and all(_DATE.fullmatch(value) for value in values[:5])
        said = sum(value.lower() in text for value in values) / max(1, len(values))
        number = float(result.measures[0]) if _is_number(result) else 1e9
        key = tuple(sorted(value.lower() for value in values))
        rows.append(
            [
                float(not values), float(len(values) == 1), log(len(values) + 1),
                float(len(values) > 8), log(result.rows + 1),
                float(result.rows == each.frame.table.count), float(result.tied), float(numeric),
                float(dated), min(10, len(joined.split())), said, mass[key],
                float(abs(number) < 20), float(number == 0),
            ]
        )  # fmt: skip
    return np.array(rows, np.float32).reshape(len(candidates), len(RESULT_NAMES))


def _is_number(result: Result) -> bool:
    return bool(result.measures) and isinstance(result.measures[0], int | float)
