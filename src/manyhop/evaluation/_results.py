"""What a run comes to: every metric with n and an interval, overall and by group."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from manyhop.errors import ManyhopError
from manyhop.evaluation._sample_log import write_whole
from manyhop.evaluation._samples import Sample
from manyhop.evaluation._statistics import Estimate, estimate_columns

RESULTS = "results.json"

Estimates = dict[str, Estimate]


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """The means of a run, as ``results.json`` holds them.

    ``metrics``: over all questions; ``breakdowns``: the same for each value of each breakdown;
    ``errors``: how many questions the answerer failed on, which score as an empty answer.
    Example: ``results.breakdowns["type"]["TextQ"]["mmqa.exact_match"].value``
    """

    benchmark: str
    answerer: str
    setting: str
    n: int
    errors: int
    metrics: Estimates
    breakdowns: dict[str, dict[str, Estimates]]
    notes: tuple[str, ...] = ()


def summarize(
    samples: Sequence[Sample],
    *,
    benchmark: str,
    answerer: str,
    setting: str = "restricted",
    notes: Iterable[str] = (),
    seed: int = 0,
) -> Results:
    """The results of samples: means with 95% intervals, whole groups resampled."""
    breakdowns: dict[str, dict[str, Estimates]] = {}
    for key, value_of in _breakdowns(samples).items():
        parts: dict[str, list[Sample]] = {}
        for sample in samples:
            parts.setdefault(value_of(sample), []).append(sample)
        parts.pop("", None)
        breakdowns[key] = {value: _estimates(parts[value], seed) for value in sorted(parts)}
    return Results(
        benchmark=benchmark,
        answerer=answerer,
        setting=setting,
        n=len(samples),
        errors=sum(bool(sample.error) for sample in samples),
        metrics=_estimates(samples, seed),
        breakdowns=breakdowns,
        notes=tuple(notes),
    )


def write_results(results: Results, folder: Path) -> None:
    """Write ``results.json``, whole or not at all."""
    write_whole(folder / RESULTS, msgspec.json.format(msgspec.json.encode(results)) + b"\n")


def read_results(folder: Path) -> Results | None:
    """The results in a run's folder; None while it is not finished."""
    path = folder / RESULTS
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Results)
    except msgspec.DecodeError as error:
        raise ManyhopError(
            f"{path}: these are not results ({error}); delete it and resume the run"
        ) from error


def _breakdowns(samples: Sequence[Sample]) -> dict[str, Callable[[Sample], str]]:
    """Each breakdown with how to read it off a sample; the category, unless one repeats it."""
    keys = dict.fromkeys(key for sample in samples for key in sample.breakdowns)
    found: dict[str, Callable[[Sample], str]] = {}
    if not any(all(one.breakdowns.get(key) == one.category for one in samples) for key in keys):
        found["category"] = lambda sample: sample.category
    for key in keys:
        found[key] = lambda sample, key=key: sample.breakdowns.get(key, "")  # type: ignore[misc]
    if not any(sample.category for sample in samples):
        found.pop("category", None)
    return found


def _estimates(samples: Sequence[Sample], seed: int) -> Estimates:
    names = dict.fromkeys(name for sample in samples for name in sample.metrics)
    columns = {name: [sample.metrics.get(name) for sample in samples] for name in names}
    return estimate_columns(columns, [sample.group for sample in samples], seed)
