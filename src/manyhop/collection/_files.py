"""Which files hold which sources, so that indexing a folder again changes only what changed."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from manyhop.collection._writer import Writer
from manyhop.sources.reading import FoundFile


class Files:
    """The file tables of a collection, written in the same transactions as the sources.

    A source may be held by several files (a picture and the page that shows it); it goes when the
    last of them lets it go. What one indexing puts down bears its run number.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._run = writer.epoch

    @property
    def _database(self) -> sqlite3.Connection:
        return self._writer.transaction

    def outdated(self, found: Iterable[FoundFile]) -> list[FoundFile]:
        """New and changed files, and those that share a source with a changed one."""
        found = list(found)
        known = self._known()
        changed = {
            file.path for file in found if known.get(file.path) != (file.size, file.mtime_ns)
        }
        sharing = {
            path
            for start in changed
            for (path,) in self._database.execute(
                "SELECT DISTINCT files.path FROM files AS changed "
                "JOIN holders AS its ON its.file = changed.file "
                "JOIN holders AS theirs ON theirs.id = its.id AND theirs.file != its.file "
                "JOIN files ON files.file = theirs.file WHERE changed.path = ?",
                (start,),
            )
        }
        return [file for file in found if file.path in changed | sharing]

    def gone(self, roots: Iterable[Path], found: Iterable[FoundFile]) -> list[str]:
        """Files under the roots that were indexed before and are there no more."""
        here = {file.path for file in found}
        folders = [root.absolute() for root in roots]
        return [
            path
            for path in self._known()
            if path not in here and any(Path(path).is_relative_to(folder) for folder in folders)
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

    def hold(self, file: int, id: str) -> None:
        """Note that a file has a source in this run."""
        self._database.execute(
            "INSERT INTO holders VALUES (?1, ?2, ?3) ON CONFLICT (id, file) DO UPDATE SET run = ?3",
            (id, file, self._run),
        )

    def is_held(self, id: str) -> bool:
        """Whether a file already gave this source in this run."""
        query = "SELECT 1 FROM holders WHERE id = ? AND run = ?"
        return self._database.execute(query, (id, self._run)).fetchone() is not None

    def finish(self, file: int, found: FoundFile) -> list[str]:
        """A file has been read to its end; the ids that nothing holds any more."""
        self._database.execute(
            "UPDATE files SET size = ?, mtime_ns = ? WHERE file = ?",
            (found.size, found.mtime_ns, file),
        )
        return self._let_go(file, "run < ?", self._run)

    def forget(self, path: str) -> list[str]:
        """A file is there no more; the ids that nothing holds any more."""
        file = self.begin(path)
        self._database.execute("DELETE FROM files WHERE file = ?", (file,))
        return self._let_go(file, "run <= ?", self._run)

    def _let_go(self, file: int, condition: str, run: int) -> list[str]:
        lost = self._database.execute(
            f"DELETE FROM holders WHERE file = ? AND {condition} RETURNING id", (file, run)
        ).fetchall()
        return [id for (id,) in lost if not self._has_holder(id)]

    def _has_holder(self, id: str) -> bool:
        row = self._database.execute("SELECT 1 FROM holders WHERE id = ?", (id,)).fetchone()
        return row is not None
