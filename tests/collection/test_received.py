"""A collection that somebody sent: what it says is read, what it points at is not obeyed."""

import io
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import msgspec
import pytest
from PIL import Image as Pillow

from manyhop.collection import Collection, index_paths, rebuild
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.sources import Image, Snippet, Table, all_rows, content_id


def png(shade: str) -> bytes:
    stream = io.BytesIO()
    Pillow.new("RGB", (9, 9), shade).save(stream, "PNG")
    return stream.getvalue()


def rewrite(folder: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Change a collection's database as nobody but an attacker would."""
    with closing(sqlite3.connect(folder / "collection.sqlite")) as database, database:
        for statement, values in statements:
            database.execute(statement, values)


@contextmanager
def within(seconds: int) -> Iterator[None]:
    def late(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Sent(NamedTuple):
    """A collection whose one picture claims to be a file of this machine."""

    folder: Path
    secret: Path

    def claims(self, path: Path, **fields: object) -> None:
        record = {"kind": "image", "id": "one", "caption": "A bridge", "path": str(path), **fields}
        encoded = msgspec.json.encode(record)
        rewrite(self.folder, ("UPDATE sources SET record = ? WHERE id = 'one'", (encoded,)))


@pytest.fixture
def sent(tmp_path: Path) -> Sent:
    (tmp_path / "mine.png").write_bytes(png("red"))
    (tmp_path / "secret.png").write_bytes(png("blue"))
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add([Image(id="one", caption="A bridge", path=str(tmp_path / "mine.png"))])
    return Sent(tmp_path / "c", tmp_path / "secret.png")


def opened_picture(folder: Path) -> bytes:
    with Collection.open(folder) as collection:
        (image,) = collection
        assert isinstance(image, Image)
        assert image == collection.get("one") == collection.search("bridge", 1)[0].source
        return image.pixels()


class TestPictures:
    def test_ones_own_are_opened(self, sent: Sent) -> None:
        assert opened_picture(sent.folder) == png("red")

    @pytest.mark.parametrize("content", ["", "one", content_id(png("red"))])
    def test_a_picture_of_this_machine_is_not(self, sent: Sent, content: str) -> None:
        sent.claims(sent.secret, content=content)
        with pytest.raises(ManyhopError, match=r"secret.png.*not the picture that was indexed"):
            opened_picture(sent.folder)

    def test_not_after_indexing_or_rebuilding_either(self, sent: Sent, tmp_path: Path) -> None:
        sent.claims(sent.secret)
        rewrite(sent.folder, ("DELETE FROM shown", ()), ("DELETE FROM sights", ()))
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs" / "a.txt").write_text("The ferry leaves at eight.")
        with Collection.open(sent.folder) as collection:
            index_paths(collection, [tmp_path / "docs"], ocr=False)
            assert collection.sight("one") is None
        rebuild(sent.folder, StaticEncoder.load())
        with Collection.open(sent.folder) as collection:
            assert collection.sight("one") is None
            image = collection.get("one")
            assert isinstance(image, Image)
            with pytest.raises(ManyhopError, match="not the picture"):
                image.pixels()

    def test_not_as_what_a_file_is_said_to_have_given(self, sent: Sent, tmp_path: Path) -> None:
        """A received list of what files gave is put together anew when one of them is gone."""
        part = msgspec.json.encode({"kind": "image", "id": "one", "path": str(sent.secret)})
        gone = str(tmp_path / "docs" / "gone.md")
        rewrite(
            sent.folder,
            ("INSERT INTO files VALUES (1, ?, 1, 1)", (gone,)),
            ("INSERT INTO holders VALUES ('one', 1, 1, ?)", (part,)),
            ("INSERT INTO holders VALUES ('one', 99, 1, ?)", (part,)),
        )
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs" / "a.txt").write_text("The ferry leaves at eight.")
        with Collection.open(sent.folder) as collection:
            index_paths(collection, [tmp_path / "docs"], ocr=False)
            image = collection.get("one")
        assert isinstance(image, Image)
        assert image.path == str(sent.secret)
        with pytest.raises(ManyhopError, match="not the picture"):
            image.pixels()

    @pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
    def test_what_is_no_file_is_not_waited_for(self, sent: Sent, tmp_path: Path, kind: str) -> None:
        places = {"pipe": tmp_path / "pipe", "device": Path("/dev/zero"), "folder": tmp_path}
        os.mkfifo(tmp_path / "pipe")
        sent.claims(places[kind])
        rewrite(sent.folder, ("DELETE FROM shown", ()), ("DELETE FROM sights", ()))
        with within(60):
            rebuild(sent.folder, StaticEncoder.load())
            with Collection.open(sent.folder) as collection:
                assert collection.sight("one") is None
            with pytest.raises((ManyhopError, OSError)):
                opened_picture(sent.folder)

    def test_one_that_was_edited_is_another_until_it_is_indexed_again(self, tmp_path: Path) -> None:
        photos = tmp_path / "photos"
        photos.mkdir()
        (photos / "a.png").write_bytes(png("red"))
        with Collection.open(tmp_path / "c", create=True) as collection:
            index_paths(collection, [photos], ocr=False)
            (image,) = collection
            assert isinstance(image, Image)
            (photos / "a.png").write_bytes(png("blue"))
            os.utime(photos / "a.png", (1, 1))
            with pytest.raises(ManyhopError, match="not the picture that was indexed"):
                image.pixels()
            index_paths(collection, [photos], ocr=False)
            (image,) = collection
            assert isinstance(image, Image)
            assert image.pixels() == png("blue")

    def test_a_collection_from_before_hashes_were_kept(self, tmp_path: Path) -> None:
        (tmp_path / "a.png").write_bytes(png("red"))
        with Collection.open(tmp_path / "c", create=True) as collection:
            index_paths(collection, [tmp_path / "a.png"], ocr=False)
            (image,) = collection
        record = image.with_changes(content="").to_json()
        assert b"content" not in record
        rewrite(tmp_path / "c", ("UPDATE sources SET record = ?", (record,)))
        with Collection.open(tmp_path / "c") as collection:
            (image,) = collection
        assert isinstance(image, Image)
        assert image.pixels() == png("red")


PROGRAMS = [
    "CREATE TRIGGER again AFTER INSERT ON sources BEGIN DELETE FROM sources; END",
    "CREATE VIEW more AS SELECT * FROM sources",
    "CREATE VIRTUAL TABLE found USING fts5(words)",
]


@pytest.mark.parametrize("statement", PROGRAMS)
def test_a_database_with_programs_in_it_is_refused(sent: Sent, statement: str) -> None:
    rewrite(sent.folder, (statement, ()))
    with pytest.raises(ManyhopError, match="which Manyhop never makes"):
        Collection.open(sent.folder)
    with pytest.raises(ManyhopError, match="which Manyhop never makes"):
        rebuild(sent.folder, StaticEncoder.load())


def test_a_record_that_nests_without_end_is_told(tmp_path: Path) -> None:
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add([Snippet(id="one", text="A bridge")])
    deep = b'{"kind":"snippet","id":"one","text":"a","meta":{"x":%s}}'
    record = deep % (b"[" * 100_000 + b"]" * 100_000)
    rewrite(tmp_path / "c", ("UPDATE sources SET record = ?", (record,)))
    with Collection.open(tmp_path / "c") as collection, pytest.raises(ManyhopError, match="deep"):
        collection.get("one")


class TestLongTables:
    @pytest.fixture
    def table(self, tmp_path: Path) -> Table:
        """Of a collection in a folder whose name means something to a query engine."""
        folder = tmp_path / "Bob's [1] * {notes}"
        folder.mkdir()
        lines = "".join(f"{tmp_path.name} {number},{number}\n" for number in range(10_500))
        (folder / "long.csv").write_text("name,length\n" + lines)
        command = [sys.executable, "-m", "manyhop", "index", "long.csv", "-c", "c"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        with Collection.open(folder / "c") as collection:
            (table,) = collection
        assert isinstance(table, Table)
        return table

    def rows(self, tmp_path: Path) -> Path:
        (rows,) = tmp_path.glob("Bob*/c/tables/*.rows.parquet")
        return rows

    def test_they_are_read_from_a_folder_of_any_name(self, table: Table) -> None:
        assert sum(1 for _ in all_rows(table)) == 10_500

    def test_rows_are_not_read_through_a_link(self, table: Table, tmp_path: Path) -> None:
        rows = self.rows(tmp_path)
        shutil.move(rows, tmp_path / "theirs.parquet")
        rows.symlink_to(tmp_path / "theirs.parquet")
        with pytest.raises(ManyhopError, match="rows of a long table are gone"):
            list(all_rows(table))

    def test_a_digest_is_no_path(self, table: Table, tmp_path: Path) -> None:
        shutil.move(self.rows(tmp_path), tmp_path / "theirs.rows.parquet")
        assert table.whole
        whole = msgspec.structs.replace(table.whole, digest="../../../theirs")
        with pytest.raises(ManyhopError, match="rows of a long table are gone"):
            list(all_rows(table.with_changes(whole=whole)))

    def test_the_name_of_a_column_is_no_query(self, table: Table, tmp_path: Path) -> None:
        import duckdb

        rows, secret = self.rows(tmp_path), tmp_path / "secret.txt"
        secret.write_text("the secret")
        name = f"t0, (SELECT content FROM read_text('{secret}')) AS t9"
        with duckdb.connect() as engine:
            made = str(tmp_path / "made.parquet")
            engine.execute(f"COPY (SELECT 0 AS row, 'a' AS t0, 1 AS \"{name}\") TO '{made}'")
        shutil.move(made, rows)
        with pytest.raises(ManyhopError, match="its checksum is another"):
            list(all_rows(table))
        made_to_fit = ("UPDATE checks SET crc = NULL WHERE file LIKE '%.parquet'", ())
        rewrite(rows.parent.parent, made_to_fit)
        assert list(all_rows(table)) == [("a",)]
