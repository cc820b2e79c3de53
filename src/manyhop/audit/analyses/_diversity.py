"""How different the questions are from each other: the mean distance of all pairs."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.evaluation import Estimate, Sample
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
