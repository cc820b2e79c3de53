"""Damaged and lost files: one sentence with the remedy, and the remedy helps."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from manyhop.collection import Collection, Mode, rebuild
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.sources import Snippet

BRIDGES = [Snippet(id=f"{n}", text=f"bridge{n} spans the river") for n in range(30)]
MODES: tuple[Mode, ...] = ("words", "meaning", "hybrid")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add(BRIDGES)
    return tmp_path / "c"


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def zeroed(path: Path) -> None:
    """As after a crash of the machine: all there, but nothing in it up to the last line."""
    content = path.read_bytes()
    path.write_bytes(bytes(len(content) - 120) + content[-120:])


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)


def lost(path: Path) -> None:
    path.unlink()


KINDS = ["term", "idx", "fast", "fieldnorm", "pos", "store", "meta.json", "keys.npy", "rows.npy"]


@pytest.mark.parametrize("damage", [truncated, emptied, zeroed, flipped, lost])
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_index_file_is_named_and_mended(
    folder: Path, kind: str, damage: Callable[[Path], None]
) -> None:
    if kind == "meta.json" and damage in (zeroed, flipped):
        pytest.skip("it is text, and has no checksum of its own")
    if kind in ("fieldnorm", "pos", "store") and damage is zeroed:
        pytest.skip("it is all end")
    for path in folder.rglob(f"*{kind}"):
        damage(path)
    mode: Mode = "meaning" if kind.endswith("npy") else "words"
    with Collection.open(folder) as collection:
        for attempt in (
            lambda: collection.search("bridge7", 1, mode=mode),
            lambda: collection.add([Snippet(text="more")]),
            lambda: collection.delete(["3"]),
        ):
            with pytest.raises(ManyhopError, match=rf"{kind}|words-0.*manyhop rebuild"):
                attempt()
        assert list(collection) == BRIDGES
        assert rebuild(folder, StaticEncoder.load()) == len(BRIDGES)
        for each in MODES:
            found = collection.search("bridge7 spans the river", 1, mode=each)
            assert [hit.source.id for hit in found] == ["7"]


def test_an_index_that_was_emptied_behind_our_back_is_no_empty_answer(folder: Path) -> None:
    with Collection.open(folder.parent / "other", create=True):
        shutil.rmtree(folder / "manyhop-words-0")
        (folder.parent / "other" / "manyhop-words-0").rename(folder / "manyhop-words-0")
    with pytest.raises(ManyhopError, match=r"lacks 30 of 30 sources.*manyhop rebuild"):
        Collection.open(folder).search("bridge7")
    with pytest.raises(ManyhopError, match=r"lacks 30 of 30 sources.*manyhop rebuild"):
        Collection.open(folder).add([Snippet(text="more")])


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9])
def test_a_truncated_database_is_named(folder: Path, cut: float) -> None:
    path = folder / "collection.sqlite"
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * cut))
    with pytest.raises(ManyhopError, match=r"damaged .* index your files anew"):
        list(Collection.open(folder))
    with pytest.raises(ManyhopError, match=r"damaged .* index your files anew"):
        Collection.open(folder).add([Snippet(text="more")])


def test_a_database_damaged_in_the_middle_is_named_where_it_is_read(folder: Path) -> None:
    path = folder / "collection.sqlite"
    with Collection.open(folder) as collection:
        collection.add(Snippet(text=f"long {n} " + "x" * 3000) for n in range(50))
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] + b"\xff" * (len(content) - len(content) // 2))
    with pytest.raises(ManyhopError, match=r"damaged .* index your files anew"):
        list(Collection.open(folder))
    with pytest.raises(ManyhopError, match=r"damaged .* index your files anew"):
        Collection.open(folder).search("long", 50)


def test_a_database_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "collection.sqlite") as database:
        database.execute("CREATE TABLE stamps (country TEXT)")
    database.close()
    before = (tmp_path / "collection.sqlite").read_bytes()
    with pytest.raises(ManyhopError, match="not Manyhop's"):
        Collection.open(tmp_path, create=True)
    assert (tmp_path / "collection.sqlite").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["collection.sqlite"]


def test_a_copied_collection_is_checked_anew_and_believed(folder: Path) -> None:
    copy = shutil.copytree(folder, folder.parent / "copy")
    assert len(Collection.open(copy).search("bridge7", 1)) == 1
    flipped(next(copy.rglob("*.idx")))
    with pytest.raises(ManyhopError, match=r"idx is damaged: its checksum is another"):
        Collection.open(copy).search("bridge7", 1)


class TestCauses:
    """A full disk, a missing permission, damage and another version are four messages."""

    @pytest.mark.parametrize(
        ("number", "said"),
        [
            (errno.ENOSPC, "the disk is full .* make room"),
            (errno.EDQUOT, "the disk is full .* make room"),
            (errno.EACCES, "no permission .* ask its owner"),
            (errno.EROFS, "no permission .* ask its owner"),
            (errno.EIO, "could not be read or written .* check its disk"),
        ],
    )
    def test_writing(
        self, folder: Path, number: int, said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr("manyhop.collection._vectors._save", fail)
        with Collection.open(folder) as collection:
            with pytest.raises(ManyhopError, match=f"nothing of this batch was stored: .*{said}"):
                collection.add([Snippet(text="more")])
            monkeypatch.undo()
            assert collection.add([Snippet(text="more")]) == 1

    @pytest.mark.parametrize(
        ("code", "said"),
        [
            (sqlite3.SQLITE_FULL, "the disk is full"),
            (sqlite3.SQLITE_READONLY, "no permission"),
            (sqlite3.SQLITE_CORRUPT, "damaged"),
            (sqlite3.SQLITE_BUSY, "another process"),
            (sqlite3.SQLITE_IOERR, "check its disk"),
        ],
    )
    def test_the_database(
        self, folder: Path, code: int, said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            error = sqlite3.OperationalError("it did not work")
            error.sqlite_errorcode = code
            raise error

        monkeypatch.setattr("manyhop.collection._database._prepare", fail)
        with pytest.raises(ManyhopError, match=said) as caught:
            Collection.open(folder)
        assert ("anew" in str(caught.value)) is (code == sqlite3.SQLITE_CORRUPT)

    def test_another_version(self, folder: Path) -> None:
        with sqlite3.connect(folder / "collection.sqlite") as database:
            database.execute("UPDATE facts SET value = 99 WHERE name = 'format'")
        with pytest.raises(ManyhopError, match=r"format 99.*upgrade Manyhop"):
            Collection.open(folder).add([Snippet(text="more")])
