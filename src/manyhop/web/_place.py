"""Where the page's things lie: a collection, runs, sets, audits, queues, and its own folder."""

import os
import threading
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from manyhop.annotation import ABOUT, Queue
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.evaluation import Run, load_run, write_whole
from manyhop.models import Models, open_models
from manyhop.sources import AnySource

_MARKS = {
    "runs": ("run.json",),
    "sets": ("MMQA_train.jsonl.gz", "MMQA_dev.jsonl.gz", "MMQA_test.jsonl.gz", "MMQA_dev.jsonl"),
    "audits": ("audit.json",),
    "queues": (ABOUT,),
}
_DEEP = 3  # folders inside one another that are looked through


class Place:
    """Everything a page shows. Things are known by names made here, never by a path.

    ``beside`` are folders to look for runs, sets, audits and queues in; ``keep`` is where the page
    writes: questions asked, files added, queues made.
    """

    def __init__(
        self, collection: Path, keep: Path, beside: tuple[Path, ...] = (), model: str = "embedded"
    ) -> None:
        self.keep = keep
        keep.mkdir(mode=0o700, parents=True, exist_ok=True)  # what people ask is theirs
        for name in ("added", "pictures", "queues"):
            (keep / name).mkdir(exist_ok=True)
        self.collection = Collection.open(collection, create=True)
        self._beside = (*beside, keep)
        self._model = model
        self._models: Models | None = None
        self._opening = threading.Lock()
        self._queues: dict[Path, Queue] = {}

    @property
    def models(self) -> Models:
        """The models, opened when first asked for."""
        with self._opening:
            if self._models is None:
                self._models = open_models(self._model)
            return self._models

    def names(self, what: str) -> dict[str, Path]:
        """The folders of runs, sets, audits or queues, by name."""
        found: dict[str, Path] = {}
        for root in self._beside:
            for folder in _folders(root, _DEEP):
                if any((folder / mark).is_file() for mark in _MARKS[what]):
                    name = folder.name
                    number = 2
                    while found.get(name, folder) != folder:
                        name, number = f"{folder.name}-{number}", number + 1
                    found[name] = folder
        return found

    def folder(self, what: str, name: str) -> Path:
        """The folder of a thing; a ``ManyhopError`` where there is none of that name."""
        found = self.names(what).get(name)
        if found is None:
            raise ManyhopError(f"there is no {what.removesuffix('s')} called {name!r} here")
        return found

    def run(self, name: str) -> Run:
        """A run, read again when it has changed."""
        folder = self.folder("runs", name)
        stamps = tuple(p.stat().st_mtime_ns for p in sorted(folder.glob("*.json*")))
        return _run(folder, stamps)

    def queue(self, name: str) -> Queue:
        """A queue, opened once."""
        folder = self.folder("queues", name)
        with self._opening:
            if folder not in self._queues:
                self._queues[folder] = Queue.open(folder)
            return self._queues[folder]

    def source(self, id: str, queue: str = "", within: str = "") -> AnySource:
        """A source of a queue, of a set, or of the collection."""
        found = None
        if queue:
            found = self.queue(queue).sources.get(id)
        elif within:
            found = self.contexts(within).get(id)
        return found or self.collection.get(id)

    def contexts(self, name: str) -> dict[str, AnySource]:
        """The sources of a built set."""
        return _contexts(self.folder("sets", name))

    def read(self, name: str, type: Any, default: Any) -> Any:
        """Something that the page keeps."""
        try:
            return msgspec.json.decode((self.keep / name).read_bytes(), type=type)
        except (FileNotFoundError, msgspec.DecodeError):  # or cut off, before it was written whole
            return default

    def write(self, name: str, value: Any) -> None:
        """Keep something, whole or not at all."""
        write_whole(self.keep / name, msgspec.json.encode(value), private=True)


def _folders(root: Path, deep: int) -> Iterator[Path]:
    if root.is_dir() and not root.is_symlink():
        yield root
        if deep:
            with os.scandir(root) as entries:  # which says what is a folder without asking again
                inside = sorted(e.name for e in entries if e.is_dir(follow_symlinks=False))
            for name in inside:
                if not name.startswith("."):
                    yield from _folders(root / name, deep - 1)


@lru_cache(4)
def _run(folder: Path, stamps: tuple[int, ...]) -> Run:
    return load_run(folder)


@lru_cache(4)
def _contexts(folder: Path) -> dict[str, AnySource]:
    from manyhop.generation.writing import read_contexts  # takes seconds to import

    return read_contexts(folder)
