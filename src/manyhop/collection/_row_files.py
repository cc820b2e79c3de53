"""The rows of long tables inside a collection: files of columns, listed in the database.

A file is named by what it holds (``tables/DIGEST.rows.parquet``), written and synced before the
commit that lists it, and removed when no commit lists it any more. Its checksum is kept beside the
list, so that damage is told; what was damaged is put down anew when its table is indexed again.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from manyhop.collection._database import connect
from manyhop.collection._folder import ROWS, names_in, reached, remove
from manyhop.collection._soundness import note, sound_file, stamp
from manyhop.errors import ManyhopError
from manyhop.sources import ROW_SUFFIX, keep_rows_in, row_file

_LISTED = "SELECT DISTINCT digest FROM row_files"
_LISTING = "CREATE TABLE IF NOT EXISTS row_files (key INTEGER PRIMARY KEY, digest TEXT NOT NULL)"
_FILE_OF = """
    SELECT path FROM row_files JOIN sources USING (key) JOIN holders USING (id)
    JOIN files USING (file) WHERE digest = ? LIMIT 1
"""


def look_for_rows(folder: Path) -> None:
    """Let the rows of a collection's tables be found, each file checked before it is read."""
    keep_rows_in(folder / ROWS, RowCheck(folder))


class RowCheck:
    """Raises at a row file that is not what was written; each is compared once.

    Example: ``RowCheck(folder)(folder / "tables" / "0123456789abcdef0123.rows.parquet")``
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sound: set[str] = set()

    def __call__(self, path: Path) -> None:
        state = stamp(path)
        if state in self._sound:
            return
        with closing(connect(self._folder)) as database:
            if not sound_file(database, self._folder, f"{ROWS}/{path.name}"):
                row = database.execute(_FILE_OF, (path.name.removesuffix(ROW_SUFFIX),)).fetchone()
                raise ManyhopError(
                    f"{path} is damaged: its checksum is another; read the table anew with: "
                    f"manyhop index {row[0] if row else 'FILE'} --force"
                )
        self._sound.add(state)


class RowFiles:
    """The row files of one collection, as its writer sees them.

    Example: ``row_files.keep(key, table.whole.digest, database)``
    """

    def __init__(self, folder: Path, database: sqlite3.Connection) -> None:
        self._collection = folder
        self._folder = folder / ROWS
        self._check = RowCheck(folder)
        look_for_rows(folder)
        database.execute(_LISTING)

    def keep(self, key: int, digest: str, database: sqlite3.Connection) -> None:
        """List a source's rows in the open transaction, with a copy of them on disk."""
        self.put_down(digest, database)
        database.execute("INSERT INTO row_files VALUES (?, ?)", (key, digest))

    def put_down(self, digest: str, database: sqlite3.Connection) -> None:
        """Copy rows into the collection, unless they are there and sound."""
        self._folder.mkdir(exist_ok=True)
        target = self._folder / f"{digest}{ROW_SUFFIX}"
        if self._is_sound(target):
            return
        making = target.with_name(target.name + ".part")
        shutil.copyfile(row_file(digest), making)
        _sync(making)
        reached("rows are copied")
        making.replace(target)
        _sync(self._folder)
        reached("rows have their name")
        note(database, self._collection, f"{ROWS}/{target.name}")

    def _is_sound(self, path: Path) -> bool:
        if not path.is_file():
            return False
        try:
            self._check(path)
        except ManyhopError:
            return False
        return True

    def drop(self, key: int, database: sqlite3.Connection) -> None:
        """A source is gone; its rows go when nothing lists them."""
        database.execute("DELETE FROM row_files WHERE key = ?", (key,))

    def sweep(self, database: sqlite3.Connection) -> None:
        """Remove the row files that no commit lists, and nothing else."""
        listed = {f"{digest}{ROW_SUFFIX}" for (digest,) in database.execute(_LISTED)}
        unlisted = [name for name in names_in(self._folder) if name not in listed]
        remove(self._collection, ROWS, unlisted)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
