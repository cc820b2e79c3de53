"""Runs side by side: the questions that all of them were scored on, by one metric."""

from collections.abc import Sequence

import msgspec

from manyhop.errors import ManyhopError
from manyhop.evaluation import Estimate, Run, Sample, estimate

_PAPERS = ("aokvqa.direct_answer", "mmqa.f1", "webqa.accuracy", "hybridqa.f1")
_ANY_OF_TEN = ("aokvqa.direct_answer", "vqa.accuracy")
_NEARLY_ALL = 0.9
_WHOLE = 0.9999  # some official metrics give a perfect answer a hair less than 1


class Answering(msgspec.Struct, frozen=True):
    """One run as a table calls it, and its samples on the common questions, in their order."""

    name: str
    answerer: str
    samples: tuple[Sample, ...]


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """Runs on one benchmark, question by question.

    Example: ``graded([load_run(a), load_run(b)]).scores(0)``
    """

    benchmark: str
    metric: str
    runs: tuple[Answering, ...]
    notes: tuple[str, ...] = ()

    @property
    def questions(self) -> tuple[Sample, ...]:
        """The questions with their gold, as the first run has them."""
        return self.runs[0].samples

    @property
    def groups(self) -> list[str]:
        """The table, image or recipe of each question."""
        return [sample.group for sample in self.questions]

    def scores(self, run: int) -> list[float]:
        """The metric of one run, question by question."""
        return [sample.metrics[self.metric] for sample in self.runs[run].samples]

    def rights(self, run: int) -> list[bool]:
        """Which questions one run got right."""
        return [is_right(self.metric, score) for score in self.scores(run)]

    def mean(self, run: int, chosen: Sequence[int], seed: int = 0) -> Estimate | None:
        """The mean score of one run over some of the questions."""
        scores, groups = self.scores(run), self.groups
        if not chosen:
            return None
        return estimate([scores[n] for n in chosen], [groups[n] for n in chosen], seed)


def is_right(metric: str, score: float) -> bool:
    """Whether an answer counts as right where only right and wrong count.

    A-OKVQA's paper takes any answer that one of the ten people gave; elsewhere the score must be
    whole.
    """
    return score > 0 if metric in _ANY_OF_TEN else score >= _WHOLE


def right_means(metric: str) -> str:
    """The same rule in words, for captions."""
    if metric in _ANY_OF_TEN:
        return "Right is an answer that any of the people gave."
    return f"Right is an answer with a {metric} of 1."


def graded(runs: Sequence[Run], metric: str | None = None) -> Graded:
    """Put runs on one benchmark side by side.

    Without a name the metric is the papers', or else the one that the most questions have. Runs
    that don't have it are left out, and said so; so are questions that not every run was asked.
    """
    benchmarks = list(dict.fromkeys(run.configuration.benchmark for run in runs))
    if len(benchmarks) != 1:
        raise ManyhopError(
            f"the runs are on {', '.join(benchmarks) or 'nothing'}; analyse those on one benchmark"
        )
    chosen = _metric(runs, metric)
    kept = [run for run in runs if any(chosen in sample.metrics for sample in run.samples)]
    names = _names(kept)
    scored = [{s.id: s for s in run.samples if chosen in s.metrics} for run in kept]
    common = [id for id in scored[0] if all(id in samples for samples in scored)]
    if not common:
        raise ManyhopError(
            f"the runs have no question in common that all scored by {chosen}; "
            "run them on the same questions, or choose another metric"
        )
    answering = tuple(
        Answering(name, run.configuration.answerer, tuple(samples[id] for id in common))
        for name, run, samples in zip(names, kept, scored, strict=True)
    )
    notes = (*_notes(runs, kept, scored, len(common), chosen), *_choosing(answering, chosen))
    return Graded(benchmark=benchmarks[0], metric=chosen, runs=answering, notes=notes)


def _metric(runs: Sequence[Run], wanted: str | None) -> str:
    counts: dict[str, int] = {}
    for run in runs:
        for sample in run.samples:
            for name in sample.metrics:
                counts[name] = counts.get(name, 0) + 1
    if not counts:
        raise ManyhopError("the runs have no scores; analyse runs on a split with gold")
    if wanted is None:
        known = [name for name in _PAPERS if name in counts]
        return known[0] if known else max(counts, key=counts.__getitem__)
    if wanted not in counts:
        raise ManyhopError(
            f"'{wanted}' is not a metric of these runs; use one of {', '.join(counts)}"
        )
    return wanted


def _names(runs: Sequence[Run]) -> list[str]:
    """Short names that differ: the answerer without its settings, or else the folder."""
    short = [run.configuration.answerer.partition("(")[0] for run in runs]
    folders = [run.folder.resolve().name for run in runs]
    names = [
        one if short.count(one) == 1 else folder for one, folder in zip(short, folders, strict=True)
    ]
    if len(set(names)) == len(names):
        return names
    return [f"{name} {number}" for number, name in enumerate(names, start=1)]


def _notes(
    runs: Sequence[Run],
    kept: Sequence[Run],
    scored: Sequence[dict[str, Sample]],
    common: int,
    metric: str,
) -> list[str]:
    notes = [
        f"{run.folder.name} has no {metric} and is left out" for run in runs if run not in kept
    ]
    for run, samples in zip(kept, scored, strict=True):
        alone = len(samples) - common
        if alone:
            notes.append(f"{alone:,} questions of {run.folder.name} are not in every run: left out")
        if run.results is None:
            notes.append(f"the run in {run.folder.name} is not finished")
    unscored = max(len(run.samples) - len(some) for run, some in zip(kept, scored, strict=True))
    if unscored:
        notes.append(f"up to {unscored:,} questions of a run have no {metric}: left out")
    return notes


def _choosing(runs: Sequence[Answering], metric: str) -> list[str]:
    """Free answers that are nearly always one of the choices are not free."""
    if metric not in _ANY_OF_TEN:
        return []
    notes = []
    for run in runs:
        shown = [sample for sample in run.samples if sample.choices and sample.answer.values]
        among = sum(sample.answer.values[0] in sample.choices for sample in shown)
        if shown and among >= _NEARLY_ALL * len(shown):
            notes.append(
                f"{run.name} answers with one of the choices on {among / len(shown):.0%} of the "
                f"questions: its {metric} is not that of a model that has not seen them"
            )
    return notes
