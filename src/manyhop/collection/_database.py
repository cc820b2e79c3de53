"""The SQLite file that is the truth: which sources there are, and in which commit."""

import os
import sqlite3
from pathlib import Path

from manyhop.errors import ManyhopError

FILE = "collection.sqlite"
FORMAT = 2  # 2: long tables keep their rows in files of columns

_SCHEMA = """
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
    """Make an empty collection, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    making = folder / (FILE + ".new")
    making.unlink(missing_ok=True)
    connection = sqlite3.connect(making)
    connection.executescript(_SCHEMA)
    facts = [("format", FORMAT), ("commit", 0), ("epoch", 0), ("encoder", encoder)]
    with connection:
        connection.executemany("INSERT INTO facts VALUES (?, ?)", facts)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    making.rename(folder / FILE)


def connect(folder: Path, *, write: bool = False) -> sqlite3.Connection:
    """Open a collection's database and check that this version can read it."""
    path = folder / FILE
    if not path.exists():
        raise ManyhopError(
            f"there is no collection in {folder}; make one with: manyhop index FOLDER"
        )
    if not (os.access(folder, os.W_OK) and os.access(path, os.W_OK)):
        raise ManyhopError(
            f"{folder} is not writable, and even a reader keeps its locks there; copy it to a "
            "folder of your own, or ask its owner"
        )
    try:
        connection = sqlite3.connect(
            path, timeout=30, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = {-64_000 if write else -8_000}")
        if not write:
            connection.execute("PRAGMA query_only = ON")
        found = fact(connection, "format")
    except sqlite3.DatabaseError as error:
        raise ManyhopError(
            f"{path} is damaged ({error}); index your files anew into a fresh folder"
        ) from error
    if not isinstance(found, int) or found > FORMAT:
        raise ManyhopError(
            f"the collection in {folder} has format {found}, this version of Manyhop reads up to "
            f"{FORMAT}; upgrade Manyhop"
        )
    return connection


def fact(connection: sqlite3.Connection, name: str) -> int | str | None:
    """One of the collection's facts: its format, commit number, epoch, encoder."""
    row = connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def set_fact(connection: sqlite3.Connection, name: str, value: int | str) -> None:
    """Change a fact."""
    connection.execute("UPDATE facts SET value = ? WHERE name = ?", (value, name))
