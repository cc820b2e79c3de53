"""What the runs score over all: the table to read the others by."""

from manyhop.audit.analyses._graded import Graded
from manyhop.evaluation import estimate
from manyhop.report import Column, Figures, Row


def overall(runs: Graded, seed: int = 0) -> Figures:
    """Every metric of every run over the common questions that have it."""
    names = list(
        dict.fromkeys(
            name
            for run in runs.runs
            for sample in run.samples
            for name in (runs.metric, *sample.metrics)
        )
    )
    rows = []
    for place, run in enumerate(runs.runs):
        cells = []
        for name in names:
            some = [sample for sample in run.samples if name in sample.metrics]
            values = [sample.metrics[name] for sample in some]
            cells.append(estimate(values, [s.group for s in some], seed) if some else None)
        rows.append(Row(run.name, tuple(cells), place))
    return Figures(
        name="overall",
        title="Overall",
        caption="Every metric over the questions that all the runs were scored on.",
        corner="model",
        columns=tuple(map(Column, names)),
        rows=tuple(rows),
        best=True,
    )
