"""Answerers by name."""

from collections.abc import Callable, Iterable, Iterator

from manyhop.answering import Answerer, Engine, PromptedAnswerer, Shot, open_planner
from manyhop.baselines._blind_reading import BlindReading
from manyhop.baselines._bm25 import Bm25Answerer, DenseAnswerer
from manyhop.baselines._floors import (
    MostCommonAnswerer,
    OracleAnswerer,
    RandomAnswerer,
    WeightedRandomAnswerer,
    gold_answer,
)
from manyhop.baselines._one_sided import ContextOnlyAnswerer, QuestionOnlyAnswerer
from manyhop.baselines._training import Trainings, cross_trained, trained_on
from manyhop.benchmarks import Benchmark, Example
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.models import Endpoint, open_models
from manyhop.models.hub import open_generator

_LEARNING: dict[str, Callable[[Trainings, int], Answerer]] = {
    "random": RandomAnswerer,
    "weighted-random": WeightedRandomAnswerer,
    "most-common": MostCommonAnswerer,
    "question-only": QuestionOnlyAnswerer,
}
RETRIEVING: dict[str, type[Bm25Answerer]] = {"bm25": Bm25Answerer, "dense": DenseAnswerer}
FLOORS = (*_LEARNING, "context-only", *RETRIEVING, "oracle")


def open_answerer(
    name: str,
    benchmark: Benchmark,
    seed: int = 0,
    training: Iterable[Example] = (),
    *,
    endpoint: Callable[[str], Endpoint] = Endpoint,
    window: int = 4096,
    model: str = "embedded",
    abstain: bool = False,
    collection: Collection | None = None,
    threshold: float | None = None,
) -> Answerer:
    """The answerer that a user names.

    ``manyhop`` is the engine with its explicit planner, ``manyhop:implicit`` with another one; it
    reads with ``model``, searches ``collection`` where a question has no candidates, and gives its
    best guess unless it may ``abstain``; ``threshold`` is what a source must score to be chosen.
    ``bm25`` and ``dense`` search the collection, too.

    Those that learn do so from ``training``; without it, each half of the benchmark is answered
    with what was learnt from the other half, which shares no table, image or recipe with it.
    ``openai:MODEL`` asks a server, which ``endpoint`` connects to, and ``hf:FOLDER`` a checkpoint
    of the transformers library; either reads ``window`` tokens, with examples of ``training`` as
    its shots.
    Example: ``open_answerer("most-common", benchmark).name``
    """
    if name.partition(":")[0] == ENGINE:
        return open_engine(
            name,
            model,
            abstain=abstain,
            collection=collection,
            threshold=threshold,
            endpoint=endpoint,
        )
    if model != "embedded" or abstain or threshold is not None:
        raise ManyhopError(f"--model, --abstain and --threshold are for {ENGINE}; leave them out")
    if name in RETRIEVING:
        return RETRIEVING[name](seed=seed, collection=collection)
    if collection is not None:
        those = ", ".join((ENGINE, *RETRIEVING))
        raise ManyhopError(f"--collection is for {those}; leave it out")
    if name in _LEARNING:
        examples = list(training)
        learnt = trained_on(examples, benchmark) if examples else cross_trained(benchmark)
        return _LEARNING[name](learnt, seed)
    if name == "context-only":
        return ContextOnlyAnswerer(seed)
    if name == "oracle":
        return OracleAnswerer(benchmark.examples())
    if name.startswith("openai:") and name != "openai:":
        server = endpoint(name.removeprefix("openai:"))
        return PromptedAnswerer(server, shots=list(_shots(training)), window=window, seed=seed)
    if name.startswith("hf:") and name != "hf:":
        checkpoint = open_generator(name.removeprefix("hf:"))
        return PromptedAnswerer(
            checkpoint,
            family="hf",
            shots=list(_shots(training)),
            window=window,
            send_images=checkpoint.sees_pictures,
            seed=seed,
        )
    engines = (ENGINE, *(f"{ENGINE}:{planner}" for planner in PLANNERS))
    known = ", ".join((*engines, *FLOORS, "openai:MODEL", "hf:FOLDER"))
    raise ManyhopError(f"there is no answerer {name!r}; choose from {known}")


def _shots(training: Iterable[Example]) -> Iterator[Shot]:
    for example in training:
        if example.gold is not None:
            yield Shot(example.question, gold_answer(example.question, example.gold))


# The engine by name, as a benchmark runs it.

ENGINE = "manyhop"
PLANNERS = ("explicit", "implicit", "routing", "written", BlindReading.name)


def open_engine(
    name: str,
    model: str = "embedded",
    *,
    abstain: bool = False,
    collection: Collection | None = None,
    threshold: float | None = None,
    endpoint: Callable[[str], Endpoint] = Endpoint,
) -> Engine:
    """The engine with the planner that follows the colon, or else the explicit one.

    Its name says what decides its answers, so that a run is not resumed with other models.
    Example: ``open_engine("manyhop:implicit").name`` → ``"manyhop:implicit(embedded)"``
    """
    planner = name.removeprefix(ENGINE).removeprefix(":") or "explicit"
    if planner not in PLANNERS:
        known = ", ".join(f"{ENGINE}:{one}" for one in PLANNERS)
        raise ManyhopError(f"there is no answerer {name!r}; choose from {ENGINE}, {known}")
    models = open_models(model, endpoint=endpoint)
    silence = ", abstains" * abstain
    bar = "" if threshold is None else f", threshold={threshold:g}"
    return Engine(
        BlindReading(models) if planner == BlindReading.name else open_planner(planner, models),
        models,
        collection=collection,
        name=f"{ENGINE}:{planner}({model}{silence}{bar})",
        abstain=abstain,
        scored=True,
        threshold=threshold,
    )
