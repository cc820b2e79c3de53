"""Reading a file in a worker, which may be lost without harm to what else is read.

Readers use libraries for formats that anybody can damage on purpose: they may abort the process,
never end, or take all memory. So every reader runs in another process, within limits on time and
memory that grow with the file; see ``manyhop.confined``.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from manyhop.confined import GaveUp, Limits, confined
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, source_from_json
from manyhop.sources._row_spool import spool_folder, spool_into
from manyhop.sources.reading._dispatch import read_here
from manyhop.sources.reading._reach import Reach
from manyhop.sources.reading._skipped import Skipped

_SECONDS, _MEGABYTES = 8, 640  # what a file may cost, however small
_SECONDS_PER_MB, _MEGABYTES_PER_MB = 10, 32  # and how much more by its size: a workbook takes 4 s

_SOURCE, _SKIPPED = b"+", b"-"


def read_file(
    path: Path, origin: str, *, reach: Reach | None = None
) -> Iterator[AnySource | Skipped]:
    """The sources in a file of any kind, and what in it could not be read.

    Reading begins at once, so that a file can be read while another one is written.
    ``reach`` says within which folders a page or a record may name pictures: without it, within
    the folder of the file. A file that cannot be read at all, or only at too high a cost, raises
    a ``ManyhopError``.
    Example: ``for source in read_file(Path("docs/humber.md"), "docs/humber.md"): …``
    """
    folders = (Reach.within([path]) if reach is None else reach).folders
    target = f"{__name__}:lines"
    arguments = (os.fsencode(path), os.fsencode(origin), folders, str(spool_folder()))
    return _found(confined(target, *arguments, limits=_limits(path)), origin)


def _found(call: Iterable[bytes], origin: str) -> Iterator[AnySource | Skipped]:
    try:
        for line in call:
            content = memoryview(line)[1:]
            if line[:1] == _SOURCE:
                yield source_from_json(content)
            else:
                yield msgspec.json.decode(content, type=Skipped)
    except GaveUp as error:
        raise ManyhopError(f"{origin} {error}; leave it out, or save it anew") from error


def lines(path: bytes, origin: bytes, folders: list[str] | None, spool: str) -> Iterator[bytes]:
    """What a file holds as JSON, each after a sign that tells sources from what was skipped."""
    spool_into(Path(spool))
    reach = Reach(None if folders is None else tuple(folders))
    for found in read_here(Path(os.fsdecode(path)), os.fsdecode(origin), reach):
        if isinstance(found, Skipped):
            yield _SKIPPED + msgspec.json.encode(found)
        else:
            yield _SOURCE + found.to_json()


def _limits(path: Path) -> Limits:
    try:
        more = path.stat().st_size / (1 << 20)
    except (OSError, ValueError):  # the reader will say what is wrong
        more = 0.0
    return Limits(
        _SECONDS + int(_SECONDS_PER_MB * max(0.0, more - 1)),
        _MEGABYTES + int(_MEGABYTES_PER_MB * more),
    )
