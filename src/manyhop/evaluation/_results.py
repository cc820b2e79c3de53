"""What a run comes to: every metric with n and an interval, overall and by group."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import msgspec

from manyhop.errors import ManyhopError
from manyhop.evaluation._calibration import Calibration, calibration
from manyhop.evaluation._samples import Sample, write_whole
from manyhop.evaluation._statistics import Estimate, estimate, estimate_columns

RESULTS = "results.json"

Estimates = dict[str, Estimate]


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """The means of a run, as ``results.json`` holds them.

    ``setting`` is empty for predictions made elsewhere. ``metrics``: over all questions;
    ``breakdowns``: the same for each value of each breakdown; ``errors``: how many questions the
    answerer failed on, which score as an empty answer; ``abstained``: the share of those that it
    said it could not answer, if any; ``calibration``: how far its confidence can be believed.
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
    abstained: Estimate | None = None
    calibration: Calibration | None = None


def summarize(
    samples: Sequence[Sample],
    *,
    benchmark: str,
    answerer: str,
    setting: str = "",
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
        abstained=_abstained(samples, seed),
        calibration=calibration(samples),
    )


def write_results(results: Results, folder: Path) -> None:
    """Write ``results.json``, whole or not at all."""
    content = msgspec.json.format(msgspec.json.encode(results)) + b"\n"
    write_whole(folder / RESULTS, content, private=True)


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
    found: dict[str, Callable[[Sample], str]] = {}
    if any(sample.category for sample in samples):
        found["category"] = lambda sample: sample.category
    for key in dict.fromkeys(key for sample in samples for key in sample.breakdowns):
        value_of = partial(_breakdown, key)
        if "category" in found and _split_alike(samples, found["category"], value_of):
            del found["category"]
        found[key] = value_of
    return found


def _breakdown(key: str, sample: Sample) -> str:
    return sample.breakdowns.get(key, "")


def _split_alike(
    samples: Sequence[Sample], one: Callable[[Sample], str], other: Callable[[Sample], str]
) -> bool:
    """Whether two breakdowns make the same groups, whatever they call them."""
    pairs = {(one(sample), other(sample)) for sample in samples}
    return len(pairs) == len({first for first, _ in pairs}) == len({second for _, second in pairs})


def _abstained(samples: Sequence[Sample], seed: int) -> Estimate | None:
    held_back = [float(sample.answer.abstained) for sample in samples]
    return (
        estimate(held_back, [sample.group for sample in samples], seed) if any(held_back) else None
    )


def _estimates(samples: Sequence[Sample], seed: int) -> Estimates:
    names = dict.fromkeys(name for sample in samples for name in sample.metrics)
    columns = {name: [sample.metrics.get(name) for sample in samples] for name in names}
    return estimate_columns(columns, [sample.group for sample in samples], seed)
