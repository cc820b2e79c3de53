"""Which files hold which sources, so that indexing a folder again changes only what changed."""

import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from manyhop.collection._writer import Writer
from manyhop.sources.reading import FoundFile


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
