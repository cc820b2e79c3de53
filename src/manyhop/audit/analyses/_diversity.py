"""How different the questions are from each other: the mean distance of all pairs."""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.audit.analyses._training import TrainingData
from manyhop.evaluation import Estimate, Sample, estimate
from manyhop.models import TextEncoder
from manyhop.report import Column, Figures, Row

Floats = NDArray[np.float64]

_NORMAL = 1.959964  # 95% of a normal distribution lie so many deviations around its mean


def diversity(samples: Sequence[Sample], encoder: TextEncoder) -> Figures:
    """Mean pairwise cosine distance of the questions, and of one rationale for each question.

    Example: ``diversity(run.samples, StaticEncoder.load()).cell("questions", "mean distance")``
    """
    explained = [sample for sample in samples if sample.gold and sample.gold.rationales]
    texts = {"questions": ([s.question for s in samples], [s.group for s in samples])}
    if explained:
        first = [s.gold.rationales[0] for s in explained if s.gold]
        texts["rationales, one each"] = first, [s.group for s in explained]
    return Figures(
        name="diversity",
        title="Diversity of questions and rationales",
        caption=(
            f"Mean pairwise cosine distance of the encoder {encoder.name}; a higher figure is "
            "more diverse. The form of A-OKVQA's Table 2, whose 0.8564 and 0.8779 come from "
            "another encoder and don't compare. Intervals by the jackknife over groups."
        ),
        corner="texts",
        columns=(Column("mean distance", ""),),
        rows=tuple(
            Row(label, (mean_distance(encoder.encode(some), groups),))
            for label, (some, groups) in texts.items()
            if len(some) > 1
        ),
    )


def mean_distance(vectors: NDArray[np.floating], groups: Sequence[str]) -> Estimate:
    """Mean of one less the cosine over all pairs of rows, with a 95% interval.

    Pairs are never formed: the sum over all of them is the squared length of the sum of the rows,
    less the rows' own. Leaving each group out in turn (the jackknife) says how sure it is.
    Example: ``mean_distance(np.eye(3), ["", "", ""]).value`` is 1.0.
    """
    rows = _unit(np.asarray(vectors, dtype=np.float64))
    sums, squares, counts = _group_sums(rows, groups)
    total, own, n = sums.sum(axis=0), squares.sum(), counts.sum()
    mean = _distance(total[None], np.array([own]), np.array([n]))[0]
    left = _distance(total - sums, own - squares, n - counts)
    left = left[np.isfinite(left)]
    size = len(left)
    deviation = np.sqrt((size - 1) / size * np.sum((left - left.mean()) ** 2)) if size > 1 else 0.0
    low, high = mean - _NORMAL * deviation, mean + _NORMAL * deviation
    return Estimate(float(mean), round(float(low), 6), round(float(high), 6), len(rows))


