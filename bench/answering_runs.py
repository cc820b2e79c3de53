"""Runs that bench.answering makes once and reads ever after, and tables of their figures."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from manyhop.answering import Answerer
from manyhop.baselines import open_answerer
from manyhop.benchmarks import Benchmark
from manyhop.evaluation import Estimate, Sample, Setting, estimate, load_run, run


class Measuring(NamedTuple):
    """What was asked for on the command line."""

    data: Path
    out: Path
    limit: int | None = None
    workers: int = 1
    planners: Sequence[str] = ("explicit", "implicit", "routing")

    def samples(
        self,
        benchmark: Benchmark,
        answerer: str,
        folder: str,
        *,
        files: Iterable[Path] = (),
        setting: Setting = "restricted",
        abstain: bool = False,
    ) -> list[Sample]:
        """The samples of a run, which is made or finished where it is not there."""
        place = self.out / folder
        if not ((place / "run.json").exists() and load_run(place).results):
            run(
                benchmark,
                opened(answerer, benchmark, abstain),
                place,
                files=files,
                limit=self.limit,
                workers=self.workers,
                setting=setting,
                resume=True,
            )
        return load_run(place).samples


_engines: dict[tuple[str, bool], Answerer] = {}


def opened(answerer: str, benchmark: Benchmark, abstain: bool) -> Answerer:
    """An engine is opened once, for its models take a while; floors learn from the benchmark."""
    if not answerer.startswith("manyhop"):
        return open_answerer(answerer, benchmark)
    if (answerer, abstain) not in _engines:
        _engines[answerer, abstain] = open_answerer(answerer, benchmark, abstain=abstain)
    return _engines[answerer, abstain]


def mean(samples: Sequence[Sample], metric: str) -> Estimate | None:
    """A metric's mean over those samples that have it; whole groups are resampled."""
    has = [sample for sample in samples if metric in sample.metrics]
    if not has:
        return None
    return estimate([one.metrics[metric] for one in has], [one.group for one in has])


def share(samples: Sequence[Sample], of: Callable[[Sample], bool]) -> Estimate | None:
    """How many samples meet a condition."""
    if not samples:
        return None
    return estimate([float(of(one)) for one in samples], [one.group for one in samples])


def shown(found: Estimate | None) -> str:
    """In percent with interval and number: ``45.1 (38.0–52.3), n = 72``."""
    if found is None:
        return "–"
    value, low, high = (100 * each for each in (found.value, found.low, found.high))
    return f"{value:.1f} ({low:.1f}–{high:.1f}), n = {found.n:,}"


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table under its title."""
    lines = [f"### {title}", "", "| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])
