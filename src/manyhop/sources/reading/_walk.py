"""Finding the files to read in folders."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources.reading._mmqa import PIXEL_FOLDER
from manyhop.sources.reading._reach import OUTSIDE, Reach, Skipped
from manyhop.sources.reading._sidecar import captioned_by, is_picture, sidecar_of

_COLLECTION_MARK = "collection.sqlite"
_MMQA_IMAGES = {"MMQA_images.jsonl", "MMQA_images.jsonl.gz"}
_LEFTOVERS = (".bak", ".swp", ".swo", ".lineidx")


class FoundFile(msgspec.Struct, frozen=True):
    """A file to read, and what shows that it has changed.

    ``origin`` is its path from the named folder on: ``docs/bridges/humber.md``. A picture's size
    and time take in those of its side-car file.
    """

    path: str
    origin: str
    size: int
    mtime_ns: int


def walk(
    paths: Iterable[Path], *, exclude: Iterable[Path] = (), reach: Reach | None = None
) -> Iterator[FoundFile | Skipped]:
    """The files under ``paths``: documents, then pictures, each sorted; then what was skipped.

    Hidden files, backups of editors, collections and side-car files are left out silently.
    Links are followed within ``reach`` (without it, the named folders), but no folder is read
    twice.
    Example: ``[found.origin for found in walk([Path("docs")])]`` → ``["docs/humber.md", …]``
    """
    paths = list(paths)
    search = _Walk({_real(path) for path in exclude}, reach or Reach.within(paths))
    for path in paths:
        search.start(_real(path) if ".." in path.parts else path.absolute())
    yield from search.found()


class _Walk:
    def __init__(self, exclude: set[Path], reach: Reach) -> None:
        self.exclude = exclude
        self.reach = reach
        self.files: dict[str, FoundFile] = {}
        self.linked_files: list[tuple[Path, str]] = []
        self.linked_folders: list[tuple[Path, str]] = []
        self.visited: set[Path] = set()
        self.skipped: list[Skipped] = []

    def start(self, path: Path) -> None:
        """Take in a path that the user named, whatever it is called."""
        if not os.path.lexists(path):
            raise ManyhopError(f"{path} does not exist; check the path")
        if (path / _COLLECTION_MARK).exists():
            raise ManyhopError(f"{path} is a collection; name the folder that your files are in")
        if path.is_dir():
            self._folders(path, path.name)
        elif _real(path) not in self.exclude:
            self._file(path, path.name)

    def found(self) -> Iterator[FoundFile | Skipped]:
        """What was found; links last, so that what they lead to keeps its own name."""
        while self.linked_folders:
            path, origin = self.linked_folders.pop(0)
            here = _real(path.parent)
            if _real(path) in (here, *here.parents):
                self._skip(origin, "the link leads back to a folder that it is in")
            elif not self.reach.holds(path):
                self._skip(origin, OUTSIDE)
            else:
                self._folders(path, origin)
        for path, origin in self.linked_files:
            real = _real(path)
            if str(real) in self.files or real in self.exclude:
                continue
            if self.reach.holds(path):
                self._file(path, origin)
            else:
                self._skip(origin, OUTSIDE)
        yield from sorted(self.files.values(), key=_order)
        yield from sorted(self.skipped, key=lambda skipped: skipped.where)

    def _folders(self, path: Path, origin: str) -> None:
        """Take in a folder and those inside it, however deep."""
        pending = [(path, origin, _real(path))]
        while pending:
            path, origin, real = pending.pop()
            if real in self.visited or real in self.exclude:
                continue
            self.visited.add(real)
            try:
                pending += self._folder(path, origin, real)
            except OSError as error:
                self._skip(origin, f"the folder cannot be opened: {error.strerror}")

    def _folder(self, path: Path, origin: str, real: Path) -> Iterator[tuple[Path, str, Path]]:
        """Take in a folder's files; the folders that are in it, with their real paths."""
        names = sorted(entry.name for entry in path.iterdir())
        if _COLLECTION_MARK in names:
            return
        if not _MMQA_IMAGES.isdisjoint(names):  # its rows lead to these pictures
            names = [name for name in names if name != PIXEL_FOLDER]
        names = [name for name in names if real / name not in self.exclude]
        entries = [path / name for name in names if not _is_left_out(name)]
        pictures: dict[str, list[Path]] = {}
        for entry in filter(is_picture, entries):
            pictures.setdefault(entry.name, []).append(entry)
            pictures.setdefault(entry.stem, []).append(entry)
        for entry in entries:
            place = (entry, f"{origin}/{entry.name}".lstrip("/"))
            try:
                linked, folder = entry.is_symlink(), entry.is_dir()
                if folder and linked:
                    self.linked_folders.append(place)
                elif folder:
                    yield *place, real / entry.name
                elif captioned_by(entry, pictures):
                    continue
                elif linked and entry.exists():
                    self.linked_files.append(place)
                else:
                    self._file(*place)
            except OSError as error:
                self._skip(place[1], f"cannot be opened: {error.strerror}")

    def _file(self, path: Path, origin: str) -> None:
        try:
            state = path.stat()
        except OSError as error:
            reason = "the link leads nowhere" if path.is_symlink() else f"{error.strerror}"
            self._skip(origin, reason)
            return
        if not stat.S_ISREG(state.st_mode):
            self._skip(origin, "not a regular file")
        elif not os.access(path, os.R_OK):
            self._skip(origin, "no permission to read it")
        elif not _is_utf8(origin) or not _is_utf8(str(path)):
            self._skip(origin, "its name is not valid UTF-8; rename it")
        else:
            self.files[str(path)] = _found(path, origin, state)

    def _skip(self, origin: str, reason: str) -> None:
        printable = os.fsencode(origin).decode("utf-8", "replace")
        self.skipped.append(Skipped(printable, reason))


def _found(path: Path, origin: str, state: os.stat_result) -> FoundFile:
    size, mtime_ns = state.st_size, state.st_mtime_ns
    sidecar = sidecar_of(path) if is_picture(path) else None
    if sidecar:
        beside = sidecar.stat()
        size, mtime_ns = size + beside.st_size, max(mtime_ns, beside.st_mtime_ns)
    return FoundFile(str(path), origin, size, mtime_ns)


def _real(path: Path) -> Path:
    """The path with its links followed, as far as they lead somewhere."""
    return Path(os.path.realpath(path))


def _is_left_out(name: str) -> bool:
    return (
        name.startswith((".", "~$"))
        or name.endswith(("~", *_LEFTOVERS))
        or (name.startswith("#") and name.endswith("#"))
    )


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _order(file: FoundFile) -> tuple[bool, str, str]:
    return is_picture(Path(file.path)), file.origin, file.path
