"""Whether index files are what was written: by checksum, once for every change of a file.

A writer notes the checksum of what it wrote and the file's state (size, time of change, inode). A
file in that state is believed; any other, say in a copied collection, is read and compared.
"""

import json
import sqlite3
import struct
import zlib
from pathlib import Path

from manyhop.collection._database import fact, index_folders
from manyhop.collection._folder import ROWS, names_in
from manyhop.collection._mishaps import IndexDamagedError
from manyhop.collection._vectors import segment_files
from manyhop.collection._words import WordIndex, living_files
from manyhop.sources import ROW_SUFFIX

_BLOCK = 1 << 20
_TANTIVY_MAGIC = 1337
_FORMAT_WITH_CHECKS = 3
_OWN_CHECKSUM = (".npy", ".scan", ".parquet")  # kept by us; tantivy keeps those of its files


class Soundness:
    """What is known to be sound; one for each reader or writer.

    Example: ``Soundness(folder).check_words(database, "manyhop-words-7")``
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sound: set[str] = set()

    def check_words(self, database: sqlite3.Connection, within: str) -> None:
        """Compare the files of the word index with the checksums that tantivy keeps in them."""
        for name in living_files(self._folder / within):
            self._check(database, f"{within}/{name}")

    def check_segment(self, database: sqlite3.Connection, within: str, name: str) -> None:
        """Compare the files of a segment with the checksums of its commit."""
        for path in segment_files(self._folder / within / name):
            self._check(database, f"{within}/{path.name}")

    def store(self, database: sqlite3.Connection) -> None:
        """Note the files that the last commit made or left, so that the next to come believe."""
        words, vectors = index_folders(database)
        wanted = {f"{words}/{name}" for name in living_files(self._folder / words)}
        for (name,) in database.execute("SELECT name FROM segments").fetchall():
            paths = segment_files(self._folder / vectors / name)
            wanted |= {f"{vectors}/{path.name}" for path in paths}
        known = dict(database.execute("SELECT file, stamp FROM checks"))
        new = [file for file in wanted if known.get(file) != stamp(self._folder / file)]
        new += [file for file in self._rows() if file not in known]
        gone = [(file,) for file in known if not (self._folder / file).exists()]
        if new or gone:
            database.execute("BEGIN IMMEDIATE")
            for file in new:
                note(database, self._folder, file)
            database.executemany("DELETE FROM checks WHERE file = ?", gone)
            database.execute("COMMIT")

    def _rows(self) -> list[str]:
        """The files of rows; a version before kept no checksums of them."""
        folder = self._folder / ROWS
        return [f"{ROWS}/{name}" for name in names_in(folder) if name.endswith(ROW_SUFFIX)]

    def _check(self, database: sqlite3.Connection, file: str) -> None:
        if file not in self._sound:
            if not sound_file(database, self._folder, file):
                raise IndexDamagedError(self._folder / file, "its checksum is another")
            self._sound.add(file)


def sound_file(database: sqlite3.Connection, folder: Path, file: str) -> bool:
    """Whether a file has its checksum, or is in the state in which that was noted."""
    path = folder / file
    crc, believed = _noted(database, file)
    if stamp(path) == believed:
        return True
    if path.suffix in _OWN_CHECKSUM:
        return crc is None or checksum(path) == crc
    return _is_sound_to_tantivy(path)


def check_number(database: sqlite3.Connection, words: WordIndex) -> None:
    """Stop where the word index has fewer sources than there are: it may have more, never less."""
    (number,) = database.execute("SELECT TOTAL(number) FROM kinds").fetchone()
    if len(words) < number:
        lost = int(number) - len(words)
        raise IndexDamagedError(words.folder, f"it lacks {lost:,} of {int(number):,} sources")


def note(database: sqlite3.Connection, folder: Path, file: str) -> None:
    """Keep the checksum and the state of a file that has just been written."""
    path = folder / file
    crc = checksum(path) if path.suffix in _OWN_CHECKSUM else None
    database.execute("INSERT OR REPLACE INTO checks VALUES (?, ?, ?)", (file, crc, stamp(path)))


def checksum(path: Path, size: int | None = None) -> int:
    """The CRC-32 of a file's first bytes, or of all."""
    crc = 0
    left = path.stat().st_size if size is None else size
    with path.open("rb") as file:
        while left > 0 and (block := file.read(min(left, _BLOCK))):
            crc = zlib.crc32(block, crc)
            left -= len(block)
    return crc


def _noted(database: sqlite3.Connection, file: str) -> tuple[int | None, str | None]:
    if int(fact(database, "format") or 0) < _FORMAT_WITH_CHECKS:
        return None, None
    row = database.execute("SELECT crc, stamp FROM checks WHERE file = ?", (file,)).fetchone()
    return row or (None, None)


def stamp(path: Path) -> str:
    """The state of a file, which any change of it changes."""
    state = path.stat()
    return f"{state.st_size} {state.st_ctime_ns} {state.st_ino}"


def _is_sound_to_tantivy(path: Path) -> bool:
    """tantivy ends each file with a line that holds the checksum of what comes before."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - 4096))
        tail = file.read()
    try:
        length, magic = struct.unpack("<II", tail[-8:])
        wanted = json.loads(tail[-8 - length : -8])["crc"]
    except (struct.error, ValueError, LookupError, TypeError) as error:
        raise IndexDamagedError(path, "its end is missing") from error
    return bool(magic == _TANTIVY_MAGIC and checksum(path, size - 8 - length) == wanted)
