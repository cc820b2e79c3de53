"""What queues are filled with: a set's questions, a collection's pictures or its sources."""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from manyhop.annotation._flow import Flow
from manyhop.annotation._queue import Item, Queue
from manyhop.benchmarks import Benchmark
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image

_BESIDE = 5  # sources shown beside the one that a question is to be asked about
_GOLD = 6


def new_queue(
    folder: Path,
    flow: Flow,
    *,
    questions: Benchmark | None = None,
    collection: Collection | None = None,
    count: int = 100,
    seed: int = 0,
    tests: Sequence[Item] = (),
) -> Queue:
    """A queue over what its flow goes over; ``tests`` are items whose right values are known.

    Example: ``new_queue(Path("queues/qa"), flow_named("mmqa"), questions=MMQA(Path("qa")))``
    """
    if flow.over == "questions":
        if questions is None:
            raise ManyhopError(f"{flow.title} goes over questions; name a built set or a benchmark")
        items, sources = question_items(questions, count)
    else:
        if collection is None:
            raise ManyhopError(f"{flow.title} goes over a collection; open one")
        items, sources = source_items(collection, flow.over == "pictures", count, seed)
    return Queue.create(folder, flow, [*tests, *items], sources)


def read_tests(content: bytes) -> list[Item]:
    """Test items from JSON Lines: ``{"id": "t", "question": "…", "known": {"verdict": ["good"]}}``.

    A ``ManyhopError`` names the line that is none.
    """
    found = []
    for number, line in enumerate(content.splitlines(), start=1):
        if line.strip():
            try:
                item = msgspec.json.decode(line, type=Item)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise ManyhopError(
                    f"the test, line {number}: {error}; put the line right"
                ) from error
            if not item.known:
                raise ManyhopError(f"the test, line {number}: say what is right under “known”")
            found.append(item)
    return found


def question_items(benchmark: Benchmark, count: int) -> tuple[list[Item], list[AnySource]]:
    """The first ``count`` questions of a benchmark with the sources that they rest on."""
    items: list[Item] = []
    used: dict[str, AnySource] = {}
    for example in benchmark.examples():
        if len(items) == count:
            break
        question, gold = example.question, example.gold
        right = set(gold.sources) if gold else set()
        shown = [source for source in question.candidates if source.id in right][:_GOLD]
        used |= {source.id: source for source in shown}
        meta = example.meta.get("metadata", {})
        items.append(
            Item(
                id=question.id,
                question=question.text,
                answers=(gold.values or gold.sentences) if gold else (),
                pseudo=str(meta.get("pseudo_language_question", "")),
                program=gold.program if gold else "",
                sources=tuple(source.id for source in shown),
                gold=tuple(source.id for source in shown),
                record=example.meta,
            )
        )
    return items, list(used.values())


def source_items(
    collection: Collection, pictures: bool, count: int, seed: int
) -> tuple[list[Item], list[AnySource]]:
    """Pictures, or pictures and snippets each with its nearest others, drawn by ``seed``."""
    rng = random.Random(seed)
    kinds = ("image",) if pictures else ("image", "snippet")
    drawn = [_drawn(collection.sources(kind), count, rng) for kind in kinds]
    chosen = [source for several in zip(*drawn, strict=False) for source in several][:count]
    chosen += [s for several in drawn for s in several if s not in chosen][: count - len(chosen)]
    items: list[Item] = []
    used: dict[str, AnySource] = {}
    for source in chosen:
        around = [] if pictures else _nearest(collection, source)
        used |= {each.id: each for each in (source, *around)}
        items.append(
            Item(id=source.id, sources=(source.id, *(e.id for e in around)), gold=(source.id,))
        )
    return items, list(used.values())


def _drawn(sources: Iterable[AnySource], count: int, rng: random.Random) -> list[AnySource]:
    """A fair sample of a stream, in a random order."""
    kept: list[AnySource] = []
    for number, source in enumerate(sources):
        if isinstance(source, Image) and not (source.path or source.data):
            continue
        if len(kept) < count:
            kept.append(source)
        elif (place := rng.randrange(number + 1)) < count:
            kept[place] = source
    rng.shuffle(kept)
    return kept


def _nearest(collection: Collection, source: AnySource) -> list[AnySource]:
    words = " ".join(source.searchable.split()[:40])
    hits = collection.search(words, k=_BESIDE + 1, modality=["snippet", "image"])
    return [hit.source for hit in hits if hit.source.id != source.id][:_BESIDE]
