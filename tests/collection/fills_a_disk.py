"""Run by the test of a full disk, with a folder on a small disk: what is said and what is kept."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from manyhop.collection import Collection, rebuild
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.sources import Snippet


def fill(path: Path, free: int) -> None:
    """Take all room but so many bytes."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        while True:
            os.write(number, bytes(4096))
    except OSError:
        os.ftruncate(number, os.fstat(number).st_size - free)
    finally:
        os.close(number)


def attempts(folder: Path) -> dict[str, Callable[[], object]]:
    return {
        "search": lambda: Collection.open(folder).search("bridge7", 1)[0].source.id,
        "list": lambda: len(list(Collection.open(folder))),
        "add": lambda: Collection.open(folder).add(
            Snippet(text=f"{n} " + os.urandom(400).hex()) for n in range(1500)
        ),
        "delete": lambda: Collection.open(folder).delete(["no such"]),
        "rebuild": lambda: rebuild(folder, StaticEncoder.load()),
        "create": lambda: Collection.open(folder.parent / "another", create=True).close(),
    }


def main(disk: Path) -> None:
    with Collection.open(disk / "c", create=True) as collection:
        collection.add(Snippet(id=str(n), text=f"bridge{n} stood") for n in range(50))
    for free in (0, 32, 128):
        fill(disk / "filling", free * 1024)
        for name, attempt in attempts(disk / "c").items():
            try:
                attempt()
                print(name, "worked")
            except ManyhopError as error:
                print(name, error)
        (disk / "filling").unlink()
        assert rebuild(disk / "c", StaticEncoder.load()) == 50
        assert attempts(disk / "c")["search"]() == "7"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
