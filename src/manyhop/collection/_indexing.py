"""Bringing a collection up to date with files and folders."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from manyhop.collection._collection import COMMIT_EVERY, Collection
from manyhop.collection._files import Files
from manyhop.collection._pictures import Pictures
from manyhop.collection._writer import Change, Writer
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image
from manyhop.sources.reading import FoundFile, Skipped, read_file, walk


class Progress(msgspec.Struct):
    """How far indexing has come, in bytes of the files that need reading."""

    file: str
    done: int
    total: int
    sources: int


class IndexReport(msgspec.Struct):
    """What an indexing did; ``skipped`` says what could not be read and why."""

    files: int
    read: int
    added: int
    updated: int
    unchanged: int
    removed: int
    skipped: list[Skipped]


def index_paths(
    collection: Collection,
    paths: Iterable[str | Path],
    *,
    ocr: bool = True,
    force: bool = False,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> IndexReport:
    """Add what is new under ``paths``, update what changed, remove what is gone.

    ``ocr`` reads text in pictures where the ``vision`` extra is installed; ``force`` reads
    unchanged files too.
    Example: ``index_paths(collection, ["docs"]).added``
    """
    roots = [Path(path) for path in paths]
    entries = list(walk(roots, exclude=[collection.folder]))
    found = [entry for entry in entries if isinstance(entry, FoundFile)]
    with collection.writer() as writer:
        indexing = _Indexing(writer, ocr, on_progress)
        indexing.skipped += [entry for entry in entries if isinstance(entry, Skipped)]
        outdated = found if force else indexing.files.outdated(found)
        gone = indexing.files.gone(roots, found)
        indexing.read(outdated)
        for path in gone:
            indexing.remove(indexing.files.forget(path))
        writer.commit()
        return indexing.report(len(found), len(outdated))


class _Indexing:
    def __init__(self, writer: Writer, ocr: bool, on_progress: Callable[[Progress], None]) -> None:
        self._writer = writer
        self._on_progress = on_progress
        self._changes: Counter[Change] = Counter()
        self._removed = self._since_commit = 0
        self._pictures = Pictures(writer, ocr)
        self.files = Files(writer)
        self.skipped: list[Skipped] = []

    def report(self, files: int, read: int) -> IndexReport:
        """The outcome so far."""
        added, updated, unchanged = (
            self._changes[change] for change in ("added", "updated", "unchanged")
        )
        return IndexReport(files, read, added, updated, unchanged, self._removed, self.skipped)

    def read(self, files: list[FoundFile]) -> None:
        """Read files and put their sources; a file that fails leaves its earlier ones alone."""
        progress = Progress("", 0, sum(file.size for file in files), 0)
        for file in files:
            progress.file = file.origin
            start = progress.done
            self._on_progress(progress)
            number = self.files.begin(file.path)
            try:
                for item in read_file(Path(file.path), file.origin):
                    if isinstance(item, Skipped):
                        self.skipped.append(item)
                        continue
                    self._put(number, item)
                    progress.sources += 1
                    progress.done = min(progress.done + _size(item), start + file.size)
                    self._on_progress(progress)
                self.remove(self.files.finish(number, file))
            except ManyhopError as error:
                self.skipped.append(Skipped(file.origin, str(error)))
            progress.done = start + file.size
        self._on_progress(progress)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove sources that no file holds any more."""
        self._removed += sum(self._writer.remove(id) for id in ids)

    def _put(self, file: int, source: AnySource) -> None:
        if isinstance(source, Image):
            source = self._pictures.with_text(source)
        if self.files.is_held(source.id):
            earlier = self._writer.get(source.id)
            if earlier == source:
                self.files.hold(file, source.id)
                return
            if not isinstance(source, Image) or not isinstance(earlier, Image):
                reason = f"id {source.id!r} came before with other content; the first one is kept"
                self.skipped.append(Skipped(source.origin, reason))
                return
            self._writer.put(_merged(earlier, source))
        else:
            self._changes[self._writer.put(source)] += 1
        self.files.hold(file, source.id)
        self._since_commit += 1
        if self._since_commit >= COMMIT_EVERY:
            self._writer.commit()
            self._since_commit = 0


def _merged(first: Image, second: Image) -> Image:
    """One picture met twice, say in a page and as a file: every caption counts once."""
    new = second.caption if second.caption not in first.caption else ""
    return first.with_changes(
        caption="\n".join(filter(None, (first.caption, new))),
        title=first.title or second.title,
        path=first.path or second.path,
        data=first.data or second.data,
        text=first.text or second.text,
        meta=second.meta | first.meta,
    )


def _size(source: AnySource) -> int:
    return len(source.passage) + len(source.title)
