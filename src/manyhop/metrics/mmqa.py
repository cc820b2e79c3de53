"""MultiModalQA's list exact match and list F1, with every breakdown of the official script.

Example: ``f1(["Danny DeVito", "Jim Carrey"], ["DeVito"])`` is 0.33.
"""

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from manyhop.metrics._number_words import KNOWN, number

SINGLE_HOP = frozenset(["TextQ", "TableQ", "ImageQ", "ImageListQ"])
_SEPARATOR = re.compile("[ -]")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)
_FLOAT_WORDS = frozenset(["inf", "infinity", "nan"])

Answer = str | Sequence[str]


@dataclass(frozen=True, slots=True)
class Gold:
    """What the data set says of one question.

    ``references`` are alternatives, each a whole list of answers; the data have just one:
    ``Gold("q1", [["no"]], type="Compose(ImageQ,TableQ)", modality="image")``.
    """

    id: str
    references: Sequence[Sequence[str]]
    type: str
    modality: str

    @property
    def hop(self) -> str:
        """What the paper calls single or multiple modality: a plain or a composed question."""
        return "Single-hop" if self.type in SINGLE_HOP else "Multi-hop"


@dataclass(frozen=True, slots=True)
class Score:
    """Exact match and F1 over ``n`` questions: 0..1 for one question, 0..100 for a mean."""

    exact_match: float
    f1: float
    n: int = 1


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The means (0..100) overall and by group, and each question's own score (0..1)."""

    overall: Score
    by_modality: dict[str, Score]
    by_hop: dict[str, Score]
    by_type: dict[str, Score]
    by_question: dict[str, Score]


def normalize(text: str, *, strict: bool = False) -> str:
    """Lower-case, strip punctuation and articles, and write every number as a float.

    Example: ``normalize("The twenty-one $1,000 bills")`` is ``"20.0 1.0 1000.0 bills"``.
    """
    pieces = (_normalize_piece(piece, strict) for piece in _SEPARATOR.split(text))
    return " ".join(piece for piece in pieces if piece)


def exact_match(predicted: Answer, gold: Answer, *, strict: bool = False) -> float:
    """Say whether two lists hold the same spans and are equally long; repetitions may differ.

    Example: ``exact_match(["The Beatles", "7"], ["seven", "beatles"])`` is 1.0.
    """
    ours = [normalize(span, strict=strict) for span in _spans(predicted)]
    theirs = [normalize(span, strict=strict) for span in _spans(gold)]
    return float(len(ours) == len(theirs) and set(ours) == set(theirs))


def f1(predicted: Answer, gold: Answer, *, strict: bool = False) -> float:
    """Give the F1 of the best pairing of two lists of spans, rounded to two decimals.

    Two empty lists score NaN. Example: ``f1(["red car"], ["car"])`` is 0.67.
    """
    ours = [_bag(span, strict) for span in _spans(predicted)]
    theirs = [_bag(span, strict) for span in _spans(gold)]
    if not ours and not theirs:
        return float("nan")
    if len(ours) == len(theirs) == 1:
        return _round(_span_f1(ours[0], theirs[0]))
    scores = [[_span_f1(our, their) for our in ours] for their in theirs]
    best = np.zeros(max(len(ours), len(theirs)))
    for row, column in best_pairs(scores):
        best[row] = scores[row][column]
    return _round(float(best.mean()))


def evaluate(
    predictions: Mapping[str, Answer], golds: Iterable[Gold], *, strict: bool = False
) -> Evaluation:
    """Score the predictions, by question id, against the gold; a missing prediction scores 0.

    Example: ``evaluate({"q1": ["no"]}, [gold]).by_hop["Multi-hop"].f1`` is 100.0.
    """
    golds = list(golds)
    scores = {
        gold.id: _best(predictions[gold.id], gold, strict)
        if gold.id in predictions
        else Score(0.0, 0.0)
        for gold in golds
    }

    def groups(names: Iterable[str]) -> dict[str, Score]:
        members: dict[str, list[Score]] = {}
        for gold, name in zip(golds, names, strict=True):
            members.setdefault(name, []).append(scores[gold.id])
        return {name: _mean(group) for name, group in members.items()}

    return Evaluation(
        overall=_mean(list(scores.values())),
        by_modality=groups(gold.modality for gold in golds),
        by_hop=groups(gold.hop for gold in golds),
        by_type=groups(gold.type for gold in golds),
        by_question=scores,
    )


def _best(predicted: Answer, gold: Gold, strict: bool) -> Score:
    return Score(
        max(exact_match(predicted, reference, strict=strict) for reference in gold.references),
        max(f1(predicted, reference, strict=strict) for reference in gold.references),
    )


