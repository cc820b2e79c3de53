"""A folder that appears whole or not at all."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from manyhop.errors import ManyhopError
from manyhop.models import examine_picture
from manyhop.sources import AnySource, Image


def check_free(target: Path, *, force: bool = False) -> None:
    """Refuse a folder that holds something, or a file; better before the work than after it."""
    if target.exists() and not target.is_dir():
        raise ManyhopError(f"{target} is a file; name a folder to write to")
    if not force and target.is_dir() and any(target.iterdir()):
        raise ManyhopError(f"{target} is not empty; name another folder, or use --force")


@contextmanager
def whole_folder(target: Path, *, force: bool = False) -> Iterator[Path]:
    """A folder beside ``target`` to write into, which takes its name once all is written.

    With ``force`` it takes the place of one that holds something; nothing of that one is kept.
    Example: ``with whole_folder(Path("bridges-qa")) as making: (making / "a.txt").write_text("a")``
    """
    check_free(target, force=force)
    target.parent.mkdir(parents=True, exist_ok=True)
    making = target.with_name(f".{target.name}.part")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir()
    try:
        yield making
        old = target.with_name(f".{target.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        if target.exists():
            target.replace(old)
        making.replace(target)
        shutil.rmtree(old, ignore_errors=True)
    except BaseException:
        shutil.rmtree(making, ignore_errors=True)
        raise


def carried_pixels(source: AnySource) -> bytes:
    """The encoded picture of an image; ``b""`` where there is none that decodes.

    A path may lead elsewhere than on the day it was indexed, and what is written gets published.
    Example: ``carried_pixels(Image(path="/etc/passwd"))`` → ``b""``
    """
    if not isinstance(source, Image) or not (source.data or source.path):
        return b""
    try:
        pixels = source.pixels()
        examine_picture(pixels)
    except (ManyhopError, OSError):
        return b""
    return pixels
