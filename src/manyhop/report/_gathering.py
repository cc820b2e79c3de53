"""What goes into a report: the runs' facts, results and differences, and the worst examples."""

from collections.abc import Sequence
from pathlib import Path
from string import ascii_uppercase

from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.evaluation import (
    Estimates,
    Results,
    Run,
    abstention,
    compare,
    load_run,
    summarize,
)
from manyhop.report._shapes import Described, Groups, Paired, Report, Scores, Silence
from manyhop.report._worst import ById, choose_worst, show_example

WORST = 20
_NAMES = {
    "webqa": "WebQA",
    "mmqa": "MultiModalQA",
    "hybridqa": "HybridQA",
    "aokvqa": "A-OKVQA",
    "recipeqa": "RecipeQA",
}


def gather_report(
    folders: Sequence[Path],
    benchmark: Benchmark | None = None,
    *,
    metric: str | None = None,
    worst: int = WORST,
) -> Report:
    """Read runs on one benchmark; the first is what the others are compared with.

    ``benchmark`` is what they ran on, read again for the sources of the worst examples, which are
    those of the lowest ``metric``; without it, or where it can't be read, the page says so.
    Example: ``to_html(gather_report([Path("runs/bm25")], open_benchmark("mmqa", Path("mmqa"))))``
    """
    runs = [load_run(folder) for folder in folders]
    if not runs or len(runs) > len(ascii_uppercase):
        raise ManyhopError(
            f"a report is about 1 to {len(ascii_uppercase)} runs; name their folders"
        )
    results = [_results(run) for run in runs]
    letters = ascii_uppercase[: len(runs)]
    metrics = _side_by_side([one.metrics for one in results])
    main = _main(metrics, metric)
    samples = [{sample.id: sample for sample in run.samples} for run in runs]
    ids = choose_worst(samples, main, worst) if main else []
    examples, apology = _examples(ids, samples[0], benchmark)
    return Report(
        title=_title(runs[0], results[0]),
        main=main,
        runs=tuple(map(_described, letters, runs, results)),
        metrics=metrics,
        breakdowns=_breakdowns(results),
        differences=tuple(_differences(runs, letters)),
        calibrations=tuple(one.calibration for one in results),
        silences=tuple(_silences(runs, letters)),
        worst=tuple(show_example(id, samples, letters, examples.get(id)) for id in ids),
        remarks=tuple(_unfinished(runs)),
        apology=apology,
    )


def _results(run: Run) -> Results:
    """The run's results; of an unfinished one, those of the questions it has answered."""
    if run.results:
        return run.results
    said = run.configuration
    return summarize(
        run.samples,
        benchmark=said.benchmark,
        answerer=said.answerer,
        setting=said.setting,
        notes=said.notes,
        seed=said.seed,
    )


def _unfinished(runs: Sequence[Run]) -> list[str]:
    return [
        f"The run in {run.folder.name} is not finished: "
        f"{len(run.samples):,} of {run.configuration.questions:,} questions."
        for run in runs
        if run.results is None
    ]


def _title(run: Run, results: Results) -> str:
    name = _NAMES.get(results.benchmark, results.benchmark)
    chosen = f", {', '.join(run.configuration.where)}" if run.configuration.where else ""
    return f"{name}{chosen}: {results.n:,} question{'s' * (results.n != 1)}"


def _described(letter: str, run: Run, results: Results) -> Described:
    said = run.configuration
    facts = [
        ("benchmark", said.benchmark),
        ("answerer", said.answerer),
        ("setting", said.setting),
        ("questions", f"{results.n:,}"),
        ("failed", f"{results.errors:,}" if results.errors else ""),
        ("where", ", ".join(said.where)),
        ("limit", "" if said.limit is None else f"{said.limit:,}"),
        ("seed", str(said.seed)),
        ("versions", ", ".join(f"{name} {number}" for name, number in said.versions.items())),
        ("examples' hash", said.digest),
    ]
    return Described(
        letter=letter,
        name=run.folder.resolve().name,
        answerer=said.answerer,
        facts=tuple((name, value) for name, value in facts if value),
        files=tuple((file.name, f"{file.size:,} bytes", file.sha256) for file in said.files),
        notes=results.notes,
    )


def _side_by_side(estimates: Sequence[Estimates]) -> dict[str, Scores]:
    names = dict.fromkeys(name for each in estimates for name in each)
    return {name: tuple(each.get(name) for each in estimates) for name in names}


def _breakdowns(results: Sequence[Results]) -> dict[str, Groups]:
    found: dict[str, Groups] = {}
    for name in dict.fromkeys(name for one in results for name in one.breakdowns):
        parts = [one.breakdowns.get(name, {}) for one in results]
        groups = dict.fromkeys(group for part in parts for group in part)
        found[name] = {
            group: _side_by_side([part.get(group, {}) for part in parts]) for group in groups
        }
    return found


def _main(metrics: dict[str, Scores], wanted: str | None) -> str:
    """The metric asked for, or else the first of those that the most questions have."""
    if wanted is not None and wanted not in metrics:
        known = ", ".join(metrics) or "none"
        raise ManyhopError(f"'{wanted}' is not a metric of these runs; use one of {known}")
    counts = {name: sum(one.n for one in scores if one) for name, scores in metrics.items()}
    return wanted or max(counts, key=counts.__getitem__, default="")


def _differences(runs: Sequence[Run], letters: str) -> list[Paired]:
    return [
        Paired(metric=name, first=letters[0], second=letter, difference=difference)
        for letter, run in zip(letters[1:], runs[1:], strict=True)
        for name, difference in compare(runs[0], run).metrics.items()
    ]


def _silences(runs: Sequence[Run], letters: str) -> list[Silence]:
    """Each run without the gold sources beside the same answerer's run with all candidates."""
    lettered = list(zip(letters, runs, strict=True))
    return [
        Silence(
            answerable=letter,
            unanswerable=other,
            abstention=abstention(run.samples, without.samples),
        )
        for letter, run in lettered
        for other, without in lettered
        if without.configuration.setting == "without-gold"
        and run.configuration.setting == "restricted"
        and run.configuration.answerer == without.configuration.answerer
    ]


def _examples(
    ids: Sequence[str], samples: ById, benchmark: Benchmark | None
) -> tuple[dict[str, Example], str]:
    """The examples as the benchmark has them, and what must be said of those it has not."""
    if benchmark is None or not ids:
        return (
            {},
            "The sources are not shown: the data was not found; name it with --data."
            if ids
            else "",
        )
    wanted, found = set(ids), dict[str, Example]()
    try:
        for example in benchmark.examples():
            question = example.question
            if question.id in wanted and question.text == samples[question.id].question:
                found[question.id] = example
                if len(found) == len(wanted):
                    return found, ""
    except (ManyhopError, OSError) as error:
        return found, f"The sources are not shown: {error}"
    missing = len(wanted) - len(found)
    return (
        found,
        f"The sources of {missing:,} are not shown: they are not in the data that was given.",
    )
