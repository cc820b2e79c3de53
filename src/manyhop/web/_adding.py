"""Files that people add: kept, indexed one batch at a time, with what was skipped and why."""

import threading
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import msgspec

from manyhop.collection import Progress, index_paths
from manyhop.errors import ManyhopError
from manyhop.evaluation import write_whole
from manyhop.web._place import Place

FILE = "added.json"


class Batch(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How far the adding of some files has come, or what it came to."""

    state: str = "idle"
    file: str = ""
    share: float = 0.0
    said: str = ""
    skipped: list[tuple[str, str]] = []


class Adding:
    """Takes files in under safe names and brings the collection up to date with them.

    Example: ``Adding(place).add([("notes/a.md", b"# A")])``
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._lock = threading.Lock()
        self.now: Batch = place.read(FILE, Batch, Batch())
        if self.now.state == "working":
            self.now = Batch(state="done", said="The server ended while it was adding; add again.")

    def add(self, files: Iterable[tuple[str, bytes]]) -> None:
        """Keep the files and index them in the background."""
        if not self._lock.acquire(blocking=False):
            raise ManyhopError("files are being added already; wait until they are in")
        try:
            folder = self._place.keep / "added"
            number = 0
            for name, content in files:
                target = folder.joinpath(*_safe(name))
                target.parent.mkdir(parents=True, exist_ok=True)
                write_whole(target, content, private=True)
                number += 1
            if not number:
                raise ManyhopError("no files were given; choose some")
        except BaseException:
            self._lock.release()
            raise
        self.now = Batch(state="working", said=f"Adding {number:,} files.")
        threading.Thread(target=self._index, args=(folder,), daemon=True, name="adding").start()

    def _index(self, folder: Path) -> None:
        try:
            report = index_paths(self._place.collection, [folder], on_progress=self._tell)
            said = f"{report.added:,} sources added, {report.updated:,} updated."
            skipped = [(one.where, one.reason) for one in report.skipped]
            self.now = Batch(state="done", share=1.0, said=said, skipped=skipped)
        except ManyhopError as error:
            self.now = Batch(state="done", said=f"Nothing was added: {error}")
        finally:
            self._place.write(FILE, self.now)
            self._lock.release()

    def _tell(self, progress: Progress) -> None:
        share = progress.done / progress.total if progress.total else 0.0
        self.now = Batch(state="working", file=progress.file, share=share, said="Adding.")


def _safe(name: str) -> list[str]:
    """The parts of a name without anything that leads out of a folder or hides."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    kept = ["".join(c for c in part if c.isprintable() and c not in ':*?"<>|/') for part in parts]
    kept = [part.strip(". ")[:120] for part in kept]
    kept = [part for part in kept if part]
    if not kept:
        raise ManyhopError(f"{name!r} is no name for a file; rename it")
    return kept[-6:]
