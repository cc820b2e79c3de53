import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from manyhop.errors import ManyhopError
from manyhop.models.embedded._cache_folder import cache_folder, cached_file


def _slowly(file: BinaryIO) -> None:
    file.write(b"12")
    file.flush()
    time.sleep(0.2)
    file.write(b"34")
    with (cache_folder() / "writers").open("a") as writers:
        writers.write("x")


def _writing(content: bytes) -> Callable[[BinaryIO], None]:
    def write(file: BinaryIO) -> None:
        file.write(content)

    return write


def _want(folder: str) -> None:
    os.environ["MANYHOP_CACHE"] = folder
    assert cached_file("a/b", 4, _slowly).read_bytes() == b"1234"


def test_the_place_may_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MANYHOP_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "manyhop"
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path / "mine"))
    assert cache_folder() == tmp_path / "mine"


def test_written_once_and_again_when_cut_short(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path))
    path = cached_file("a/b", 4, _writing(b"1234"))
    assert cached_file("a/b", 4, lambda file: pytest.fail("written twice")) == path
    path.write_bytes(b"12")
    cached_file("a/b", 4, _writing(b"5678"))
    assert path.read_bytes() == b"5678"
    assert not list(path.parent.glob("*.part"))


def test_of_several_processes_one_writes(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_want, args=(str(tmp_path),)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert (tmp_path / "writers").read_text() == "x"


def test_a_failed_write_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path))

    def full(file: BinaryIO) -> None:
        file.write(b"12")
        raise OSError(28, "No space left on device")

    with pytest.raises(ManyhopError, match=r"No space left.*MANYHOP_CACHE"):
        cached_file("a/b", 4, full)
    assert not (tmp_path / "a" / "b").exists()
    assert not list((tmp_path / "a").glob("*.part"))


@pytest.mark.skipif(sys.platform == "win32", reason="paths differ")
def test_a_folder_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path / "file"))
    with pytest.raises(ManyhopError, match="cannot be written"):
        cached_file("a/b", 4, lambda file: None)


def test_advice_follows_the_cause(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path))

    def forbidden(file: BinaryIO) -> None:
        raise PermissionError(13, "Permission denied")

    with pytest.raises(ManyhopError, match=r"Permission denied\); ask for permission") as raised:
        cached_file("a/b", 4, forbidden)
    assert "room" not in str(raised.value)
