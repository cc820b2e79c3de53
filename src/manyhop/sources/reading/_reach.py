"""Which files a reader may open: those inside the folders that the user named.

A page or a record may come from anybody, and may name any file of the machine. What it names is
opened only through ``referred_picture``, which looks where the file really lies.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Self

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources._image import BEGINNING, LARGEST_PICTURE, picture_bytes

OUTSIDE = "it lies outside the folders that were named; --allow-outside takes it in"


class Reach(msgspec.Struct, frozen=True):
    """The folders within which files may be opened, by their real paths; ``None`` for any.

    Example: ``Reach.within([Path("docs")]).holds(Path("docs/../secret.png"))`` → ``False``
    """

    folders: tuple[str, ...] | None = None

    @classmethod
    def within(cls, paths: Iterable[Path]) -> Self:
        """The named folders; of a named file, the folder that it lies in."""
        folders = (path if path.is_dir() else path.absolute().parent for path in paths)
        return cls(tuple(dict.fromkeys(os.path.realpath(folder) for folder in folders)))

    def holds(self, path: Path) -> bool:
        """Whether a file lies inside, once every link is followed."""
        if self.folders is None:
            return True
        real = Path(os.path.realpath(path))
        return any(real.is_relative_to(folder) for folder in self.folders)


class _Reading:
    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.left_out: dict[str, str] = {}


_current: ContextVar[_Reading | None] = ContextVar("reading", default=None)


@contextmanager
def reaching(reach: Reach) -> Iterator[dict[str, str]]:
    """While one file is read: how far it reaches, and why what it named was left out, by name."""
    reading = _Reading(reach)
    token = _current.set(reading)
    try:
        yield reading.left_out
    finally:
        _current.reset(token)


def is_in_reach(path: Path) -> bool:
    """Whether the file that is being read may have this one opened."""
    reading = _current.get()
    return reading is None or reading.reach.holds(path)


def is_there(path: Path) -> bool:
    """Whether there is anything at a path, a name that no file can have included."""
    return "\0" in str(path) or os.path.lexists(path)


def is_referred_picture(path: Path, name: str = "") -> bool:
    """Whether a picture that a page or a record names may be had; see ``referred_picture``."""
    return bool(referred_picture(path, name, most=BEGINNING))


def referred_picture(path: Path, name: str = "", *, most: int = LARGEST_PICTURE) -> bytes:
    """The bytes of a picture that a page or a record names; ``b""`` where it may not be had.

    What is not there is passed over in silence, as addresses of other machines are; of the rest
    ``reaching`` tells.
    """
    try:
        if not is_there(path):
            return b""
        if not is_in_reach(path):
            raise ManyhopError(OUTSIDE)
        return picture_bytes(path, most=most)
    except ManyhopError as error:
        reason = str(error)
    except ValueError:
        reason = "no file can have this name; mend it"
    except OSError as error:
        reason = f"it cannot be opened: {error.strerror}"
    reading = _current.get()
    if reading is not None:
        printable = (name or str(path)).encode("utf-8", "replace").decode()
        reading.left_out.setdefault(printable, reason)
    return b""


class Skipped(msgspec.Struct, frozen=True):
    """One part of the input that was left out while the rest was read.

    Example: ``Skipped("corpus.jsonl:17", "not valid JSON: trailing characters (byte 40)")``
    """

    where: str
    reason: str
