"""A place to look around in: the sample with answers, a built set, runs, an audit and queues."""

from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from time import sleep

import msgspec

from manyhop.annotation import flow_named, new_queue
from manyhop.benchmarks import MMQA
from manyhop.collection import Collection, index_paths
from manyhop.web._asking import Asking
from manyhop.web._place import Place

READY = "ready"
_EVERY = 6  # of the demo's questions is asked
_COUNT = 80


class _Demo(msgspec.Struct):
    question: str
    choices: tuple[str, ...] = ()


class _Questions(msgspec.Struct):
    demo: tuple[_Demo, ...]


def make_demo(folder: Path, tell: Callable[[str], None] = lambda said: None) -> Place:
    """Fill a folder once; later it is opened as it is.

    Example: ``serve(make_demo(Path("manyhop-demo")))``
    """
    folder.mkdir(parents=True, exist_ok=True)
    keep = folder / "page"
    if not (folder / READY).exists():
        tell("Indexing the sample.")
        with (
            as_file(files("manyhop") / "sample") as sample,
            Collection.open(folder / "collection", create=True) as collection,
        ):
            index_paths(collection, [sample], ocr=False)
        tell("Building a set from it, running two answerers on it, and auditing it.")
        _build(folder)
    place = Place(folder / "collection", keep, (folder / "made",))
    if not (folder / READY).exists():
        tell("Asking a few questions.")
        _ask(place)
        _queues(place)
        (folder / READY).touch()
    return place


def _build(folder: Path) -> None:
    from manyhop.audit import audit, write_audit  # these take seconds to import
    from manyhop.baselines import open_answerer
    from manyhop.evaluation import run
    from manyhop.generation import BuildSettings, make_benchmark
    from manyhop.generation.splits import SPLITS
    from manyhop.generation.writing import About, write_mmqa

    with Collection.open(folder / "collection") as collection:
        sources = list(collection)
    made = make_benchmark(
        sources,
        BuildSettings(count=_COUNT, seed=7),
        texts=4,
        images=4,
        splits=dict(zip(SPLITS, (0.0, 1.0, 0.0), strict=True)),
    )
    target = folder / "made" / "bridges"
    if not target.exists():
        write_mmqa(target, made.questions, made.sources, About(name="bridges", seed=7))
    benchmark = MMQA(target)
    for name in ("bm25", "random"):
        if not (folder / "made" / name).exists():
            run(benchmark, open_answerer(name, benchmark), folder / "made" / name)
    if not (folder / "made" / "audit").exists():
        write_audit(audit(benchmark, folds=2, seeds=1), folder / "made" / "audit")


def _ask(place: Place) -> None:
    text = (files("manyhop") / "sample_questions.json").read_bytes()
    questions = msgspec.json.decode(text, type=_Questions).demo[::_EVERY]
    asking = Asking(place)
    asked = [asking.ask(each.question, choices=each.choices) for each in questions]
    while any(not (asking.get(each.id).answer or asking.get(each.id).error) for each in asked):
        sleep(0.1)


def _queues(place: Place) -> None:
    queues = place.keep / "queues"
    sets = place.names("sets")
    if sets:
        questions = MMQA(next(iter(sets.values())))
        for flow in ("review", "mmqa"):
            if not (queues / flow).exists():
                new_queue(queues / flow, flow_named(flow), questions=questions, count=_COUNT)
    for flow in ("aokvqa", "webqa"):
        if not (queues / flow).exists():
            new_queue(queues / flow, flow_named(flow), collection=place.collection, count=20)
