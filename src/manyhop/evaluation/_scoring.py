"""Score predictions that exist already, made by whatever program."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from manyhop.answering import Answer
from manyhop.benchmarks import SOURCES_UNKNOWN, Benchmark
from manyhop.errors import ManyhopError
from manyhop.evaluation._results import Results, summarize
from manyhop.evaluation._samples import Sample, score_sample
from manyhop.evaluation._selection import Selection

_SHOWN = 3


class Scores(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a file of predictions, with the samples that they come from."""

    results: Results
    samples: list[Sample]
    missing: list[str]
    unknown: list[str]


def score(
    benchmark: Benchmark,
    predictions: Path,
    *,
    where: Sequence[str] = (),
    ignore_unknown: bool = False,
    seed: int = 0,
) -> Scores:
    """Score a file in the benchmark's official prediction format.

    A question without a prediction scores as an empty answer, as it does officially, and is
    counted. Predictions for questions that the benchmark doesn't have are most likely another
    split's: they are refused, or, with ``ignore_unknown``, counted in the notes.
    Example: ``score(benchmark, Path("predictions.json")).results.metrics``
    """
    answers = benchmark.read_predictions(predictions)
    nothing = _nothing_said(answers.values())
    selection = Selection(benchmark, where)
    selection.check()
    samples, missing, known = [], [], set()
    for example in benchmark.examples():
        identifier = example.question.id
        known.add(identifier)
        if selection.matches(example):
            if identifier not in answers or answers[identifier].abstained:
                missing.append(identifier)
            samples.append(score_sample(benchmark, example, answers.get(identifier, nothing)))
    if not samples:
        raise selection.nothing()
    unknown = [identifier for identifier in answers if identifier not in known]
    if len(missing) == len(samples):
        raise ManyhopError(
            f"{predictions} predicts none of the {len(samples):,} questions of {benchmark.name}; "
            "check that both are of the same split"
        )
    if unknown and not ignore_unknown:
        raise ManyhopError(
            f"{predictions} predicts {_count(unknown)} that {benchmark.name} does not have "
            f"({_some(unknown)}); remove them, or pass --ignore-unknown"
        )
    results = summarize(
        samples,
        benchmark=benchmark.name,
        answerer=predictions.name,
        notes=[*benchmark.notes, *_notes(missing, unknown, len(samples))],
        seed=seed,
    )
    return Scores(results=results, samples=samples, missing=missing, unknown=unknown)


def _nothing_said(answers: Iterable[Answer]) -> Answer:
    """A missing prediction; where the format has no sources, it is not blamed for having none."""
    sourceless = all(SOURCES_UNKNOWN in answer.trace for answer in answers)
    return Answer(trace={SOURCES_UNKNOWN: True}) if sourceless else Answer()


def _notes(missing: Sequence[str], unknown: Sequence[str], n: int) -> Iterable[str]:
    if missing:
        yield (
            f"{len(missing):,} of {n:,} questions have no prediction and score 0 ({_some(missing)})"
        )
    if unknown:
        yield f"{_count(unknown)} predicted but not in the benchmark ignored ({_some(unknown)})"


def _count(ids: Sequence[str]) -> str:
    return f"{len(ids):,} question{'s' if len(ids) > 1 else ''}"


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_SHOWN]) + (", …" if len(ids) > _SHOWN else "")
