"""The cache folder: what Manyhop works out once and keeps. It may be deleted at any time."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import filelock

from manyhop.errors import ManyhopError, remedy


def cache_folder() -> Path:
    """Where it is: ``MANYHOP_CACHE``, or the place that the system has for such files.

    Example: ``~/.cache/manyhop`` on Linux, ``~/Library/Caches/manyhop`` on a Mac.
    """
    if chosen := os.environ.get("MANYHOP_CACHE"):
        return Path(chosen).expanduser()
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared).expanduser() / "manyhop"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser() / "manyhop"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/manyhop").expanduser()
    return Path("~/.cache/manyhop").expanduser()


def cached_file(name: str, size: int, write: Callable[[BinaryIO], None]) -> Path:
    """A file of the cache folder, written the first time and whenever its size is wrong.

    It appears all at once, so that nobody reads half a file; of two processes that want the same
    file one writes and the other waits.

    Example: ``cached_file("language/merged.weights", 4, lambda file: file.write(b"1234"))``
    """
    path = cache_folder() / name
    try:
        if _complete(path, size):
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(path.with_name(path.name + ".lock")):
            if not _complete(path, size):
                _write(path, write)
    except (OSError, NotImplementedError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ManyhopError(
            f"{path.parent}: the cache folder cannot be written ({reason}); "
            f"{remedy(error) or 'see to it'}, or set MANYHOP_CACHE to another folder"
        ) from error
    return path


def forget(folders: str) -> None:
    """Remove folders of the cache folder by a pattern of their names.

    Example: ``forget("language-*")``
    """
    for path in cache_folder().glob(folders):
        shutil.rmtree(path, ignore_errors=True)


def _complete(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size


def _write(path: Path, write: Callable[[BinaryIO], None]) -> None:
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
