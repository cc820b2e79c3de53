"""A benchmark in MultiModalQA's official layout."""

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from manyhop.benchmarks import read_records
from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import context_of
from manyhop.generation.writing._about import About, write_about
from manyhop.generation.writing._mmqa_records import MMQARecords, built_from_record
from manyhop.generation.writing._mmqa_sources import (
    kinds_of,
    source_from_row,
    source_row,
    write_pixels,
)
from manyhop.generation.writing._whole_folder import whole_folder
from manyhop.sources import AnySource, Image, Procedure, source_from_json

SPLITS = ("train", "dev", "test")
_CONTEXTS = ("tables", "texts", "images")
_PROCEDURES = "manyhop_procedures.jsonl.gz"  # which the official layout has no file for


def write_mmqa(
    target: Path,
    questions: Iterable[BuiltQuestion],
    sources: Mapping[str, AnySource],
    about: About,
    *,
    force: bool = False,
) -> Counter[str]:
    """Write questions and their context, whole or not at all; how many there are in each split.

    Questions without a split are "dev". The files hold the sources that a question has for
    context, and those that its queries read, so that the folder proves its answers by itself.
    Example: ``write_mmqa(Path("bridges-qa"), questions, sources, About(seed=7))``
    """
    counts: Counter[str] = Counter()
    used: set[str] = set()
    with whole_folder(target, force=force) as folder:
        records = MMQARecords(sources)
        with ExitStack() as stack:
            files = {
                split: stack.enter_context(Lines(folder / f"MMQA_{split}.jsonl.gz"))
                for split in SPLITS
            }
            for built in questions:
                split = built.split or "dev"
                files[split].add(records.record(built))
                used.update((built.table, *context_of(built), *built.read))
                counts[split] += 1
        write_contexts(folder, {id: source for id, source in sources.items() if id in used})
        write_about(folder, about)
    return counts


def write_contexts(folder: Path, sources: Mapping[str, AnySource]) -> None:
    """The three context files with the pictures, and procedures in a file of our own."""
    kinds = kinds_of(sources)
    for part in _CONTEXTS:
        with Lines(folder / f"MMQA_{part}.jsonl.gz", always=True) as lines:
            for source in kinds[part]:
                assert not isinstance(source, Procedure)
                lines.add(source_row(source))
                if isinstance(source, Image):
                    write_pixels(source, folder)
    with Lines(folder / _PROCEDURES) as lines:
        for source in kinds["procedures"]:
            lines.add(source)


def read_questions(folder: Path) -> Iterator[BuiltQuestion]:
    """The built questions of a folder that ``write_mmqa`` wrote, split by split.

    Example: ``next(read_questions(Path("bridges-qa"))).program``
    """
    for built, _ in read_mmqa(folder):
        yield built


def read_mmqa(folder: Path) -> Iterator[tuple[BuiltQuestion, dict[str, Any]]]:
    """The same with the record that each was read from."""
    files = [(split, folder / f"MMQA_{split}.jsonl.gz") for split in SPLITS]
    if not any(path.is_file() for _, path in files):
        raise ManyhopError(
            f"{folder} has no MMQA_train, MMQA_dev or MMQA_test.jsonl.gz; name a folder that "
            "manyhop build wrote in MultiModalQA's layout"
        )
    for split, path in files:
        if path.is_file():
            for where, _, row in read_records(path):
                yield built_from_record(row, where, split), row


def read_contexts(folder: Path) -> dict[str, AnySource]:
    """The sources of a folder, by id."""
    found: dict[str, AnySource] = {}
    for part in _CONTEXTS:
        path = folder / f"MMQA_{part}.jsonl.gz"
        for where, _, row in read_records(path) if path.is_file() else ():
            try:
                source = source_from_row(row, folder)
            except (ManyhopError, msgspec.ValidationError, TypeError) as error:
                raise ManyhopError(f"{where}: {error}; build the folder again") from error
            found[source.id] = source
    path = folder / _PROCEDURES
    for _, _, row in read_records(path) if path.is_file() else ():
        procedure = source_from_json(msgspec.json.encode(row))
        found[procedure.id] = procedure
    return found


class Lines:
    """A file that is begun with its first line; one without any is made only with ``always``.

    Example: ``with Lines(Path("MMQA_dev.jsonl.gz")) as lines: lines.add({"qid": "1"})``
    """

    def __init__(self, path: Path, *, always: bool = False) -> None:
        self._path = path
        self._file = self._begun() if always else None
        self._encoder = msgspec.json.Encoder()

    def add(self, row: Any) -> None:
        """One more line."""
        self._file = self._file or self._begun()
        self._file.write(self._encoder.encode(row) + b"\n")

    def _begun(self) -> gzip.GzipFile:
        return gzip.GzipFile(self._path, "wb", compresslevel=6, mtime=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()
