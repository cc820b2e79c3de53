"""Index a folder and say what each file cost: ``python -m tests.collection.fuzz_run FOLDER``."""

import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import psutil

from manyhop.collection import Collection, Progress, index_paths
from manyhop.confined import close_workers


class Spent(NamedTuple):
    """Seconds of the processor, ours and those of all workers, and seconds by the clock."""

    processor: float
    clock: float


def main(folder: Path) -> None:
    """Print, as JSON, the dearest files, the most memory, and what was found and left out."""
    costs: list[tuple[float, float, str]] = []
    current = ("", _spent())

    def on_progress(progress: Progress) -> None:
        nonlocal current
        name, start = current
        if progress.file != name or progress.done == progress.total:
            now = _spent()
            costs.append((now.processor - start.processor, now.clock - start.clock, name))
            current = (progress.file, now)

    with tempfile.TemporaryDirectory() as place, Collection.open(place, create=True) as collection:
        report = index_paths(collection, [folder], ocr=False, on_progress=on_progress)
        found = {source.origin: source.searchable for source in collection}
    close_workers()
    result = {
        "files": report.files,
        "costs": sorted(costs[1:], reverse=True)[:8],
        "slowest": max(clock for _, clock, _ in costs[1:]),
        "megabytes": _own_peak(),
        "worker_megabytes": _peak(resource.RUSAGE_CHILDREN),
        "found": found,
        "skipped": [(skipped.where, skipped.reason) for skipped in report.skipped],
    }
    print(json.dumps(result))


def _spent() -> Spent:
    me = psutil.Process()
    mine = me.cpu_times()
    used = mine.user + mine.system + mine.children_user + mine.children_system
    for child in me.children():
        try:
            times = child.cpu_times()
        except psutil.NoSuchProcess:
            continue
        used += times.user + times.system
    return Spent(used, time.monotonic())


def _own_peak() -> int:
    """This process's own peak: the operating system's other count begins with the parent's."""
    status = Path("/proc/self/status")
    if not status.exists():
        return _peak(resource.RUSAGE_SELF)
    lines = status.read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) >> 10


def _peak(whose: int) -> int:
    per_megabyte = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(whose).ru_maxrss // per_megabyte


if __name__ == "__main__":
    main(Path(sys.argv[1]))
