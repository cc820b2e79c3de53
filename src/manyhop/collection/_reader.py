"""One reader's view: the word and vector indexes as of one commit, and the records behind it."""

import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from manyhop.collection._database import connect, fact, index_folders
from manyhop.collection._folder import refuse_links
from manyhop.collection._gallery import Gallery, read_gallery
from manyhop.collection._mishaps import IndexDamagedError, missing_is_damage, told_by_cause
from manyhop.collection._soundness import Soundness, check_number
from manyhop.collection._stored import stored_source
from manyhop.collection._vectors import VectorIndex
from manyhop.collection._words import WordIndex
from manyhop.sources import AnySource, Kind

T = TypeVar("T")

_PATIENCE = 6  # times that one commit may fail to load; a file may be merged away meanwhile
_AT_ONCE = 500  # SQL variables in one statement


class Reader:
    """Any number of readers, threads and processes may look while one writer writes.

    Example: ``with reader.snapshot() as database: reader.words.search("bridge", 10)``
    """

    words: WordIndex
    vectors: VectorIndex

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._local = threading.local()
        self._loading = threading.Lock()
        self._soundness = Soundness(folder)
        self._words_at: int | str | None = None
        self._vectors_at: int | str | None = None
        self._gallery: tuple[int | str | None, Gallery] | None = None
        self._connection()  # says at once if there is no collection here

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = connect(self._folder)
        return connection

    @contextmanager
    def snapshot(
        self, *, words: bool = False, vectors: bool = False
    ) -> Iterator[sqlite3.Connection]:
        """The database at one commit, and the indexes asked for loaded at least as far."""
        with told_by_cause(self._folder):
            database = self._begun(words, vectors)
        try:
            with told_by_cause(self._folder, (sqlite3.Error,)):
                yield database
        finally:
            _end(database)

    def _begun(self, words: bool, vectors: bool) -> sqlite3.Connection:
        """Look again until nothing had to be loaded, for there may be a newer commit.

        What cannot be loaded was merged away just now, or replaced by a rebuilding: but the same
        commit does not lose its files time after time.
        """
        database = self._connection()
        failed_at, failures = None, 0
        while True:
            database.execute("BEGIN")
            commit = None
            try:
                commit = fact(database, "commit")
                if self._has_caught_up(database, commit, words, vectors):
                    return database
            except (FileNotFoundError, IndexDamagedError):
                self._words_at = self._vectors_at = None
                failures = failures + 1 if commit == failed_at else 1
                failed_at = commit
                if failures == _PATIENCE:
                    _end(database)
                    with missing_is_damage(self._folder):
                        raise
                time.sleep(0.005 * 2**failures)
            except BaseException:
                _end(database)
                raise
            _end(database)

    def _has_caught_up(
        self, database: sqlite3.Connection, commit: int | str | None, words: bool, vectors: bool
    ) -> bool:
        """Load what is older than the commit; False if anything was."""
        words, vectors = words and commit != self._words_at, vectors and commit != self._vectors_at
        if not (words or vectors):
            return True
        with self._loading:
            names = index_folders(database)
            refuse_links(self._folder, *names)
            if words:
                self._load_words(database, names[0])
                self._words_at = commit
            if vectors:
                self._load_vectors(database, names[1])
                self._vectors_at = commit
        return False

    def _load_words(self, database: sqlite3.Connection, name: str) -> None:
        folder = self._folder / name
        self._soundness.check_words(database, name)  # first: tantivy panics at some damage
        index = getattr(self, "words", None)
        if index is not None and index.folder == folder:
            index.reload()
        else:
            index = WordIndex(folder)
        self._soundness.check_words(database, name)  # again: there may be a newer commit
        check_number(database, index)
        self.words = index

    def _load_vectors(self, database: sqlite3.Connection, name: str) -> None:
        index = getattr(self, "vectors", None)
        if index is None or index.folder != self._folder / name:
            index = VectorIndex(self._folder / name)
        listed: dict[str, Kind] = dict(database.execute("SELECT name, kind FROM segments"))
        index.load(listed, lambda each: self._soundness.check_segment(database, name, each))
        self.vectors = index

    def gallery(self, database: sqlite3.Connection) -> Gallery:
        """The pictures as of a snapshot's commit, read anew only after another."""
        commit, kept = fact(database, "commit"), self._gallery
        if kept is None or kept[0] != commit:
            kept = self._gallery = commit, read_gallery(database)
        return kept[1]

    def close(self) -> None:
        """Close this thread's connection."""
        connection = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()
            self._local.connection = None


def _end(database: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # of a damaged database, which has been told
        if database.in_transaction:
            database.execute("ROLLBACK")


def keys_of(database: sqlite3.Connection, ids: Iterable[str]) -> list[int]:
    """The keys of those ids that exist."""
    return [
        key
        for some in _some(list(ids))
        for (key,) in database.execute(
            f"SELECT key FROM sources WHERE id IN ({_marks(some)})", some
        )
    ]


def records(database: sqlite3.Connection, keys: Sequence[int]) -> dict[int, AnySource]:
    """The sources behind keys."""
    return {
        key: stored_source(record)
        for some in _some(keys)
        for key, record in database.execute(
            f"SELECT key, record FROM sources WHERE key IN ({_marks(some)})", some
        )
    }


def _some(items: Sequence[T]) -> Iterator[Sequence[T]]:
    return (items[start : start + _AT_ONCE] for start in range(0, len(items), _AT_ONCE))


def _marks(items: Sequence[object]) -> str:
    return ",".join("?" * len(items))
