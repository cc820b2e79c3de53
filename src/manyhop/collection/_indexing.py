"""Bringing a collection up to date with files and folders."""

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from manyhop.collection._collection import COMMIT_EVERY, Collection
from manyhop.collection._joining import joined, say_the_same
from manyhop.collection._mishaps import NotStoredError, told_by_cause
from manyhop.collection._pictures import Pictures
from manyhop.collection._stored import stored_source
from manyhop.collection._writer import Change, Writer
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image
from manyhop.sources.reading import FoundFile, Reach, Skipped, read_file, walk

Found = Iterator[AnySource | Skipped]


# Which files hold which sources, so that indexing a folder again changes only what changed.


class Holder(NamedTuple):
    """A file that holds a source since a run, and what it gives; None for the stored record."""

    file: int
    run: int
    part: bytes | None


class Files:
    """The file tables of a collection, written in the same transactions as the sources.

    A source may be held by several files (a picture and the page that shows it); it goes when the
    last of them lets it go. What one indexing puts down bears its run number.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.run = writer.epoch

    @property
    def _database(self) -> sqlite3.Connection:
        return self._writer.transaction

    def outdated(self, found: Iterable[FoundFile]) -> list[FoundFile]:
        """New and changed files."""
        known = self._known()
        return [file for file in found if known.get(file.path) != (file.size, file.mtime_ns)]

    def gone(self, roots: Iterable[Path], found: Iterable[FoundFile]) -> list[str]:
        """Files under the roots that were indexed before and are there no more."""
        here = {file.path for file in found}
        folders = [
            root.resolve() if ".." in root.parts else root.absolute() for root in map(Path, roots)
        ]
        return [
            path
            for path in self._known()
            if path not in here
            and any(Path(path).is_relative_to(folder) for folder in folders)
            and not _is_locked_away(path)
        ]

    def _known(self) -> dict[str, tuple[int, int]]:
        rows = self._database.execute("SELECT path, size, mtime_ns FROM files")
        return {path: (size, mtime_ns) for path, size, mtime_ns in rows}

    def begin(self, path: str) -> int:
        """The number of a file whose reading starts; it counts as unread until ``finish``."""
        self._database.execute(
            "INSERT INTO files (path, size, mtime_ns) VALUES (?, -1, -1) "
            "ON CONFLICT (path) DO UPDATE SET size = -1",
            (path,),
        )
        row = self._database.execute("SELECT file FROM files WHERE path = ?", (path,)).fetchone()
        return int(row[0])

    def holders(self, id: str) -> list[Holder]:
        """The files that hold a source, first come first."""
        query = "SELECT file, run, part FROM holders WHERE id = ? ORDER BY file"
        return [Holder(*row) for row in self._database.execute(query, (id,))]

    def last_holder(self, id: str) -> Holder | None:
        """The last to come of the files that hold a source."""
        query = "SELECT file, run, part FROM holders WHERE id = ? ORDER BY file DESC LIMIT 1"
        row = self._database.execute(query, (id,)).fetchone()
        return Holder(*row) if row else None

    def holder(self, id: str, file: int) -> Holder | None:
        """A file as holder of a source, if it is one."""
        query = "SELECT file, run, part FROM holders WHERE id = ? AND file = ?"
        row = self._database.execute(query, (id, file)).fetchone()
        return Holder(*row) if row else None

    def has_other_holder(self, id: str, file: int) -> bool:
        """Whether another file holds a source as well."""
        query = "SELECT 1 FROM holders WHERE id = ? AND file != ? LIMIT 1"
        return self._database.execute(query, (id, file)).fetchone() is not None

    def hold(self, file: int, id: str, part: bytes | None = None) -> None:
        """Note that a file gives a source in this run: the stored record, or a part of it."""
        self._database.execute(
            "INSERT INTO holders VALUES (?1, ?2, ?3, ?4) "
            "ON CONFLICT (id, file) DO UPDATE SET run = ?3, part = ?4",
            (id, file, self.run, part),
        )

    def keep_parts(self, id: str, record: bytes) -> None:
        """Note the stored record as what its holders give, before it becomes one of several."""
        self._database.execute(
            "UPDATE holders SET part = ? WHERE id = ? AND part IS NULL", (record, id)
        )

    def finish(self, file: int, found: FoundFile) -> list[str]:
        """A file has been read to its end; the ids it held before and holds no more."""
        self._database.execute(
            "UPDATE files SET size = ?, mtime_ns = ? WHERE file = ?",
            (found.size, found.mtime_ns, file),
        )
        return self._let_go(file, "run < ?")

    def forget(self, path: str) -> list[str]:
        """A file is there no more; the ids it held."""
        file = self.begin(path)
        self._database.execute("DELETE FROM files WHERE file = ?", (file,))
        return self._let_go(file, "run <= ?")

    def _let_go(self, file: int, condition: str) -> list[str]:
        lost = self._database.execute(
            f"DELETE FROM holders WHERE file = ? AND {condition} RETURNING id", (file, self.run)
        )
        return [id for (id,) in lost.fetchall()]


def _is_locked_away(path: str) -> bool:
    """Whether a file cannot be looked at, so that nobody can say it is gone."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return not os.access(path, os.R_OK)


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
