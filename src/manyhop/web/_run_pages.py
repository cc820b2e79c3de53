"""Runs: all of them, one with its samples filtered, two side by side."""

from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from manyhop.benchmarks import Example, open_benchmark
from manyhop.errors import ManyhopError
from manyhop.evaluation import Run, Sample, compare
from manyhop.report import gather_report, show_example
from manyhop.web._ask_pages import cited_sources, tree_of
from manyhop.web._place import Place
from manyhop.web._site import PAGE, Site, number_of

_RIGHT = 0.9999


def run_routes(site: Site) -> list[Route]:
    """``/runs``, ``/run/NAME`` with its samples, ``/compare``."""
    place = site.place

    def runs(request: Request) -> Response:
        found = {name: place.run(name) for name in place.names("runs")}
        return site.page(request, "runs.html", title="Runs", runs=found)

    def one(request: Request) -> Response:
        run = place.run(request.path_params["name"])
        report = gather_report([run.folder], worst=0)
        return site.page(
            request, "run.html", title=report.title, report=report, name=request.path_params["name"]
        )

    def samples(request: Request) -> Response:
        name = request.path_params["name"]
        run, query = place.run(name), request.query_params
        metric = _metric(run.samples, query.get("metric", ""))
        found = _filtered(run.samples, metric, dict(query))
        page = number_of(request)
        return site.page(
            request,
            "samples.html",
            title=f"Samples of {name}",
            name=name,
            query=dict(query),
            metric=metric,
            metrics=_metrics(run.samples),
            facets=_facets(run.samples),
            total=len(found),
            samples=found[(page - 1) * PAGE : page * PAGE],
            number=page,
            more=len(found) > page * PAGE,
        )

    def sample(request: Request) -> Response:
        name, id = request.path_params["name"], request.path_params["id"]
        run = place.run(name)
        found = next((each for each in run.samples if each.id == id), None)
        if found is None:
            raise ManyhopError(f"the run {name} has no sample {id!r}")
        bad = show_example(id, [{id: found}], ["A"], _example(place, run, id))
        return site.page(
            request,
            "sample.html",
            title=found.question,
            name=name,
            sample=found,
            bad=bad,
            cited=cited_sources(site, found.answer.citations),
            tree=tree_of(found.answer.trace),
        )

    def side_by_side(request: Request) -> Response:
        first, second = (request.query_params.get(side, "") for side in "ab")
        runs = place.run(first), place.run(second)
        found = compare(*runs)
        metric = _metric(runs[0].samples, request.query_params.get("metric", ""))
        report = gather_report([run.folder for run in runs], worst=0)
        return site.page(
            request,
            "compared.html",
            title=f"{first} and {second}",
            names=(first, second),
            report=report,
            notes=found.notes,
            metric=metric,
            metrics=_metrics(runs[0].samples),
            moved=_moved(runs[0], runs[1], metric),
        )

    return [
        Route("/runs", runs),
        Route("/compare", side_by_side),
        Route("/run/{name}", one),
        Route("/run/{name}/samples", samples),
        Route("/run/{name}/sample/{id:path}", sample),
    ]


def _metrics(samples: Sequence[Sample]) -> list[str]:
    return list(dict.fromkeys(name for sample in samples[:500] for name in sample.metrics))


def _metric(samples: Sequence[Sample], wanted: str) -> str:
    known = _metrics(samples)
    return wanted if wanted in known else next(iter(known), "")


def _facets(samples: Sequence[Sample]) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for sample in samples:
        for name, value in (sample.breakdowns or {"category": sample.category}).items():
            if value:
                found.setdefault(name, {})[value] = None
    return {name: sorted(values) for name, values in found.items()}


def _filtered(samples: Sequence[Sample], metric: str, query: dict[str, str]) -> list[Sample]:
    def fits(sample: Sample) -> bool:
        groups = sample.breakdowns or {"category": sample.category}
        sure = sample.answer.confidence
        if query.get("wrong") and sample.metrics.get(metric, 0.0) >= _RIGHT:
            return False
        if query.get("sure") and (sure is None or sure < float(query["sure"])):
            return False
        if query.get("q", "").casefold() not in sample.question.casefold():
            return False
        return all(not query.get(name) or value == query[name] for name, value in groups.items())

    if query.get("sure", "0").replace(".", "", 1).isdecimal() is False:
        query = {**query, "sure": ""}
    return [sample for sample in samples if fits(sample)]


def _moved(first: Run, second: Run, metric: str) -> dict[str, list[tuple[Sample, Sample]]]:
    """What went from right to wrong, and back."""
    others = {sample.id: sample for sample in second.samples}
    pairs = [(one, others[one.id]) for one in first.samples if one.id in others]

    def right(sample: Sample) -> bool:
        return sample.metrics.get(metric, 0.0) >= _RIGHT

    return {
        "right to wrong": [(a, b) for a, b in pairs if right(a) and not right(b)][:PAGE],
        "wrong to right": [(a, b) for a, b in pairs if right(b) and not right(a)][:PAGE],
    }


def _example(place: Place, run: Run, id: str) -> Example | None:
    """The example as its benchmark has it, where its files are still there."""
    said = run.configuration
    try:
        benchmark = open_benchmark(said.benchmark, *map(Path, said.paths))
        return next((each for each in benchmark.examples() if each.question.id == id), None)
    except (ManyhopError, OSError, TypeError):
        return None
