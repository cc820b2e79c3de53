"""The rows of a long table, column by column in a Parquet file that is named by its content.

A long table as a source holds its columns, its first rows and the ``digest`` of all rows. Whoever
keeps such files (reading, in a folder that goes with the process; a collection, in its own) names
the folder with ``keep_rows_in``; since the name is the content, it does not matter where rows are
found. ``t0, t1, …`` are the cells as written, ``v0, v1, …`` the values of number, date and yes/no
columns, ``row`` the number of the row.
"""

import glob
import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from manyhop.errors import ManyhopError

if TYPE_CHECKING:
    import duckdb

SUFFIX = ".rows.parquet"

_COLUMN = re.compile(r"row|[tv]\d+")
_DIGEST = re.compile(r"[0-9a-f]{20}")
_BATCH = 20_000  # rows read at a time
_folders: dict[Path, Callable[[Path], None] | None] = {}


class ColumnFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many cells of a column say something, how many differ, and between what numbers."""

    filled: int
    different: int
    lowest: float = 0.0
    highest: float = 0.0
    whole_numbers: bool = False


class Whole(msgspec.Struct, frozen=True):
    """All rows of a long table: their digest, how many there are, and what the columns hold.

    ``values`` has a line for each column of few different texts; search reads them.
    """

    digest: str
    count: int
    values: tuple[str, ...] = ()
    facts: tuple[ColumnFacts, ...] = ()


def keep_rows_in(folder: Path, check: Callable[[Path], None] | None = None) -> None:
    """Look for rows in this folder too; ``check`` raises ``ManyhopError`` at a damaged file."""
    _folders.setdefault(folder, check)


def row_file(digest: str) -> Path:
    """The file that holds the rows with a digest.

    Example: ``row_file(table.whole.digest)``
    """
    damage: ManyhopError | None = None
    for folder, check in list(_folders.items()) if _DIGEST.fullmatch(digest) else ():
        path = folder / f"{digest}{SUFFIX}"
        if path.is_file() and not (path.is_symlink() or folder.is_symlink()):
            try:
                if check:
                    check(path)
            except ManyhopError as error:
                damage = error
            else:
                return path
    raise damage or ManyhopError(
        "the rows of a long table are gone, for its file was indexed again or its collection "
        "is not open; open the collection and ask again"
    )


def rows_named(digest: str) -> str:
    """The rows with a digest as SQL names them, and nothing else that their path may mean."""
    path = glob.escape(str(row_file(digest))).replace("'", "''")
    return f"read_parquet('{path}')"


def row_columns(digest: str) -> dict[str, str]:
    """The columns of a row file with their types; a received file may have others, of any name."""
    described = engine().execute(f"DESCRIBE FROM {rows_named(digest)}").fetchall()
    return {name: kind for name, kind, *_ in described if _COLUMN.fullmatch(name)}


def quote_cell(digest: str, row: int, column: int) -> str:
    """What stands in one cell, whichever row it is in."""
    query = f"SELECT t{column} FROM {rows_named(digest)} WHERE row = ?"
    found = engine().execute(query, [row]).fetchone()
    return str(found[0]) if found else ""


def read_rows(digest: str, batch: int = _BATCH) -> Iterator[list[tuple[str, ...]]]:
    """All rows as texts, some at a time."""
    rows_of, cursor = rows_named(digest), engine()
    texts = ", ".join(name for name in row_columns(digest) if name[0] == "t")
    cursor.execute(f"SELECT {texts} FROM {rows_of} ORDER BY row")
    while rows := cursor.fetchmany(batch):
        yield rows


def engine() -> "duckdb.DuckDBPyConnection":
    """A cursor of the process's one query engine; each thread needs its own."""
    return _engine().cursor()


@cache
def _engine() -> "duckdb.DuckDBPyConnection":
    import duckdb

    return duckdb.connect(
        config={
            "threads": min(2, os.cpu_count() or 1),
            "memory_limit": "1GB",
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
    )