def _mean(scores: list[Score]) -> Score:
    if not scores:
        return Score(float("nan"), float("nan"), 0)
    exact = fmean(score.exact_match for score in scores)
    return Score(100 * exact, 100 * fmean(score.f1 for score in scores), len(scores))


def _spans(answer: Answer) -> Sequence[str]:
    if isinstance(answer, list | tuple):
        return answer
    if not isinstance(answer, str):
        raise TypeError(f"an answer is a string or a list of strings, not {answer!r}")
    return [answer]


def _bag(span: str, strict: bool) -> set[str]:
    return set(normalize(span, strict=strict).split())


def _span_f1(predicted: set[str], gold: set[str]) -> float:
    common = predicted & gold
    numbers = {word for word in gold if _is_float(word)}
    if numbers and not numbers & common:
        return 0.0
    precision = len(common) / len(predicted) if predicted else 1.0
    recall = len(common) / len(gold) if gold else 1.0
    return 2 * precision * recall / (precision + recall) if precision or recall else 0.0


def _round(value: float) -> float:
    return round(value * 100) / 100


def _normalize_piece(piece: str, strict: bool) -> str:
    piece = piece.lower()
    if not _is_float(piece):
        piece = piece.translate(_WITHOUT_PUNCTUATION)
    return " ".join(_ARTICLE.sub(" ", _as_float(piece, strict)).split())


def _as_float(piece: str, strict: bool) -> str:
    if _is_float(piece):
        return str(float(piece))
    if piece.isalpha() and piece not in KNOWN:
        return piece
    try:
        return str(float(number(piece)))
    except ValueError:
        return piece
    except IndexError:
        if strict:
            raise
        return piece


def _is_float(text: str) -> bool:
    if text.isalpha():
        return text in _FLOAT_WORDS
    try:
        float(text)
    except ValueError:
        return False
    return True


# The best one-to-one pairing of two short lists.

Costs = list[list[float]]


def best_pairs(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pair rows with columns so that the sum of their scores is the largest possible.

    Shortest augmenting paths, with scipy's order of preference among equal pairings, so that
    even the rounding of a sum agrees with the official scripts.
    Example: ``best_pairs([[0.5, 1.0], [0.0, 0.8]])`` is ``[(0, 0), (1, 1)]``.
    """
    if not scores or not scores[0]:
        return []
    if len(scores) > len(scores[0]):
        turned = best_pairs(list(zip(*scores, strict=True)))
        return sorted((row, column) for column, row in turned)
    costs = [[-score for score in row] for row in scores]
    return sorted((row, column) for column, row in enumerate(_assign(costs)) if row >= 0)


def _assign(costs: Costs) -> list[int]:
    """Give the row paired with each column, -1 for none; there are no more rows than columns."""
    rows, columns = len(costs), len(costs[0])
    row_price, column_price = [0.0] * rows, [0.0] * columns
    row_of, column_of = [-1] * columns, [-1] * rows
    for start in range(rows):
        path, reached, distance, end = _shortest_path(costs, start, row_of, row_price, column_price)
        length = distance[end]
        row_price[start] += length
        for column in reached:
            if column != end:
                row_price[row_of[column]] += length - distance[column]
            column_price[column] -= length - distance[column]
        column = end
        while True:
            row = path[column]
            row_of[column] = row
            column_of[row], column = column, column_of[row]
            if row == start:
                break
    return row_of


def _shortest_path(
    costs: Costs,
    start: int,
    row_of: list[int],
    row_price: list[float],
    column_price: list[float],
) -> tuple[list[int], list[int], list[float], int]:
    """Walk from a free row to the nearest free column through pairs that may be swapped."""
    columns = len(column_price)
    path, distance = [-1] * columns, [float("inf")] * columns
    left, reached = list(range(columns))[::-1], list[int]()
    row, shortest = start, 0.0
    while True:
        nearest, lowest = -1, float("inf")
        for place, column in enumerate(left):
            reduced = shortest + costs[row][column] - row_price[row] - column_price[column]
            if reduced < distance[column]:
                path[column], distance[column] = row, reduced
            free = row_of[column] == -1
            if distance[column] < lowest or (distance[column] == lowest and free):
                nearest, lowest = place, distance[column]
        column = left[nearest]
        shortest = lowest
        reached.append(column)
        left[nearest] = left[-1]
        left.pop()
        if row_of[column] == -1:
            return path, reached, distance, column
        row = row_of[column]
