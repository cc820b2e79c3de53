"""Bringing a collection up to date with files and folders."""

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from manyhop.collection._collection import COMMIT_EVERY, Collection
from manyhop.collection._files import Files, Holder
from manyhop.collection._joining import joined, say_the_same
from manyhop.collection._mishaps import NotStoredError, told_by_cause
from manyhop.collection._pictures import Pictures
from manyhop.collection._stored import stored_source
from manyhop.collection._writer import Change, Writer
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image
from manyhop.sources.reading import FoundFile, Reach, Skipped, read_file, walk

Found = Iterator[AnySource | Skipped]

_SECONDS_BETWEEN_COMMITS = 20


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
    allow_outside: bool = False,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> IndexReport:
    """Add what is new under ``paths``, update what changed, remove what is gone.

    ``ocr`` reads text in pictures where the ``vision`` extra is installed; ``force`` reads
    unchanged files too. Links, pages and records lead to files inside the folders of ``paths``;
    ``allow_outside`` lets them lead anywhere.
    Example: ``index_paths(collection, ["docs"]).added``
    """
    roots = [Path(path) for path in paths]
    reach = Reach() if allow_outside else Reach.within(roots)
    entries = list(walk(roots, exclude=[collection.folder], reach=reach))
    found = [entry for entry in entries if isinstance(entry, FoundFile)]
    with collection.writer() as writer, told_by_cause(collection.folder, (sqlite3.Error,)):
        indexing = _Indexing(writer, reach, ocr, on_progress)
        indexing.skipped += [entry for entry in entries if isinstance(entry, Skipped)]
        outdated = found if force else indexing.files.outdated(found)
        gone = indexing.files.gone(roots, found)
        indexing.read(outdated)
        indexing.let_go({id for path in gone for id in indexing.files.forget(path)})
        indexing.look_again()
        writer.commit()
        return indexing.report(len(found), len(outdated))


