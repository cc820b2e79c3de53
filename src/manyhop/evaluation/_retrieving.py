"""Retrieval alone: what a search finds of the sources that questions need."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from manyhop.benchmarks import Benchmark
from manyhop.collection import Collection, Mode
from manyhop.errors import ManyhopError
from manyhop.evaluation._statistics import Estimate, estimate_columns
from manyhop.metrics import retrieval
from manyhop.sources import Kind


class Judged(msgspec.Struct, frozen=True):
    """A question and the grades of the sources that it needs; others are not needed."""

    id: str
    text: str
    grades: dict[str, int]
    group: str = ""


class Retrieval(msgspec.Struct, frozen=True):
    """The metrics with their intervals, and what was found for each question, best first."""

    metrics: dict[str, Estimate]
    found: dict[str, list[str]]


def judged_questions(benchmark: Benchmark) -> list[Judged]:
    """The questions of a benchmark whose sources are known.

    Example: ``judged_questions(WebQA([Path("val.json")]))[0].grades``
    """
    return [
        Judged(
            example.question.id,
            example.question.text,
            dict.fromkeys(example.gold.sources, 1),
            example.group,
        )
        for example in benchmark.examples()
        if example.gold is not None and example.gold.sources
    ]


def retrieve(
    collection: Collection,
    questions: Iterable[Judged],
    k: int = 100,
    *,
    mode: Mode = "hybrid",
    known: bool = False,
) -> dict[str, list[str]]:
    """The ids of the ``k`` best sources for each question.

    With ``known``, only sources of the kinds that the right ones are of are searched, as if
    somebody had told whether pictures or texts are wanted.
    Example: ``retrieve(collection, questions, 20, mode="words")``
    """
    found: dict[str, list[str]] = {}
    for question in questions:
        kinds = _kinds(collection, question) if known else None
        hits = collection.search(question.text, k, mode=mode, modality=kinds)
        found[question.id] = [hit.source.id for hit in hits]
    return found


def score_retrieval(
    questions: Sequence[Judged],
    found: dict[str, list[str]],
    ranks: Sequence[int] = (1, 5, 10, 20),
    seed: int = 0,
) -> Retrieval:
    """Recall and nDCG at each rank and the reciprocal rank; a question without hits scores 0.

    Example: ``score_retrieval(questions, found).metrics["recall@10"].value``
    """
    if not questions:
        raise ManyhopError("no question has sources that are known to be right; use another file")
    columns: dict[str, list[float | None]] = {}
    for question in questions:
        hits, grades = found.get(question.id, []), question.grades
        for name, metric in (("recall", retrieval.recall), ("ndcg", retrieval.ndcg)):
            for k in sorted(set(ranks)):
                columns.setdefault(f"{name}@{k}", []).append(metric(hits, grades, k))
        rank = retrieval.reciprocal_rank(hits, grades)
        columns.setdefault("reciprocal_rank", []).append(rank)
    columns = {name: columns[name] for name in sorted(columns, key=_shown_at)}
    groups = [question.group or question.id for question in questions]
    return Retrieval(estimate_columns(columns, groups, seed), found)


def _shown_at(name: str) -> tuple[int, int]:
    metric, _, k = name.partition("@")
    return ("recall", "ndcg", "reciprocal_rank").index(metric), int(k or 0)


def sources_of(benchmark: Benchmark, folder: Path) -> Collection:
    """A collection, in a new folder, of all candidates of all questions.

    Example: ``sources_of(WebQA([Path("val.json")]), Path("sources"))``
    """
    collection = Collection.open(folder, create=True)
    seen: set[str] = set()
    with collection.writer() as writer:
        for example in benchmark.examples():
            for source in example.question.candidates:
                if source.id not in seen:
                    seen.add(source.id)
                    writer.put(source)
        writer.commit()
    if not seen:
        raise ManyhopError(
            f"the questions of {benchmark.name} bring no candidates; index the sources and name "
            "the collection"
        )
    return collection


def _kinds(collection: Collection, question: Judged) -> list[Kind] | None:
    kinds = {collection.get(id).kind for id in question.grades if id in collection}
    return sorted(kinds) or None
