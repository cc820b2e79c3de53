"""Two runs on the same questions: which is better, and is it chance?"""

from collections.abc import Sequence

import msgspec

from manyhop.errors import ManyhopError
from manyhop.evaluation._run import Run
from manyhop.evaluation._samples import Sample
from manyhop.evaluation._statistics import Difference, paired_difference


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What ``b`` gains over ``a``, metric by metric, on the ``n`` questions both were asked."""

    a: str
    b: str
    n: int
    metrics: dict[str, Difference]
    notes: tuple[str, ...] = ()


def compare(a: Run, b: Run, *, metric: str | None = None, seed: int = 0) -> Comparison:
    """Compare two runs question by question; a positive difference means that ``b`` is better.

    Example: ``compare(load_run(a), load_run(b)).metrics["mmqa.f1"].p``
    """
    if a.configuration.benchmark != b.configuration.benchmark:
        raise ManyhopError(
            f"{a.folder} is a run on {a.configuration.benchmark} and {b.folder} one on "
            f"{b.configuration.benchmark}; compare runs on the same benchmark"
        )
    others = {sample.id: sample for sample in b.samples}
    pairs = [(one, others[one.id]) for one in a.samples if one.id in others]
    if not pairs:
        raise ManyhopError(
            f"{a.folder} and {b.folder} have no question in common; run both on the same questions"
        )
    names = _names(pairs, metric)
    return Comparison(
        a=a.configuration.answerer,
        b=b.configuration.answerer,
        n=len(pairs),
        metrics={name: _difference(name, pairs, seed) for name in names},
        notes=tuple(_notes(a, b, pairs)),
    )


Pairs = Sequence[tuple[Sample, Sample]]


def _names(pairs: Pairs, metric: str | None) -> list[str]:
    names = list(
        dict.fromkeys(name for one, other in pairs for name in one.metrics if name in other.metrics)
    )
    if not names:
        raise ManyhopError("the runs have no metric in common; compare runs on a split with gold")
    if metric is None:
        return names
    if metric not in names:
        raise ManyhopError(
            f"'{metric}' is not a metric of both runs; use one of {', '.join(names)}"
        )
    return [metric]


def _difference(name: str, pairs: Pairs, seed: int) -> Difference:
    both = [pair for pair in pairs if name in pair[0].metrics and name in pair[1].metrics]
    return paired_difference(
        [one.metrics[name] for one, _ in both],
        [other.metrics[name] for _, other in both],
        [one.group for one, _ in both],
        seed,
    )


def _notes(a: Run, b: Run, pairs: Pairs) -> list[str]:
    notes = []
    for run in (a, b):
        alone = len(run.samples) - len(pairs)
        if alone:
            notes.append(f"{alone:,} questions of {run.folder} are not in the other run: left out")
        failed = sum(bool(sample.error) for sample in run.samples)
        if failed:
            notes.append(f"{failed:,} questions of {run.folder} failed: scored as empty answers")
        if run.results is None:
            notes.append(f"{run.folder} is not finished")
    changed = sum(one.gold != other.gold or one.question != other.question for one, other in pairs)
    if changed:
        notes.append(f"{changed:,} questions or their gold differ between the runs")
    if a.configuration.notes != b.configuration.notes:
        notes.append("the runs' metrics were not computed alike: see the notes of each")
    return notes
