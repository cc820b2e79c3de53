"""What went wrong, told by its cause: full disk, no permission, damage, or something else."""

import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from manyhop.errors import ManyhopError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}
_SQLITE_FORBIDDEN = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_SQLITE_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
_ALMOST_NOTHING = 1 << 18  # bytes free: less than the smallest commit takes
_OS_ERROR = re.compile(r"os error (\d+)")


class IndexDamagedError(ManyhopError):
    """A file of an index is not what was written; the records can make it anew."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} is damaged: {why}; mend it with: manyhop rebuild")


class NotStoredError(ManyhopError):
    """A batch that could not be written and was dropped whole, so there is no going on."""


def told(error: Exception, folder: Path) -> str:
    """The cause of an error while a collection was read or written, and what helps against it."""
    if isinstance(error, ManyhopError):
        return str(error)
    if _is_full(error, folder):
        return f"the disk is full ({error}); make room on the disk of {folder} and repeat"
    if _is_forbidden(error, folder):
        return (
            f"there is no permission to write in {folder} ({error}); copy it to a folder of your "
            "own, or ask its owner"
        )
    if isinstance(error, sqlite3.Error):
        code = _code(error)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return f"another process keeps {folder} locked; wait for it to finish and repeat"
        if code in _SQLITE_DAMAGED and isinstance(error, sqlite3.DatabaseError):
            return (
                f"{folder / 'collection.sqlite'} is damaged or not Manyhop's ({error}); index "
                "your files anew into a fresh folder"
            )
    return f"{folder} could not be read or written ({error}); check its disk and repeat"


@contextmanager
def told_by_cause(
    folder: Path, kinds: tuple[type[Exception], ...] = (OSError, sqlite3.Error)
) -> Iterator[None]:
    """Turn the errors of files and of the database into one sentence.

    Example: ``with told_by_cause(folder): connection.execute("BEGIN")``
    """
    try:
        yield
    except kinds as error:
        raise ManyhopError(told(error, folder)) from error


@contextmanager
def tantivy_errors(folder: Path, *, writing: bool = False) -> Iterator[None]:
    """tantivy says everything with ValueError: the system's errors, and damage, told apart.

    Of a thread that died while ``writing`` it says nothing more; mostly the disk is full.
    """
    try:
        yield
    except FileNotFoundError:
        raise
    except (ValueError, OSError) as error:
        known = _OS_ERROR.search(str(error))
        if known:
            number = int(known[1])
            raise OSError(number, os.strerror(number), str(folder)) from error
        if writing:
            number = errno.ENOSPC if _is_almost_full(folder) else errno.EIO
            raise OSError(number, _first_line(error), str(folder)) from error
        raise IndexDamagedError(folder, _first_line(error)) from error


@contextmanager
def missing_is_damage(folder: Path) -> Iterator[None]:
    """A file of an index that is not there, as damage."""
    try:
        yield
    except FileNotFoundError as error:
        raise IndexDamagedError(Path(error.filename or folder), "it is missing") from error


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _code(error: sqlite3.Error) -> int:
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _is_full(error: Exception, folder: Path) -> bool:
    if isinstance(error, OSError):
        return error.errno in _FULL
    if not isinstance(error, sqlite3.Error):
        return False
    if _code(error) == sqlite3.SQLITE_FULL:
        return True
    uncertain = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
    return _code(error) in uncertain and _is_almost_full(folder)


def _is_almost_full(folder: Path) -> bool:
    return shutil.disk_usage(folder).free < _ALMOST_NOTHING


def _is_forbidden(error: Exception, folder: Path) -> bool:
    if isinstance(error, OSError):
        return error.errno in _FORBIDDEN
    return isinstance(error, sqlite3.Error) and (
        _code(error) in _SQLITE_FORBIDDEN
        or (_code(error) == sqlite3.SQLITE_CANTOPEN and not os.access(folder, os.W_OK))
    )