def _distance(total: Floats, own: Floats, n: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        found = 1 - (np.einsum("ij,ij->i", total, total) - own) / (n * (n - 1))
    return np.asarray(found, np.float64)


def _group_sums(rows: Floats, groups: Sequence[str]) -> tuple[Floats, Floats, Floats]:
    numbers: dict[object, int] = {}
    places = [numbers.setdefault(name or row, len(numbers)) for row, name in enumerate(groups)]
    sums = np.zeros((len(numbers), rows.shape[1]))
    np.add.at(sums, places, rows)
    squares, counts = np.zeros(len(numbers)), np.zeros(len(numbers))
    np.add.at(squares, places, np.einsum("ij,ij->i", rows, rows))
    np.add.at(counts, places, 1)
    return sums, squares, counts


def _unit(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1)


# Questions that are like others: nearest neighbours, near-duplicates, and a search for them.

NEAR = 0.1  # a distance up to which two questions are called near-duplicates
_BLOCK = 1024


class Similar(msgspec.Struct, frozen=True):
    """A question that is like the one that was asked for, and the cosine of the two."""

    text: str
    similarity: float
    id: str = ""


class Pair(msgspec.Struct, frozen=True):
    """Two questions of one set that are nearly the same."""

    first: str
    second: str
    distance: float


def similar(
    question: str, questions: Sequence[str], encoder: TextEncoder, k: int = 5
) -> list[Similar]:
    """The most similar questions, best first, as A-OKVQA's writers were shown them.

    ``id`` is the place in ``questions``.
    Example: ``similar("What colour is the bus?", questions, StaticEncoder.load())[0].text``
    """
    if not questions:
        return []
    near = encoder.encode(list(questions)) @ encoder.encode([question])[0]
    order = np.argsort(-near, kind="stable")[:k]
    return [Similar(questions[n], round(float(near[n]), 6), str(n)) for n in order]


def near_duplicates(
    questions: Sequence[str], encoder: TextEncoder, distance: float = NEAR
) -> list[Pair]:
    """Pairs of questions at most so far apart, nearest first; the same words at distance 0."""
    vectors = encoder.encode(list(questions))
    found = []
    for start in range(0, len(vectors), _BLOCK):
        apart = 1 - vectors[start : start + _BLOCK] @ vectors[start:].T
        for row, column in zip(*np.nonzero(apart <= distance), strict=True):
            if column > row:
                pair = questions[start + row], questions[start + column]
                found.append(Pair(*pair, round(max(0.0, float(apart[row, column])), 6)))
    return sorted(found, key=lambda pair: pair.distance)


def neighbours(
    samples: Sequence[Sample], training: TrainingData, encoder: TextEncoder, seed: int = 0
) -> Figures | None:
    """How far each question is from the nearest of training, and from the nearest of its own set.

    Of its own set only questions of other groups count. None where training has no questions and
    there is but one group.
    Example: ``neighbours(samples, training, encoder).cell("training", "mean distance")``
    """
    vectors = encoder.encode([sample.question for sample in samples])
    groups = [sample.group or sample.id for sample in samples]
    found = {}
    if all(part.questions for part in training.parts):
        found["training"] = _to_training(samples, vectors, training, encoder)
    if len(set(groups)) > 1:
        found["the same set, other groups"] = _within(vectors, groups)
    if not found:
        return None
    return Figures(
        name="nearest-questions",
        title="Distance to the nearest question",
        caption=(
            f"Cosine distance (encoder {encoder.name}) from each question to the nearest one, and "
            f"the share that have one within {NEAR}. {training.note[0].upper()}"
            f"{training.note[1:]}. A-OKVQA's paper gives a mean of 0.311 from its test to "
            "OK-VQA's training questions, with another encoder."
        ),
        corner="nearest in",
        columns=(Column("mean distance", ""), Column(f"within {NEAR}")),
        rows=tuple(
            Row(label, (_mean(apart, groups, seed), _near(apart, groups, seed)))
            for label, apart in found.items()
        ),
    )


def nearest_distances(
    vectors: NDArray[np.float32], others: NDArray[np.float32]
) -> NDArray[np.float32]:
    """For each row the cosine distance to the nearest of the others; all rows of length 1."""
    parts = [
        1 - (vectors[start : start + _BLOCK] @ others.T).max(axis=1)
        for start in range(0, len(vectors), _BLOCK)
    ]
    return np.asarray(np.maximum(np.concatenate(parts), 0), np.float32)


def _to_training(
    samples: Sequence[Sample],
    vectors: NDArray[np.float32],
    training: TrainingData,
    encoder: TextEncoder,
) -> NDArray[np.float32]:
    apart = np.zeros(len(samples), np.float32)
    for part in training.parts:
        mine = [n for n, sample in enumerate(samples) if training.of(sample) is part]
        if mine:
            apart[mine] = nearest_distances(vectors[mine], encoder.encode(list(part.questions)))
    return apart


def _within(vectors: NDArray[np.float32], groups: Sequence[str]) -> NDArray[np.float32]:
    numbers: dict[str, int] = {}
    places = np.array([numbers.setdefault(name, len(numbers)) for name in groups])
    parts = []
    for start in range(0, len(vectors), _BLOCK):
        near = vectors[start : start + _BLOCK] @ vectors.T
        near[places[start : start + _BLOCK, None] == places[None]] = -1
        parts.append(1 - near.max(axis=1))
    return np.asarray(np.maximum(np.concatenate(parts), 0), np.float32)


def _mean(apart: NDArray[np.float32], groups: Sequence[str], seed: int) -> Estimate:
    return estimate([float(each) for each in apart], groups, seed)


def _near(apart: NDArray[np.float32], groups: Sequence[str], seed: int) -> Estimate:
    return estimate([float(each <= NEAR) for each in apart], groups, seed)
