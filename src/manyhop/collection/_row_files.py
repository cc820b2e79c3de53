"""The rows of long tables inside a collection: files of columns, listed in the database.

A file is named by what it holds (``tables/DIGEST.rows.parquet``), written and synced before the
commit that lists it, and removed when no commit lists it any more.
"""

import os
import shutil
import sqlite3
from pathlib import Path

from manyhop.collection._folder import ROWS, names_in, remove
from manyhop.sources import ROW_SUFFIX, keep_rows_in, row_file

FOLDER = ROWS

_LISTED = "SELECT DISTINCT digest FROM row_files"
_LISTING = "CREATE TABLE IF NOT EXISTS row_files (key INTEGER PRIMARY KEY, digest TEXT NOT NULL)"


class RowFiles:
    """The row files of one collection, as its writer sees them.

    Example: ``row_files.keep(key, table.whole.digest, database)``
    """

    def __init__(self, folder: Path, database: sqlite3.Connection) -> None:
        self._collection = folder
        self._folder = folder / FOLDER
        keep_rows_in(self._folder)
        database.execute(_LISTING)

    def keep(self, key: int, digest: str, database: sqlite3.Connection) -> None:
        """List a source's rows in the open transaction, with a copy of them on disk."""
        self._folder.mkdir(exist_ok=True)
        target = self._folder / f"{digest}{ROW_SUFFIX}"
        if not target.exists():
            making = target.with_name(target.name + ".part")
            shutil.copyfile(row_file(digest), making)
            _sync(making)
            making.replace(target)
            _sync(self._folder)
        database.execute("INSERT INTO row_files VALUES (?, ?)", (key, digest))

    def drop(self, key: int, database: sqlite3.Connection) -> None:
        """A source is gone; its rows go when nothing lists them."""
        database.execute("DELETE FROM row_files WHERE key = ?", (key,))

    def sweep(self, database: sqlite3.Connection) -> None:
        """Remove the row files that no commit lists, and nothing else."""
        listed = {f"{digest}{ROW_SUFFIX}" for (digest,) in database.execute(_LISTED)}
        unlisted = [name for name in names_in(self._folder) if name not in listed]
        remove(self._collection, FOLDER, unlisted)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
