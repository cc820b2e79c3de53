"""Every analysis over runs on one benchmark, in the order of a paper's section."""

from collections.abc import Iterator, Sequence

import msgspec

from manyhop.audit.analyses._by_group import by_breakdowns, first_hop
from manyhop.audit.analyses._combinations import all_or_none, combinations, pairwise_difference
from manyhop.audit.analyses._coverage import answer_frequency, coverage
from manyhop.audit.analyses._diversity import diversity, neighbours
from manyhop.audit.analyses._graded import Graded, graded
from manyhop.audit.analyses._knowledge import Labels, by_knowledge
from manyhop.audit.analyses._training import TrainingData, other_half
from manyhop.evaluation import Run, Sample, estimate
from manyhop.models import StaticEncoder, TextEncoder
from manyhop.report import Column, Figures, Part, Row


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What a set of runs on one benchmark comes to, table by table.

    ``runs`` are the short names that the tables use, with the answerers' full names.
    Example: ``analysis.figures[0].title``
    """

    benchmark: str
    metric: str
    questions: int
    runs: tuple[tuple[str, str], ...]
    figures: tuple[Figures, ...]
    notes: tuple[str, ...] = ()

    def named(self, name: str) -> Figures | None:
        """The table of that name, if these runs have it."""
        return next((each for each in self.figures if each.name == name), None)


def analyse(
    runs: Sequence[Run],
    *,
    training: TrainingData | None = None,
    labels: Labels | None = None,
    metric: str | None = None,
    encoder: TextEncoder | None = None,
    seed: int = 0,
) -> Analysis:
    """Analyse runs on one benchmark.

    Without ``training`` each half of the questions stands in for the training data of the other.
    Example: ``analyse([load_run(a), load_run(b)], training=read_training(path, "aokvqa"))``
    """
    side_by_side = graded(runs, metric)
    known = training or other_half(_everything(runs))
    encoder = encoder or StaticEncoder.load()
    found = tuple(_figures(side_by_side, known, labels, encoder, seed))
    return Analysis(
        benchmark=side_by_side.benchmark,
        metric=side_by_side.metric,
        questions=len(side_by_side.questions),
        runs=tuple((run.name, run.answerer) for run in side_by_side.runs),
        figures=found,
        notes=(*side_by_side.notes, known.note),
    )


def part_of(analysis: Analysis) -> Part:
    """The part of a page that shows an analysis."""
    count = len(analysis.runs)
    runs = f"{count} run{'s' * (count != 1)}"
    return Part(
        name=analysis.benchmark,
        title=f"{analysis.benchmark}: {analysis.questions:,} questions, {runs}",
        lead=f"Scored by {analysis.metric} unless a table says otherwise. Scores and "
        "shares are in per cent; every figure has its 95% interval.",
        runs=analysis.runs,
        notes=analysis.notes,
        figures=analysis.figures,
    )


def _figures(
    runs: Graded,
    training: TrainingData,
    labels: Labels | None,
    encoder: TextEncoder,
    seed: int,
) -> Iterator[Figures]:
    yield overall(runs, seed)
    if found := answer_frequency(runs, training, seed):
        yield found
    if labels or runs.benchmark == "aokvqa":
        yield by_knowledge(runs, encoder, labels, seed)
    if len(runs.runs) > 1:
        yield pairwise_difference(runs, seed)
        yield all_or_none(runs, seed)
        yield combinations(runs, seed)
    yield from first_hop(runs, seed)
    yield from by_breakdowns(runs, seed)
    if found := coverage(runs.questions, training, seed):
        yield found
    yield diversity(runs.questions, encoder)
    if found := neighbours(runs.questions, training, encoder, seed):
        yield found


def _everything(runs: Sequence[Run]) -> list[Sample]:
    """Each question of any run once, so that the halves don't depend on which runs are read."""
    return list({sample.id: sample for run in runs for sample in run.samples}.values())


# What the runs score over all: the table to read the others by.


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
