"""Which files a collection owns. Nothing else in its folder is ever written to or removed.

A collection has a folder of its own, with a marker in it. Whoever stores something new there adds
the names to ``_FOLDERS`` or ``_FILES``; a name that is not listed is somebody else's.
"""

import os
import re
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from manyhop.errors import ManyhopError
from manyhop.sources import ROW_SUFFIX

DATABASE = "collection.sqlite"
LOCK = "writer.lock"
MARKER = "manyhop-collection.txt"
WORDS = "manyhop-words"  # and the epoch that made it
VECTORS = "manyhop-vectors"
ROWS = "tables"
OLD_WORDS, OLD_VECTORS = "words", "vectors"  # of format 1

_SAID = """This folder is a collection, made by Manyhop from files that lie elsewhere.
Manyhop writes and removes its own files here and nothing else. Keep your files elsewhere.
"""

_TANTIVY = r"[0-9a-f]{32}\.[\w.]+|meta\.json|\.managed\.json|\.tantivy-\w+\.lock|\.tmp\w{6}"
_SEGMENT = r"\d+-[a-z]+(-merged-\d+)?\.(keys\.npy|rows\.npy|scan)"
_ROW_FILE = rf"[0-9a-f]{{20}}{re.escape(ROW_SUFFIX)}(\.part)?"

_FILES = re.compile(
    rf"{re.escape(MARKER)}|{re.escape(LOCK)}|{re.escape(DATABASE)}(\.new)?(-wal|-shm|-journal)?"
)
_FOLDERS = {  # the names of subfolders, and of the files in them
    re.compile(rf"{WORDS}-\d+|{OLD_WORDS}"): re.compile(_TANTIVY),
    re.compile(rf"{VECTORS}|{OLD_VECTORS}"): re.compile(_SEGMENT),
    re.compile(ROWS): re.compile(_ROW_FILE),
}
_BEFORE_THE_DATABASE = re.compile(
    rf"{re.escape(MARKER)}|{re.escape(LOCK)}|{re.escape(DATABASE)}\.new(-wal|-shm|-journal)?|{WORDS}-0"
)


def owns(name: str, within: str = "") -> bool:
    """Whether a name is a collection's: a file or folder of its own, or a file ``within`` one.

    Example: ``owns("7-snippet.keys.npy", within="manyhop-vectors")``
    """
    if not within:
        return bool(_FILES.fullmatch(name)) or any(each.fullmatch(name) for each in _FOLDERS)
    return any(
        folders.fullmatch(within) and files.fullmatch(name) for folders, files in _FOLDERS.items()
    )


def claim(folder: Path) -> None:
    """Take an empty or new folder for a collection and mark it; refuse any other."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise ManyhopError(f"{folder} is a file; name a folder for the collection")
    for outer in folder.resolve().parents:
        if os.path.lexists(outer / MARKER):
            raise ManyhopError(f"{folder} lies inside the collection {outer}; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    found = names_in(folder)
    others = [name for name in found if not _BEFORE_THE_DATABASE.fullmatch(name)]
    if others or (found and MARKER not in found):
        raise ManyhopError(
            f"{folder} holds other things, such as {(others or found)[0]}, and a collection needs "
            f"a folder of its own; name a new one, such as {folder / '.manyhop'}"
        )
    refuse_links(folder)
    mark(folder)


def mark(folder: Path) -> None:
    """Write the marker, unless it is there."""
    try:
        with (folder / MARKER).open("x") as file:
            file.write(_SAID)
    except FileExistsError:
        return
    reached("the marker is written")


def refuse_links(folder: Path, *within: str) -> None:
    """Stop where one of our names, here or ``within`` our subfolders, is a link or no plain file.

    Whoever made the link, say in a collection that was sent to us, chose where it leads.
    """
    for name in names_in(folder):
        if _FILES.fullmatch(name):
            _refuse(folder / name, stat.S_ISREG, "copy the collection without links")
    for inner in within:
        if not owns(inner):
            raise ManyhopError(
                f"{folder} calls {inner!r} an index of its own; mend it with: manyhop rebuild"
            )
        remedy = "remove it, then mend the index: manyhop rebuild"
        _refuse(folder / inner, stat.S_ISDIR, remedy)
        for name in names_in(folder / inner):
            if owns(name, within=inner):
                _refuse(folder / inner / name, stat.S_ISREG, remedy)


def names_in(folder: Path) -> list[str]:
    """What is in a folder; nothing if there is none."""
    try:
        return sorted(path.name for path in folder.iterdir())
    except FileNotFoundError:
        return []


def remove(folder: Path, within: str, names: Iterable[str]) -> None:
    """Remove files of ours from a subfolder of ours; any other name is left where it is."""
    if _is_real_folder(folder / within):
        for name in names:
            if owns(name, within=within):
                (folder / within / name).unlink(missing_ok=True)
                reached("a file is removed")


def remove_folder(folder: Path, within: str) -> None:
    """Remove a subfolder of ours; it stays if somebody keeps other things in it."""
    if owns(within) and _is_real_folder(folder / within):
        remove(folder, within, names_in(folder / within))
        remove_if_empty(folder, within)


def remove_if_empty(folder: Path, within: str) -> None:
    """Remove a subfolder of ours in which nothing is left."""
    if owns(within) and _is_real_folder(folder / within) and not names_in(folder / within):
        (folder / within).rmdir()
        reached("a folder is removed")


def words_folders(folder: Path) -> list[str]:
    """The word indexes that are there, also those that were left by a killed process."""
    return [name for name in names_in(folder) if re.fullmatch(rf"{WORDS}-\d+", name)]


def size_on_disk(folder: Path) -> int:
    """The bytes of all files that are ours."""
    paths = [folder / name for name in names_in(folder) if owns(name)]
    for inner in [path for path in paths if _is_real_folder(path)]:
        paths += [inner / name for name in names_in(inner) if owns(name, within=inner.name)]
    size = 0
    for path in paths:
        with suppress(FileNotFoundError):
            size += path.lstat().st_size if not path.is_dir() else 0
    return size


def sync_folder(folder: Path) -> None:
    """Make new names in a folder durable."""
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _is_real_folder(path: Path) -> bool:
    return os.path.lexists(path) and stat.S_ISDIR(path.lstat().st_mode)


def _refuse(path: Path, is_right: Callable[[int], bool], remedy: str) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return  # another process removed it just now
    if not is_right(mode):
        what = "a link" if stat.S_ISLNK(mode) else "not a plain file or folder"
        raise ManyhopError(f"{path} is {what}, which a collection never holds; {remedy}")


# The moments of writing at which a process may die: tests end it there, at every one.

on_moment: Callable[[str], None] | None = None


def reached(moment: str) -> None:
    """Say which step has just been taken.

    Example: a test sets ``_moments.on_moment`` to a function that kills its own process.
    """
    if on_moment is not None:
        on_moment(moment)
