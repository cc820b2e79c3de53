"""Made-up runs: questions with gold, what each run said, and how it was scored."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from manyhop.answering import Answer
from manyhop.benchmarks import Gold
from manyhop.evaluation import Configuration, Results, Run, Sample

METRIC = "made.up"


def run_of(name: str, samples: Sequence[Sample], benchmark: str = "made-up") -> Run:
    configuration = Configuration(
        benchmark=benchmark,
        answerer=f"{name}(seed=0)",
        setting="restricted",
        seed=0,
        limit=None,
        where=(),
        questions=len(samples),
        digest="",
        files=(),
        notes=(),
        versions={},
    )
    results = Results(
        benchmark=benchmark,
        answerer=name,
        setting="restricted",
        n=len(samples),
        errors=0,
        metrics={},
        breakdowns={},
    )
    return Run(
        folder=Path("runs", name), configuration=configuration, samples=[*samples], results=results
    )


def scored_run(
    name: str,
    scores: Sequence[float],
    *,
    said: Sequence[str] | None = None,
    golds: Sequence[Gold] | None = None,
    metric: str = METRIC,
    benchmark: str = "made-up",
    breakdowns: Mapping[str, Sequence[str]] | None = None,
) -> Run:
    """A run on questions q0, q1, …, two to an image."""
    samples = [
        Sample(
            id=f"q{number}",
            question=f"What is in picture {number}?",
            group=f"image {number // 2}",
            gold=golds[number] if golds else Gold(values=(f"thing {number}",)),
            answer=Answer(values=(said[number],) if said else ()),
            metrics={metric: float(score)},
            breakdowns={key: labels[number] for key, labels in (breakdowns or {}).items()},
        )
        for number, score in enumerate(scores)
    ]
    return run_of(name, samples, benchmark)


def tosses(size: int, share: float, seed: int) -> list[float]:
    """Right or wrong by chance."""
    return [float(each) for each in np.random.default_rng(seed).random(size) < share]
