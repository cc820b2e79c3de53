"""Readers look while one writer commits, merges and rebuilds: no error, and no wrong hit."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.collection.reads import KEPT, SOON, text

from manyhop.collection import Collection, rebuild
from manyhop.models import StaticEncoder
from manyhop.sources import Snippet

READS = Path(__file__).with_name("reads.py")


class InterruptedEncoder:
    """Lets something happen in the middle of a search: after its snapshot, before its scores."""

    def __init__(self) -> None:
        self._encoder = StaticEncoder.load()
        self.name, self.dimension = self._encoder.name, self._encoder.dimension
        self.meanwhile: Any = lambda: None

    def encode(self, texts: Any) -> NDArray[np.float32]:
        self.meanwhile()
        return self._encoder.encode(texts)


@pytest.mark.parametrize("what", ["merging", "rebuilding"])
def test_a_search_goes_on_while_its_files_are_removed(tmp_path: Path, what: str) -> None:
    with Collection.open(tmp_path / "c", create=True) as writer:
        writer.add(Snippet(id=str(n), text=text(n)) for n in range(7))

        def commits() -> None:
            if what == "rebuilding":
                rebuild(tmp_path / "c", StaticEncoder.load())
            else:
                for n in range(7, 30):
                    writer.add([Snippet(id=str(n), text=text(n))])

        encoder = InterruptedEncoder()
        with Collection.open(tmp_path / "c", encoder=encoder) as reader:
            assert reader.search(text(3), 1)[0].source.id == "3"
            encoder.meanwhile = commits
            assert reader.search(text(3), 1)[0].source.id == "3"
            encoder.meanwhile = lambda: None
            assert reader.search(text(3), 1)[0].source.id == "3"


def test_opening_while_another_process_rebuilds(tmp_path: Path) -> None:
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add(Snippet(id=str(n), text=text(n)) for n in range(20))
    program = (
        "from pathlib import Path; from manyhop.collection import rebuild; "
        "from manyhop.models import StaticEncoder; print(1, flush=True)\n"
        f"while True: rebuild(Path({str(tmp_path / 'c')!r}), StaticEncoder.load())"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        for number in range(30):
            with Collection.open(tmp_path / "c") as collection:
                assert collection.search(text(number % 20), 1)[0].source.id == str(number % 20)
        process.kill()


def readers_beside_a_writer(folder: Path, readers: int, searches: int) -> dict[str, Any]:
    """Search in so many processes while a writer commits every source by itself."""
    with Collection.open(folder, create=True) as collection, collection.writer() as writer:
        commits = 0

        def commit() -> None:
            nonlocal commits
            writer.put(Snippet(id=str(commits), text=text(commits)))
            writer.put(Snippet(id="latest", text=f"the latest is {commits}"))
            if commits >= SOON and (commits - SOON) % KEPT == SOON:
                writer.remove(str(commits - SOON))
            writer.commit()
            commits += 1

        for _ in range(10):
            commit()
        each = searches // readers
        processes = [
            subprocess.Popen(
                [sys.executable, str(READS), str(folder), str(each), str(seed)],
                stdout=subprocess.PIPE,
            )
            for seed in range(readers)
        ]
        while any(process.poll() is None for process in processes):
            commit()
    reports = [json.loads(process.communicate()[0]) for process in processes]
    return {
        "commits": commits,
        "searches": sum(report["searches"] for report in reports),
        "wrong": [fault for report in reports for fault in report["wrong"]],
        "errors": [error for report in reports for error in report["errors"]],
    }


def test_two_readers_beside_a_writer(tmp_path: Path) -> None:
    found = readers_beside_a_writer(tmp_path / "c", readers=2, searches=200)
    assert found["errors"] == found["wrong"] == []


@pytest.mark.extras
@pytest.mark.timeout(900)
def test_eight_readers_beside_a_writer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = readers_beside_a_writer(tmp_path / "c", readers=8, searches=10_000)
    with capsys.disabled():
        counts = f"{len(found['errors'])} errors, {len(found['wrong'])} wrong hits"
        print(f"\n{found['searches']:,} searches beside {found['commits']:,} commits: {counts}")
    assert found["errors"] == found["wrong"] == []
    assert found["searches"] == 10_000
