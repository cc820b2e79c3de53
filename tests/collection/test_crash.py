"""Readers beside a writer see whole commits only, and a full disk stores nothing by halves."""

import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.sources import Snippet

WRITER = Path(__file__).with_name("writes_forever.py")


def test_a_reader_in_another_process_sees_whole_commits_only(tmp_path: Path) -> None:
    command = [sys.executable, str(WRITER), str(tmp_path / "c"), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with Collection.open(tmp_path / "c") as reader:
            for _ in range(150):
                (latest,) = reader.search("latest", 1, within=["latest"], mode="hybrid")
                batch = latest.source.passage.removeprefix("latest")
                hits = reader.search(f"batch{batch}", 30, mode="words")
                parts = {hit.source.id for hit in hits if hit.source.id.startswith(f"{batch}-")}
                assert len(parts) in (0, 11)  # 0: removed by a commit between the two searches
        process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on file size")
def test_a_full_disk_stores_nothing_and_says_so(tmp_path: Path) -> None:
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add([Snippet(id="kept", text="a bridge")])
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, limits[1]))
        try:
            with pytest.raises(ManyhopError, match="make room on the disk"):
                collection.add(Snippet(text=f"note {n} " + "x" * 500) for n in range(2_000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert [source.id for source in collection] == ["kept"]
        collection.add([Snippet(id="more", text="another bridge")])
        assert {hit.source.id for hit in collection.search("bridge")} == {"kept", "more"}


@pytest.mark.extras
def test_a_disk_that_is_really_full_is_never_called_damage(tmp_path: Path) -> None:
    script = Path(__file__).with_name("fills_a_disk.py")
    mount = 'mount -t tmpfs -o size=3m none "$1"'
    own_mounts = ["unshare", "-Urm", "sh", "-c"]
    if not shutil.which("unshare") or subprocess.call([*own_mounts, mount, "", str(tmp_path)]):
        pytest.skip("needs a small disk of its own, which takes unshare and mount")
    command = [*own_mounts, f'{mount} && "$2" "$3" "$1"', "", str(tmp_path), sys.executable]
    said = subprocess.run([*command, script], capture_output=True, text=True, check=True).stdout
    lines = said.splitlines()
    assert len(lines) == 18
    assert sum("the disk is full" in line for line in lines) > 8
    assert all("the disk is full" in line or line.endswith("worked") for line in lines), said
