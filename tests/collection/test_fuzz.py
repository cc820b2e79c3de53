"""Thousands of damaged and hostile files in one run: none slow, none hungry, none that harms.

``make test-extras`` prints the counts.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from tests.collection.hostile_documents import hostile_documents
from tests.collection.hostile_files import hostile_files
from tests.sources.reading.test_damaged import FILES, damaged

VARIANTS = 75  # of each whole file
MOST_SECONDS, MOST_MEGABYTES = 20, 1_000

pytestmark = [pytest.mark.extras, pytest.mark.timeout(600)]


def run(folder: Path) -> Any:
    command = [sys.executable, "-m", "tests.collection.fuzz_run", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=590)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def mutated() -> Iterator[tuple[str, bytes]]:
    for name, make in FILES.items():
        whole = make()
        for number in range(VARIANTS):
            yield f"{number}-{name}", damaged(whole, random.Random(f"fuzz {name} {number}"))


def neighbour(folder: Path) -> str:
    """A good file; what it is called."""
    (folder / "good.txt").write_text(f"The ferry of {folder.name} leaves at eight.")
    return f"{folder.parent.name}/{folder.name}/good.txt"


def check(found: Any, neighbours: set[str], what: str, count: int) -> None:
    seconds, _, dearest = found["costs"][0]
    print(
        f"\n{count:,} {what} files: at most {seconds:.1f} s of the processor ({dearest}), "
        f"{found['slowest']:.1f} s by the clock, {found['megabytes']:,} MB and in a "
        f"worker {found['worker_megabytes']:,} MB at most, "
        f"{len(found['skipped']):,} skips, {len(neighbours):,} neighbours whole"
    )
    assert neighbours <= found["found"].keys()
    assert seconds < MOST_SECONDS, found["costs"]
    assert found["megabytes"] < MOST_MEGABYTES
    assert found["worker_megabytes"] < MOST_MEGABYTES
    assert all(len(reason.splitlines()) == 1 for _, reason in found["skipped"])


def test_damaged_files_cost_no_neighbour(tmp_path: Path) -> None:
    neighbours, count = set(), 0
    for count, (name, content) in enumerate(mutated(), start=1):
        folder = tmp_path / "files" / f"{count // 10:04}"
        if not folder.exists():
            folder.mkdir(parents=True)
            neighbours.add(neighbour(folder))
        (folder / f"{count}-{name}").write_bytes(content)
    assert count >= 2_000
    check(run(tmp_path / "files"), neighbours, "mutated", count)


def test_hostile_files_cost_no_neighbour_and_reach_nothing_outside(tmp_path: Path) -> None:
    neighbours, count = set(), 0
    made = chain(hostile_files(), hostile_documents())
    for count, (name, content) in enumerate(made, start=1):
        folder = tmp_path / "files" / f"{count:04}"
        folder.mkdir(parents=True)
        neighbours.add(neighbour(folder))
        (folder / name).write_bytes(content)
        if b"pipe.png" in content:
            os.mkfifo(folder / "pipe.png")
            (folder / "zero.png").symlink_to("/dev/zero")
            (folder / "loop.png").symlink_to("loop.png")
            (folder / "folder.png").mkdir()
    assert count >= 150
    found = run(tmp_path / "files")
    check(found, neighbours, "hand-made", count)
    assert not [origin for origin, words in found["found"].items() if "root:" in words]
