"""Weights that the user asked for: found in a named place or fetched from the hub, and checked.

Nothing here runs by itself: `manyhop setup` asks for it.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from manyhop.errors import ManyhopError, remedy

HUB = "https://huggingface.co"  # unless HF_ENDPOINT names another
_PIECE = 1 << 20
_PATIENCE = 30.0  # seconds without a byte

Progress = Callable[[int, int], None]
"""Told how many bytes are done, and of how many."""


class Wanted(NamedTuple):
    """A file as its makers published it; without a checksum only its size is compared."""

    name: str
    address: str
    bytes: int
    sha256: str = ""


def hub_address() -> str:
    """The hub's address: ``HF_ENDPOINT``, or the official one."""
    return os.environ.get("HF_ENDPOINT", HUB).rstrip("/")


def find_file(named: Path, wanted: Wanted) -> Path:
    """The file itself where the user named it, or that of the right name in a named folder.

    Example: ``find_file(Path("~/Downloads").expanduser(), wanted)``
    """
    if named.is_file():
        return named
    if not named.is_dir():
        raise ManyhopError(f"{named}: there is no such file or folder; name where {wanted.name} is")
    found = sorted(named.rglob(wanted.name), key=lambda path: len(path.parts))
    if not found:
        raise ManyhopError(
            f"{named} holds no {wanted.name}; name the folder that does, or the file"
        )
    return found[0]


def check_file(path: Path, wanted: Wanted, progress: Progress | None = None) -> None:
    """Refuse a file that is not what its makers published, in one sentence."""
    size = path.stat().st_size
    if size < wanted.bytes:
        raise ManyhopError(
            f"{path} is cut short: {size:,} of {wanted.bytes:,} bytes; get the rest of it"
        )
    if size > wanted.bytes or (wanted.sha256 and _digest(path, progress) != wanted.sha256):
        raise ManyhopError(
            f"{path} is not the official {wanted.name}: its "
            f"{'size' if size > wanted.bytes else 'SHA-256'} differs; get it from {wanted.address}"
        )


def fetch_file(wanted: Wanted, folder: Path, progress: Progress | None = None) -> Path:
    """Get a file from the hub, going on where an earlier try stopped; it appears when whole.

    Example: ``fetch_file(LARGE.wanted(), cache_folder() / "downloads")``
    """
    import httpx  # takes a while, so only when something is really fetched

    path, part = folder / wanted.name, folder / f"{wanted.name}.part"
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    have = part.stat().st_size if part.exists() else 0
    room = shutil.disk_usage(folder).free
    if room < wanted.bytes - have:
        raise ManyhopError(
            f"{folder}: there is no room for {wanted.name} ({wanted.bytes / 1e6:,.0f} MB, "
            f"{room / 1e6:,.0f} MB are free); make room, or set MANYHOP_CACHE to another folder"
        )
    try:
        if have < wanted.bytes:
            _append(wanted, part, have, progress)
        check_file(part, wanted)
    except httpx.HTTPError as error:
        told = str(error) or type(error).__name__
        raise ManyhopError(
            f"{wanted.address}: could not be fetched ({told}); run the same command again to go "
            f"on, or name a file that you have with --from"
        ) from error
    except ManyhopError:
        if part.exists() and part.stat().st_size >= wanted.bytes:
            part.unlink()  # whole but wrong: to go on from it would never end well
        raise
    except OSError as error:
        raise ManyhopError(f"{part}: {error.strerror}; {remedy(error) or 'see to it'}") from error
    part.replace(path)
    return path


def _append(wanted: Wanted, part: Path, have: int, progress: Progress | None) -> None:
    import httpx

    asked = {"Range": f"bytes={have}-"} if have else {}
    with httpx.stream(
        "GET", wanted.address, headers=asked, timeout=_PATIENCE, follow_redirects=True
    ) as reply:
        reply.raise_for_status()
        goes_on = reply.status_code == httpx.codes.PARTIAL_CONTENT
        with part.open("ab" if goes_on else "wb") as file:
            done = have if goes_on else 0
            for piece in reply.iter_bytes(_PIECE):
                file.write(piece)
                done += len(piece)
                if done > wanted.bytes:
                    break
                if progress:
                    progress(done, wanted.bytes)


def _digest(path: Path, progress: Progress | None) -> str:
    digest, done = hashlib.sha256(), 0
    for piece in _pieces(path):
        digest.update(piece)
        done += len(piece)
        if progress:
            progress(done, path.stat().st_size)
    return digest.hexdigest()


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(8 * _PIECE):
            yield piece
