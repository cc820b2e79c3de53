"""The one writer: puts and removes sources, and makes them visible all at once.

SQLite alone says what exists. The word and vector indexes are written first and may know keys that
SQLite does not; readers drop those. A key is the number of the attempt that made it and a counter,
so a key of an attempt that died is never used again.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import filelock

from manyhop.collection._database import connect, fact, index_folders, set_fact
from manyhop.collection._folder import (
    LOCK,
    ROWS,
    mark,
    reached,
    refuse_links,
    remove_folder,
    words_folders,
)
from manyhop.collection._gallery import GalleryWriter
from manyhop.collection._mishaps import (
    IndexDamagedError,
    NotStoredError,
    missing_is_damage,
    told,
    told_by_cause,
)
from manyhop.collection._row_files import RowFiles
from manyhop.collection._soundness import Soundness, check_number
from manyhop.collection._stored import stored_source, with_content
from manyhop.collection._vector_writer import VectorWriter
from manyhop.collection._words import WordIndex, WordWriter, clear_unfinished
from manyhop.errors import ManyhopError
from manyhop.models import TextEncoder
from manyhop.sources import (
    AnySource,
    Image,
    Kind,
    Table,
    with_rows_stored,
)

Change = Literal["added", "updated", "unchanged"]

EMBEDDED_CHARACTERS = 4000  # the vector of a long table or procedure is that of its beginning


def write_lock(folder: Path) -> filelock.BaseFileLock:
    """The lock of the one writer, taken; release it when done."""
    with told_by_cause(folder):
        refuse_links(folder)
        lock = filelock.FileLock(folder / LOCK, timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout as error:
            raise ManyhopError(
                f"another process is writing to {folder}; wait for it to finish"
            ) from error
    return lock


def sweep_word_folders(folder: Path, database: sqlite3.Connection) -> None:
    """Remove the word indexes of rebuildings: those that died, and those that are replaced."""
    current, _ = index_folders(database)
    epoch = int(fact(database, "epoch") or 0)
    for name in words_folders(folder):
        if name != current and int(name.rpartition("-")[2]) <= epoch:
            remove_folder(folder, name)


class Writer:
    """Holds the write lock from open to close; use it as a context.

    Example: ``with collection.writer() as writer: writer.put(source); writer.commit()``
    """

    def __init__(self, folder: Path, encoder: TextEncoder) -> None:
        self._folder = folder
        self._words: WordWriter | None = None
        self._begun = False
        self._epoch = self._counter = 0
        self._lock = write_lock(folder)
        try:
            self._database = connect(folder, write=True)
            try:
                self._open_indexes(encoder)
            except BaseException:
                self._database.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def _open_indexes(self, encoder: TextEncoder) -> None:
        """Clear what a killed writer left, and build on nothing that is damaged."""
        with told_by_cause(self._folder), missing_is_damage(self._folder):
            words, vectors = index_folders(self._database)
            refuse_links(self._folder, words, vectors, ROWS)
            mark(self._folder)
            clear_unfinished(self._folder, words)
            sweep_word_folders(self._folder, self._database)
            self._soundness = Soundness(self._folder)
            self._soundness.check_words(self._database, words)
            for (name,) in self._database.execute("SELECT name FROM segments"):
                self._soundness.check_segment(self._database, vectors, name)
            self._word_index = WordIndex(self._folder / words)
            check_number(self._database, self._word_index)
            self._vectors = VectorWriter(self._folder, vectors, encoder)
            self._vectors.sweep(self._database)
            self._row_files = RowFiles(self._folder, self._database)
            self._row_files.sweep(self._database)
            self._gallery = GalleryWriter(self._database)

    @property
    def transaction(self) -> sqlite3.Connection:
        """The open transaction, for what is to be stored together with the sources."""
        self._begin()
        return self._database

    @property
    def epoch(self) -> int:
        """The number of the open transaction; later ones have higher numbers."""
        self._begin()
        return self._epoch

    def get(self, id: str) -> AnySource | None:
        """The source with an id as this writer sees it, uncommitted changes included."""
        row = self._database.execute("SELECT record FROM sources WHERE id = ?", (id,)).fetchone()
        return stored_source(row[0]) if row else None

    def put(self, source: AnySource) -> Change:
        """Add a source, or replace the one with its id."""
        with self._stored_or_dropped():
            self._begin()
            if isinstance(source, Table):
                source = with_rows_stored(source)
            elif isinstance(source, Image):
                source = with_content(source)
        try:
            record = source.to_json()
        except UnicodeEncodeError as error:
            raise ManyhopError(f"source {source.id}: its text is not valid Unicode") from error
        with self._stored_or_dropped():
            self._begin()
            row = self._database.execute(
                "SELECT key, kind, record FROM sources WHERE id = ?", (source.id,)
            ).fetchone()
            if row and row[2] == record:
                if isinstance(source, Table) and source.whole:
                    self._row_files.put_down(source.whole.digest, self._database)
                return "unchanged"
            if row:
                self._bury(row[0], row[1])
            key = (self._epoch << 32) | self._counter
            self._counter += 1
            self._database.execute(
                "INSERT INTO sources VALUES (?, ?, ?, ?)", (key, source.id, source.kind, record)
            )
            self._counts[source.kind] += 1
            if isinstance(source, Table) and source.whole:
                self._row_files.keep(key, source.whole.digest, self._database)
            text = source.searchable
            self._word_writer().add(key, source.kind, text)
            self._vectors.add(key, source.kind, text[:EMBEDDED_CHARACTERS])
            if isinstance(source, Image):
                self._gallery.add(key, source)
            return "updated" if row else "added"

    def remove(self, id: str) -> bool:
        """Remove a source; False when there is none."""
        with self._stored_or_dropped():
            self._begin()
            query = "SELECT key, kind FROM sources WHERE id = ?"
            row = self._database.execute(query, (id,)).fetchone()
            if row:
                self._bury(*row)
            return row is not None

    def look_again(self) -> Iterator[tuple[int, int]]:
        """Look at the pictures that came in before pictures were looked at: how many, of all."""
        self._begin()
        self._gallery.flush()
        unseen = self._gallery.unseen()
        for done, (key, image) in enumerate(unseen, start=1):
            self._begin()
            self._gallery.add(key, image)
            yield done, len(unseen)

    def commit(self) -> None:
        """Make everything since the last commit durable and visible, or nothing of it."""
        if not self._begun:
            return
        with self._stored_or_dropped():
            self._gallery.flush()
            self._purge_words()
            reached("words are purged")
            self._vectors.commit(self._epoch, self._database)
            reached("vectors are written")
            if self._words:
                self._words.commit()
            reached("words are committed")
            self._store_counts()
            set_fact(self._database, "commit", self._epoch)
            self._database.execute("COMMIT")
        self._begun = False
        reached("the database is committed")
        self._vectors.sweep(self._database)
        self._row_files.sweep(self._database)

    @contextmanager
    def _stored_or_dropped(self) -> Iterator[None]:
        """What cannot be written drops the whole batch, and says why."""
        try:
            yield
        except (OSError, sqlite3.Error, IndexDamagedError) as error:
            self.rollback()
            raise NotStoredError(
                f"nothing of this batch was stored: {told(error, self._folder)}"
            ) from error

    def rollback(self) -> None:
        """Drop everything since the last commit."""
        if not self._begun:
            return
        self._begun = False
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")
        if self._words:
            try:
                self._words.rollback()
            except (OSError, IndexDamagedError):  # its threads died with the disk
                self._words = None
        self._vectors.forget()
        self._gallery.forget()
        self._vectors.sweep(self._database)
        self._row_files.sweep(self._database)

    def close(self) -> None:
        """Drop what is not committed and give the lock back."""
        try:
            self.rollback()
            with suppress(
                OSError, sqlite3.Error, IndexDamagedError
            ):  # all is stored; this only tidies
                if self._words:
                    self._words.close()
                self._soundness.store(self._database)
        finally:
            self._words = None
            self._database.close()
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _begin(self) -> None:
        if self._begun:
            return
        self._epoch = int(fact(self._database, "epoch") or 0) + 1
        set_fact(self._database, "epoch", self._epoch)
        reached("the epoch is stored")
        self._counter = 0
        self._counts: Counter[Kind] = Counter()
        self._database.execute("BEGIN IMMEDIATE")
        self._begun = True

    def _bury(self, key: int, kind: Kind) -> None:
        self._database.execute("DELETE FROM sources WHERE key = ?", (key,))
        self._row_files.drop(key, self._database)
        self._gallery.remove(key)
        self._database.execute("INSERT INTO graves (key, buried) VALUES (?, ?)", (key, self._epoch))
        self._counts[kind] -= 1

    def _store_counts(self) -> None:
        self._database.executemany(
            "INSERT INTO kinds VALUES (?1, ?2) "
            "ON CONFLICT (kind) DO UPDATE SET number = number + ?2",
            self._counts.items(),
        )

    def _word_writer(self) -> WordWriter:
        if self._words is None:
            self._words = self._word_index.writer()
        return self._words

    def _purge_words(self) -> None:
        """Take what earlier commits buried out of the word index: no reader sees it any more."""
        condition = "NOT purged AND buried < ?"
        stale = self._database.execute(
            f"SELECT key FROM graves WHERE {condition}", (self._epoch,)
        ).fetchall()
        if stale:
            self._word_writer().remove(key for (key,) in stale)
            self._database.execute(
                f"UPDATE graves SET purged = 1 WHERE {condition}", (self._epoch,)
            )