class _Indexing:
    def __init__(
        self, writer: Writer, reach: Reach, ocr: bool, on_progress: Callable[[Progress], None]
    ) -> None:
        self._writer = writer
        self._reach = reach
        self._on_progress = on_progress
        self._changes: Counter[Change] = Counter()
        self._changed_images: dict[str, Change] = {}
        self._removed = self._since_commit = 0
        self._unreadable: set[str] = set()
        self._committed_at = time.monotonic()
        self._pictures = Pictures(writer, ocr)
        self.files = Files(writer)
        self.skipped: list[Skipped] = []

    def report(self, files: int, read: int) -> IndexReport:
        """The outcome so far."""
        changes = self._changes + Counter(self._changed_images.values())
        added, updated, unchanged = (changes[word] for word in ("added", "updated", "unchanged"))
        return IndexReport(files, read, added, updated, unchanged, self._removed, self.skipped)

    def read(self, files: list[FoundFile]) -> None:
        """Read files and put their sources; a file that fails leaves its earlier ones alone."""
        progress = Progress("", 0, sum(file.size for file in files), 0)
        for file, found in self._one_ahead(files):
            progress.file = file.origin
            start = progress.done
            self._on_progress(progress)
            number = self.files.begin(file.path)
            for source in self._sources(file, found):
                try:
                    self._put(number, source)
                except NotStoredError:
                    raise
                except ManyhopError as error:
                    self.skipped.append(Skipped(file.origin, str(error)))
                self._commit_now_and_then()
                progress.sources += 1
                progress.done = min(progress.done + _size(source), start + file.size)
                self._on_progress(progress)
            if file.path not in self._unreadable:
                self.let_go(self.files.finish(number, file))
            progress.done = start + file.size
        self._on_progress(progress)

    def look_again(self) -> None:
        """Complete a collection whose pictures were not looked at yet."""
        for done, total in self._writer.look_again():
            self._on_progress(Progress("looking at pictures", done, total, done))
            self._commit_now_and_then()

    def _one_ahead(self, files: Iterable[FoundFile]) -> Iterator[tuple[FoundFile, Found]]:
        """Files with what is in them; the reading of the next begins before one is taken in."""
        before: tuple[FoundFile, Found] | None = None
        for file in files:
            begun = file, read_file(Path(file.path), file.origin, reach=self._reach)
            if before:
                yield before
            before = begun
        if before:
            yield before

    def _sources(self, file: FoundFile, found: Found) -> Iterator[AnySource]:
        """The sources in a file, repeated ones once; what cannot be read is noted."""
        last: AnySource | None = None
        try:
            for item in found:
                if isinstance(item, Skipped):
                    self.skipped.append(item)
                elif item != last:
                    last = item
                    yield item
        except ManyhopError as error:
            self.skipped.append(Skipped(file.origin, str(error)))
            self._unreadable.add(file.path)

    def _commit_now_and_then(self) -> None:
        self._since_commit += 1
        seconds = time.monotonic() - self._committed_at
        if self._since_commit >= COMMIT_EVERY or seconds > _SECONDS_BETWEEN_COMMITS:
            self._writer.commit()
            self._since_commit, self._committed_at = 0, time.monotonic()

    def let_go(self, ids: Iterable[str]) -> None:
        """Remove sources that no file holds any more; of others, what the lost file gave."""
        for id in ids:
            parts = self._parts(id)
            if parts:
                self._store(joined(parts.values()))
            else:
                self._removed += self._writer.remove(id)

    def _put(self, file: int, source: AnySource) -> None:
        """Note what a file gives under an id, and store what all its files give together."""
        if isinstance(source, Image) and (source.path or source.data):
            source = self._looked_at(source)
        mine = self.files.holder(source.id, file)
        first_time = mine is None or mine.run < self.files.run
        if first_time and not self.files.has_other_holder(source.id, file):
            self._store(source)
            self.files.hold(file, source.id)
        else:
            self._share(file, source, mine)

    def _looked_at(self, image: Image) -> Image:
        """An image with the text in it; without its pixels, where they are no picture.

        So a path in a collection is that of a file that once decoded as a picture.
        """
        try:
            return self._pictures.with_text(image)
        except ManyhopError as error:
            self.skipped.append(Skipped(image.path or image.origin, str(error)))
            return image.with_changes(path="", data=b"", content="")

    def _share(self, file: int, source: AnySource, mine: Holder | None) -> None:
        """A source that another file holds as well, or that this one gave before."""
        stored = self._writer.get(source.id)
        last = self.files.last_holder(source.id)
        is_split = last is not None and last.part is not None
        if stored and stored == source and not is_split:
            self.files.hold(file, source.id)
            return
        if stored and isinstance(source, Image) and mine and mine.part == source.to_json():
            self.files.hold(file, source.id, mine.part)
            self._changed_images.setdefault(source.id, "unchanged")
            return
        if stored and last and mine is None and file > last.file:  # spares reading all others
            parts: dict[int, AnySource] = {last.file: stored, file: source}
        else:
            parts = self._parts(source.id)
            again = mine is not None and mine.run == self.files.run and file in parts
            parts[file] = joined([parts[file], source]) if again else source
        whole = joined(parts[number] for number in sorted(parts))
        if not isinstance(whole, Image) and not say_the_same(whole, source):
            reason = f"id {source.id!r} came before with other content; the first one is kept"
            self.skipped.append(Skipped(source.origin, reason))
        if stored and len(parts) > 1 and not is_split:
            self.files.keep_parts(source.id, stored.to_json())
        if whole != stored:
            self._store(whole)
        self.files.hold(file, source.id, parts[file].to_json() if len(parts) > 1 else None)

    def _parts(self, id: str) -> dict[int, AnySource]:
        """What each file gives under an id, by the file's number, first come first."""
        parts = {}
        for holder in self.files.holders(id):
            part = stored_source(holder.part) if holder.part else self._writer.get(id)
            if part:
                parts[holder.file] = part
        return parts

    def _store(self, source: AnySource) -> None:
        change = self._writer.put(source)
        if not isinstance(source, Image):
            self._changes[change] += 1
        elif change != "unchanged" or source.id not in self._changed_images:
            earlier = self._changed_images.get(source.id)
            self._changed_images[source.id] = "added" if earlier == "added" else change


def _size(source: AnySource) -> int:
    return len(source.passage) + len(source.title)
