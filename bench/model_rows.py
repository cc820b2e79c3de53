"""One line of the table that `python -m bench.models` prints, and how it is made from scores."""

from collections.abc import Sequence
from typing import NamedTuple

from manyhop.evaluation import estimate


class Row(NamedTuple):
    """A figure of one capability, 0..100 where it is a share, with its 95% interval.

    ``baseline`` is the plain way on the same questions, ``trial`` the figure to beat and ``aim``
    the one to reach; None where there is none.
    """

    capability: str
    measure: str
    n: int
    baseline: float | None
    value: float
    low: float
    high: float
    trial: float | None = None
    aim: float | None = None
    note: str = ""


def scored_row(
    capability: str,
    measure: str,
    values: Sequence[float],
    *,
    groups: Sequence[str] | None = None,
    baseline: Sequence[float] | float | None = None,
    trial: float | None = None,
    aim: float | None = None,
    note: str = "",
) -> Row:
    """A row from one score of 0..1 per question; whole groups (documents) are resampled.

    Example: ``scored_row("reading", "F1", [1.0, 0.5], baseline=[0.0, 0.5], trial=61.1, aim=73)``
    A baseline is one score of 0..1 per question too, or a figure of 0..100 known from elsewhere.
    """
    found = estimate(values, groups or [""] * len(values))
    if baseline is not None and not isinstance(baseline, int | float):
        baseline = 100 * sum(baseline) / len(baseline)
    return Row(
        capability=capability,
        measure=measure,
        n=found.n,
        baseline=baseline,
        value=100 * found.value,
        low=100 * found.low,
        high=100 * found.high,
        trial=trial,
        aim=aim,
        note=note,
    )
