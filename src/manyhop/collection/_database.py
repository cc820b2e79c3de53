"""The SQLite file that is the truth: which sources there are, and in which commit."""

import os
import sqlite3
from pathlib import Path

from manyhop.collection._folder import (
    DATABASE,
    OLD_VECTORS,
    OLD_WORDS,
    VECTORS,
    WORDS,
    reached,
    refuse_links,
    remove_folder,
    sync_folder,
)
from manyhop.collection._mishaps import told_by_cause
from manyhop.collection._words import make_word_index
from manyhop.errors import ManyhopError

FILE = DATABASE
FORMAT = 3  # 2: long tables keep their rows in files of columns; 3: checksums, names of our own

_CHECKS = "CREATE TABLE checks (file TEXT PRIMARY KEY, crc INTEGER, stamp TEXT) WITHOUT ROWID"

_SCHEMA = f"""
{_CHECKS};
CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE sources (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    record BLOB NOT NULL
);
CREATE TABLE kinds (kind TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE segments (name TEXT PRIMARY KEY, kind TEXT NOT NULL, size INTEGER NOT NULL);
CREATE TABLE graves (
    key INTEGER PRIMARY KEY,
    buried INTEGER NOT NULL,
    purged INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE files (
    file INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL
);
CREATE TABLE holders (
    id TEXT NOT NULL,
    file INTEGER NOT NULL,
    run INTEGER NOT NULL,
    part BLOB,
    PRIMARY KEY (id, file)
) WITHOUT ROWID;
CREATE INDEX holders_by_file ON holders (file);
CREATE TABLE row_files (key INTEGER PRIMARY KEY, digest TEXT NOT NULL);
CREATE TABLE pictures (content TEXT PRIMARY KEY, features BLOB NOT NULL) WITHOUT ROWID;
"""


def create(folder: Path, encoder: str) -> None:
    """Make an empty collection in a claimed folder, whole or not at all."""
    making = folder / (FILE + ".new")
    for end in ("", "-journal", "-wal", "-shm"):
        making.with_name(making.name + end).unlink(missing_ok=True)
    words = f"{WORDS}-0"
    remove_folder(folder, words)
    make_word_index(folder / words)
    reached("the word index is made")
    connection = sqlite3.connect(making)
    connection.executescript(_SCHEMA)
    facts = {
        "format": FORMAT,
        "commit": 0,
        "epoch": 0,
        "encoder": encoder,
        "words": words,
        "vectors": VECTORS,
    }
    with connection:
        connection.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    reached("the database is made")
    making.rename(folder / FILE)
    sync_folder(folder)
    reached("the database has its name")


def connect(folder: Path, *, write: bool = False) -> sqlite3.Connection:
    """Open a collection's database and check that this version can read it."""
    path = folder / FILE
    with told_by_cause(folder):
        if not os.path.lexists(path):
            raise ManyhopError(
                f"there is no collection in {folder}; make one with: manyhop index FOLDER"
            )
        refuse_links(folder)
        if not (os.access(folder, os.W_OK) and os.access(path, os.W_OK)):
            raise ManyhopError(
                f"{folder} is not writable, and even a reader keeps its locks there; copy it to a "
                "folder of your own, or ask its owner"
            )
        connection = sqlite3.connect(
            path, timeout=30, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection, folder, write)
        except BaseException:
            connection.close()
            raise
    return connection


def _prepare(connection: sqlite3.Connection, folder: Path, write: bool) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute(f"PRAGMA cache_size = {-64_000 if write else -8_000}")
    _refuse_programs(connection, folder)
    found = fact(connection, "format")
    if not isinstance(found, int) or found > FORMAT:
        raise ManyhopError(
            f"the collection in {folder} has format {found}, this version of Manyhop reads up to "
            f"{FORMAT}; upgrade Manyhop"
        )
    if not write:
        connection.execute("PRAGMA query_only = ON")
    elif found < FORMAT:
        _upgrade(connection)


def _refuse_programs(connection: sqlite3.Connection, folder: Path) -> None:
    """Stop at what would run when a table is read or written: a received file may hold it."""
    strange = connection.execute(
        "SELECT type, name FROM sqlite_schema WHERE type NOT IN ('table', 'index') "
        "OR sql LIKE 'CREATE VIRTUAL%'"
    ).fetchone()
    if strange:
        raise ManyhopError(
            f"{folder / FILE} has a {strange[0]} ({strange[1]!r}), which Manyhop never makes; do "
            "not use this collection, index the files themselves"
        )


def _upgrade(connection: sqlite3.Connection) -> None:
    """Formats 1 and 2 had no checksums, and their indexes always had the same names."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(_CHECKS)
    for name, value in (("words", OLD_WORDS), ("vectors", OLD_VECTORS)):
        connection.execute("INSERT OR IGNORE INTO facts VALUES (?, ?)", (name, value))
    set_fact(connection, "format", FORMAT)
    connection.execute("COMMIT")


def index_folders(connection: sqlite3.Connection) -> tuple[str, str]:
    """The names of the folders of words and of vectors."""
    return str(fact(connection, "words") or OLD_WORDS), str(
        fact(connection, "vectors") or OLD_VECTORS
    )


def fact(connection: sqlite3.Connection, name: str) -> int | str | None:
    """One of the collection's facts: its format, commit number, epoch, encoder."""
    row = connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def set_fact(connection: sqlite3.Connection, name: str, value: int | str) -> None:
    """Change a fact."""
    connection.execute("UPDATE facts SET value = ? WHERE name = ?", (value, name))
