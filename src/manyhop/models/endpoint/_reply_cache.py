"""Replies on disk, so that a resumed or repeated run asks nothing twice."""

import os
import sqlite3
import threading
from pathlib import Path

import msgspec

from manyhop.errors import ManyhopError, remedy
from manyhop.models.endpoint._completion import Completion

_decoder = msgspec.json.Decoder(Completion)


class ReplyCache:
    """A SQLite file of completions under the hash of their request; threads may share it.

    Example: ``ReplyCache(Path("replies.sqlite")).get(key)`` is None until ``put`` was called.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # replies are their owner's
            self._database = sqlite3.connect(
                path, timeout=30, isolation_level=None, check_same_thread=False
            )
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS replies (request TEXT PRIMARY KEY, reply BLOB NOT NULL)"
                " WITHOUT ROWID"
            )
        except (OSError, sqlite3.Error) as error:
            raise self._broken(error) from error

    def get(self, key: str) -> Completion | None:
        """The completion kept under a key, marked as cached."""
        query = "SELECT reply FROM replies WHERE request = ?"
        try:
            with self._lock:
                row = self._database.execute(query, (key,)).fetchone()
            found = _decoder.decode(row[0]) if row else None
        except (sqlite3.Error, msgspec.DecodeError) as error:
            raise self._broken(error) from error
        return found and msgspec.structs.replace(found, cached=True)

    def put(self, key: str, completion: Completion) -> None:
        """Keep a completion; it is on disk when this returns."""
        try:
            with self._lock:
                self._database.execute(
                    "INSERT OR REPLACE INTO replies VALUES (?, ?)",
                    (key, msgspec.json.encode(completion)),
                )
        except sqlite3.Error as error:
            raise self._broken(error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _broken(self, error: Exception) -> ManyhopError:
        advice = remedy(error) or "delete it or name another"
        return ManyhopError(f"{self._path} cannot be used as a reply cache ({error}); {advice}")
