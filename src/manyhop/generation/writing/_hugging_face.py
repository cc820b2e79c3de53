"""A benchmark as a Hugging Face dataset folder: Parquet files and a card."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
from arro3.core import Array, DataType, Table, list_array
from arro3.io import write_parquet

from manyhop.benchmarks import read_columns
from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import context_of
from manyhop.generation.writing._about import About, write_about
from manyhop.generation.writing._card import card
from manyhop.generation.writing._facts import FactsOf
from manyhop.generation.writing._whole_folder import carried_pixels, whole_folder
from manyhop.sources import AnySource, Image, source_from_json

_SPLITS = ("train", "dev", "test")
_REMEDY = "build the folder again"


def write_hugging_face(
    target: Path,
    questions: Iterable[BuiltQuestion],
    sources: Mapping[str, AnySource],
    about: About,
    *,
    force: bool = False,
) -> Counter[str]:
    """Write the folder, whole or not at all; how many questions there are in each split.

    Example: ``write_hugging_face(Path("bridges-hf"), questions, sources, About(name="bridges"))``,
    then ``datasets.load_dataset("bridges-hf")``
    """
    counts: Counter[str] = Counter()
    facts = FactsOf(sources)
    used: set[str] = set()
    with whole_folder(target, force=force) as folder:
        shards = {split: Shards(folder / "data", split) for split in _SPLITS}
        for built in questions:
            split = built.split or "dev"
            shards[split].add(hub_row(built))
            used.update((built.table, *context_of(built), *built.read))
            facts.add(built)
            counts[split] += 1
        for each in shards.values():
            each.finish()
        known = [source for id, source in sources.items() if id in used]
        kept = Shards(folder / "sources", "sources")
        for source in known:
            kept.add(_source_row(source))
        kept.finish()
        text = card(about, facts.said(), has_sources=bool(known))
        (folder / "README.md").write_text(text, encoding="utf-8")
        write_about(folder, about)
    return counts


def hub_row(built: BuiltQuestion) -> dict[str, Any]:
    """A question as the data set's columns."""
    context = list(context_of(built))
    random.Random(f"{built.id} context").shuffle(context)
    return {
        "id": built.id,
        "question": built.question,
        "answers": built.answers,
        "type": built.type,
        "pseudo_language": built.pseudo,
        "hops": _json([[value.text for value in hop] for hop in built.hops]),
        "program": _json(built.program),
        "queries": _json(built.queries),
        "gold": built.gold,
        "context": context,
        "table": built.table,
        "topic": built.topic,
        "paraphrase_of": built.paraphrase_of,
        "seal": built.seal,
    }


def is_hub_folder(folder: Path) -> bool:
    """Whether ``write_hugging_face`` wrote it."""
    return (folder / "data").is_dir() and (folder / "sources").is_dir()


def read_hub_questions(folder: Path) -> Iterator[tuple[BuiltQuestion, dict[str, Any]]]:
    """The questions, split by split, with the row that each was read from."""
    for split in _SPLITS:
        for path in sorted((folder / "data").glob(f"{split}-*.parquet")):
            for where, row in read_columns(path, _REMEDY):
                yield _built(row, split, where), row


def read_hub_sources(folder: Path) -> dict[str, AnySource]:
    """The sources by id, pictures with their pixels."""
    found: dict[str, AnySource] = {}
    for path in sorted((folder / "sources").glob("*.parquet")):
        for _, row in read_columns(path, _REMEDY):
            source = source_from_json(row["source"].encode())
            if isinstance(source, Image):
                source = source.with_changes(data=row["picture"] or b"")
            found[source.id] = source
    return found


def _built(row: Mapping[str, Any], split: str, where: str) -> BuiltQuestion:
    """The question of a row, as far as proving it needs; its gold and distractors apart again."""
    try:
        gold = [*row["gold"]]
        fields = {
            "id": row["id"],
            "question": row["question"],
            "pseudo": row["pseudo_language"],
            "type": row["type"],
            "program": msgspec.json.decode(row["program"]),
            "queries": msgspec.json.decode(row["queries"]),
            "values": [{"text": text} for text in row["answers"]],
            "hops": [[{"text": text} for text in hop] for hop in msgspec.json.decode(row["hops"])],
            "topic": row["topic"],
            "table": row["table"],
            "gold": gold,
            "distractors": [id for id in row["context"] if id not in gold],
            "paraphrase_of": row["paraphrase_of"],
            "split": split,
        }
        return msgspec.convert(fields, BuiltQuestion)
    except (KeyError, TypeError, msgspec.MsgspecError) as error:
        raise ManyhopError(f"{where}: {error}; build the folder again") from error


def _source_row(source: AnySource) -> dict[str, Any]:
    bare = source.with_changes(data=b"", path="") if isinstance(source, Image) else source
    return {
        "id": source.id,
        "kind": source.kind,
        "title": source.title,
        "origin": source.origin,
        "text": source.passage,
        "source": bare.to_json().decode(),
        "picture": carried_pixels(source),
    }


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# Rows as Parquet files, a shard at a time.

Row = Mapping[str, Any]


class Shards:
    """A split's Parquet files, ``train-00000-of-00002.parquet`` and so on, in one folder.

    The columns are those of the first row: strings, lists of strings or bytes.
    Example: ``shards = Shards(folder, "train"); shards.add({"id": "q1"}); shards.finish()``
    """

    def __init__(self, folder: Path, name: str, *, rows: int = 20_000) -> None:
        self._folder = folder
        self._name = name
        self._size = rows
        self._rows: list[Row] = []
        self._files = 0

    def add(self, row: Row) -> None:
        """One more row; a full shard is written."""
        self._rows.append(row)
        if len(self._rows) == self._size:
            self._write()

    def finish(self) -> None:
        """Write what is left, and give every shard its name, which says how many there are."""
        if self._rows:
            self._write()
        for number in range(self._files):
            name = f"{self._name}-{number:05}-of-{self._files:05}.parquet"
            self._part(number).replace(self._folder / name)

    def _part(self, number: int) -> Path:
        return self._folder / f"{self._name}-{number:05}.part"

    def _write(self) -> None:
        self._folder.mkdir(exist_ok=True)
        columns: dict[str, Any] = {
            name: _column([row[name] for row in self._rows]) for name in self._rows[0]
        }
        write_parquet(Table.from_pydict(columns), self._part(self._files), compression="zstd(3)")
        self._files += 1
        self._rows = []


def _column(values: Sequence[Any]) -> Array:
    first = values[0]
    if isinstance(first, bytes):
        return Array(list(values), DataType.binary())
    if isinstance(first, str):
        return Array(list(values), DataType.string())
    ends = [0, *accumulate(len(value) for value in values)]
    texts = [text for value in values for text in value]
    return list_array(Array(ends, DataType.int32()), Array(texts, DataType.string()))
