"""One reader's view: the word and vector indexes as of one commit, and the records behind it."""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from manyhop.collection._database import connect, fact
from manyhop.collection._gallery import Gallery, read_gallery
from manyhop.collection._vectors import VectorIndex
from manyhop.collection._words import WordIndex
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, source_from_json

T = TypeVar("T")

_TRIES = 100  # a reader that so many commits outrun has lost a file
_AT_ONCE = 500  # SQL variables in one statement


class Reader:
    """Any number of readers, threads and processes may look while one writer writes.

    Example: ``with reader.snapshot() as database: reader.words.search("bridge", 10)``
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._local = threading.local()
        self._loading = threading.Lock()
        self._words_at: int | str | None = None
        self._vectors_at: int | str | None = None
        self._gallery: tuple[int | str | None, Gallery] | None = None
        self._connection()  # says at once if there is no collection here
        self.words = WordIndex(folder / "words")
        self.vectors = VectorIndex(folder / "vectors")

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
        database = self._connection()
        database.execute("BEGIN")
        try:
            for _ in range(_TRIES):
                if self._has_caught_up(database, words, vectors):
                    break
                database.execute("COMMIT")
                database.execute("BEGIN")
            else:
                raise ManyhopError(
                    f"a vector file is missing in {self._folder}; mend it with: manyhop rebuild"
                )
            yield database
        finally:
            database.execute("COMMIT")

    def _has_caught_up(self, database: sqlite3.Connection, words: bool, vectors: bool) -> bool:
        """Load what is older than the commit; False if anything was, for there may be a newer."""
        commit = fact(database, "commit")
        words, vectors = words and commit != self._words_at, vectors and commit != self._vectors_at
        with self._loading:
            if words:
                self.words.reload()
                self._words_at = commit
            if vectors:
                listed = database.execute("SELECT name, kind FROM segments").fetchall()
                try:
                    self.vectors.load(dict(listed))
                    self._vectors_at = commit
                except FileNotFoundError:
                    pass  # merged away just now: look again
        return not (words or vectors)

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
        key: source_from_json(record)
        for some in _some(keys)
        for key, record in database.execute(
            f"SELECT key, record FROM sources WHERE key IN ({_marks(some)})", some
        )
    }


def _some(items: Sequence[T]) -> Iterator[Sequence[T]]:
    return (items[start : start + _AT_ONCE] for start in range(0, len(items), _AT_ONCE))


def _marks(items: Sequence[object]) -> str:
    return ",".join("?" * len(items))
