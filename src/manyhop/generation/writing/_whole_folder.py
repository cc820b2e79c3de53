"""A folder that appears whole or not at all."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from manyhop.errors import ManyhopError
from manyhop.models import examine_picture
from manyhop.sources import AnySource, Image

LIST = ".manyhop-wrote"
"""The file in which a folder says what was written into it; the rest is somebody else's."""


def check_free(target: Path, *, force: bool = False) -> None:
    """Refuse a folder that holds something, or a file; better before the work than after it.

    With ``force`` it may hold what an earlier build wrote, and nothing else.
    """
    if (target.exists() and not target.is_dir()) or (force and target.is_symlink()):
        raise ManyhopError(f"{target} is no folder of its own; name a folder to write to")
    if not target.is_dir() or not any(target.iterdir()):
        return
    if not force:
        raise ManyhopError(f"{target} is not empty; name another folder, or use --force")
    if foreign := next(_not_ours(target), None):
        raise ManyhopError(
            f"{target} holds {foreign}, which no build wrote, and --force would remove it; move it "
            "elsewhere or name another folder"
        )


def _not_ours(folder: Path) -> Iterator[Path]:
    try:
        ours = set((folder / LIST).read_text(encoding="utf-8").splitlines())
    except (FileNotFoundError, UnicodeDecodeError):
        ours = set()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if (path.is_symlink() or not path.is_dir()) and name.as_posix() not in ours | {LIST}:
            yield name


def add_to_list(folder: Path, *names: str) -> None:
    """Say that files were written into a folder, by their names within it."""
    with (folder / LIST).open("a", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{name}\n" for name in names)


@contextmanager
def whole_folder(target: Path, *, force: bool = False) -> Iterator[Path]:
    """A folder beside ``target`` to write into, which takes its name once all is written.

    With ``force`` it takes the place of one that an earlier build wrote; nothing of that is kept.
    Example: ``with whole_folder(Path("bridges-qa")) as making: (making / "a.txt").write_text("a")``
    """
    target = target.absolute()
    check_free(target, force=force)
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    making, old = scratch / "new", scratch / "old"
    making.mkdir()
    try:
        yield making
        files = [path.relative_to(making) for path in making.rglob("*") if path.is_file()]
        add_to_list(making, *sorted(path.as_posix() for path in files))
        check_free(target, force=force)  # the work may have taken hours
        if target.exists():
            target.replace(old)
        try:
            making.replace(target)
        except OSError:
            old.replace(target)
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


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
