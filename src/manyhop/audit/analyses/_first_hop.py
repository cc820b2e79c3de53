"""Does the final answer rest on the first hop? MultiModalQA's analysis of its Section 5."""

from collections.abc import Iterator, Sequence

from manyhop.audit.analyses._graded import Graded
from manyhop.evaluation import Estimate, Sample, estimate, unpaired_difference
from manyhop.report import Column, Figures, Row

FIRST_HOP = "mmqa.first_hop_f1"
_RIGHT = 0.9999


def first_hop(runs: Graded, seed: int = 0) -> Iterator[Figures]:
    """The final score where the first hop was right and where it was wrong, and by operation.

    Nothing where no run tells its hops. Example: ``list(first_hop(runs))``
    """
    told = {
        place: [sample for sample in run.samples if FIRST_HOP in sample.metrics]
        for place, run in enumerate(runs.runs)
    }
    told = {place: samples for place, samples in told.items() if samples}
    if not told:
        return
    yield Figures(
        name="first-hop",
        title="The final answer given a right and a wrong first hop",
        caption=(
            f"{runs.metric} of questions whose first hop gave exactly the gold on the way, and of "
            "the others, over questions of several hops where the run tells its hops. "
            "MultiModalQA's paper has 63.9 and 37.4 for ImplicitDecomp."
        ),
        corner="model",
        columns=(
            Column("first hop right"),
            Column("first hop wrong"),
            Column("difference", signed=True),
        ),
        rows=tuple(
            Row(runs.runs[place].name, _given(samples, runs.metric, seed), place)
            for place, samples in told.items()
        ),
        plot="dots",
    )
    yield Figures(
        name="first-hop-by-operation",
        title="First hop and final answer by operation",
        caption=(
            f"List F1 of the first hop against the gold on the way, and {runs.metric}. The form of "
            "MultiModalQA's Table 5, which has 62.3 and 50.8 for Compose, 55.7 and 61.1 for "
            "Compare, 33.5 and 55.1 for Intersect."
        ),
        corner="model and operation",
        columns=(Column("first hop F1"), Column("final")),
        rows=tuple(
            Row(f"{runs.runs[place].name}, {operation}", _both(some, runs.metric, seed), place)
            for place, samples in told.items()
            for operation, some in _operations(samples).items()
        ),
    )


def _given(samples: Sequence[Sample], metric: str, seed: int) -> tuple[Estimate | None, ...]:
    right = [sample.metrics[FIRST_HOP] >= _RIGHT for sample in samples]
    values = [sample.metrics[metric] for sample in samples]
    groups = [sample.group for sample in samples]
    parts = []
    for wanted in (True, False):
        chosen = [number for number, flag in enumerate(right) if flag == wanted]
        some = [values[n] for n in chosen], [groups[n] for n in chosen]
        parts.append(estimate(*some, seed) if chosen else None)
    return (*parts, unpaired_difference(values, right, groups, seed))


def _operations(samples: Sequence[Sample]) -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = {}
    for sample in samples:
        program = sample.gold.program if sample.gold else ""
        found.setdefault(program.partition("(")[0] or "other", []).append(sample)
    return dict(sorted(found.items()))


def _both(samples: Sequence[Sample], metric: str, seed: int) -> tuple[Estimate, Estimate]:
    groups = [sample.group for sample in samples]
    first = estimate([sample.metrics[FIRST_HOP] for sample in samples], groups, seed)
    return first, estimate([sample.metrics[metric] for sample in samples], groups, seed)
