"""A built benchmark as it lies in its folder: its questions, and what is said of each."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.writing._about import About, read_about
from manyhop.generation.writing._hugging_face import (
    hub_row,
    is_hub_folder,
    read_hub_questions,
    read_hub_sources,
)
from manyhop.generation.writing._mmqa import read_contexts, read_mmqa
from manyhop.generation.writing._mmqa_records import OURS, MMQARecords
from manyhop.sources import AnySource

Record = Mapping[str, Any]
_UNORDERED = {"answers", "context", "hops", "intermediate_answers", "supporting_context", "gold"}


class Published(NamedTuple):
    """A folder's questions with the records they were read from, and how its layout says one."""

    questions: Iterator[tuple[BuiltQuestion, Record]]
    sources: Mapping[str, AnySource]
    about: About
    record: Callable[[BuiltQuestion], Record]


def read_published(folder: Path, sources: Mapping[str, AnySource] | None = None) -> Published:
    """Open a folder in MultiModalQA's layout or a hub's; with other sources than its own if given.

    Example: ``next(read_published(Path("bridges-qa")).questions)``
    """
    about = read_about(folder)
    if is_hub_folder(folder):
        known = read_hub_sources(folder) if sources is None else sources
        return Published(read_hub_questions(folder), known, about, hub_row)
    known = read_contexts(folder) if sources is None else sources
    return Published(read_mmqa(folder), known, about, MMQARecords(known).record)


def differences(said: Record, proved: Record) -> Iterator[str]:
    """The fields of a record that say something else than what its program proves.

    Example: ``list(differences(record, records.record(proved)))`` → ``["answers says …"]``
    """
    yield from _differences(said, proved, "")


def _differences(said: Record, proved: Record, above: str) -> Iterator[str]:
    for name, right in proved.items():
        if name == OURS:  # the program itself, and values that the official fields say again
            right = {"seal": right["seal"]}
        where = f"{above}{name}"
        if name not in said:
            yield f"{where} is missing"
        elif isinstance(right, dict):
            yield from _differences(said[name], right, f"{where}.")
        elif name == "seal" and said[name] != right:
            yield "its words, program or split are not those that it was built with"
        elif _plain(name, said[name]) != _plain(name, right):
            yield f"{where} says {_short(said[name])}, but {_short(right)} is proved"


def _plain(name: str, value: Any) -> Any:
    """A value as JSON has it; lists whose order says nothing are sorted."""
    value = msgspec.json.decode(value if _is_json(value) else msgspec.json.encode(value))
    if name in _UNORDERED and isinstance(value, list):
        return sorted(
            msgspec.json.encode(sorted(map(repr, one)) if isinstance(one, list) else one)
            for one in value
        )
    return value


def _is_json(value: Any) -> bool:
    return isinstance(value, str) and value[:1] in ("{", "[")


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else f"{text[:77]}…"
