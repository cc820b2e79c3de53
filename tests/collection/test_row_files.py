"""Long tables in a collection: one source, every row within reach, no file left behind."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from manyhop.collection import Collection, index_paths, rebuild
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.sources import CellAt, Snippet, Table, all_rows, long_table, row_file


def long_file(path: Path, last: str = "end") -> Path:
    rows = [f"{n},{'odd' if n % 2 else 'even'}" for n in range(12_000)]
    path.write_text("\n".join(["n,parity", *rows, f"12000,{last}"]))
    return path


def row_files(collection: Collection) -> list[Path]:
    return sorted((collection.folder / "tables").iterdir())


def only_table(collection: Collection) -> Table:
    [table] = collection.sources("table")
    assert isinstance(table, Table)
    return table


def test_a_long_file_is_one_source_and_every_cell_can_be_quoted(
    collection: Collection, tmp_path: Path
) -> None:
    report = index_paths(collection, [long_file(tmp_path / "parity.csv")])
    assert report.added == 1
    table = collection.get(only_table(collection).id)
    assert isinstance(table, Table)
    assert table.length == 12_001
    assert table.quote(CellAt(11_999, 1)) == "odd"
    assert table.cite(CellAt(12_000, 1)).quote == "end"
    [hit] = collection.search("parity odd even")
    assert hit.source.id == table.id


def test_indexing_again_changes_nothing(collection: Collection, tmp_path: Path) -> None:
    path = long_file(tmp_path / "parity.csv")
    index_paths(collection, [path])
    before = row_files(collection)
    assert index_paths(collection, [path], force=True).unchanged == 1
    assert row_files(collection) == before


def test_the_rows_go_with_the_table(collection: Collection, tmp_path: Path) -> None:
    path = long_file(tmp_path / "parity.csv")
    index_paths(collection, [path])
    old = only_table(collection)
    path.unlink()
    index_paths(collection, [long_file(tmp_path / "parity.csv", last="END")])
    assert len(row_files(collection)) == 1
    assert only_table(collection).quote(CellAt(12_000, 1)) == "END"
    collection.delete([only_table(collection).id])
    assert row_files(collection) == []
    assert old.whole is not None


def test_a_writer_that_gives_up_leaves_no_rows(collection: Collection, tmp_path: Path) -> None:
    other = tmp_path / "other"
    with Collection.open(other, create=True) as second:
        index_paths(second, [long_file(tmp_path / "parity.csv")])
        with collection.writer() as writer:
            writer.put(only_table(second))
            assert len(row_files(collection)) == 1
        assert row_files(collection) == []


def test_sweeping_removes_our_own_files_only(collection: Collection, tmp_path: Path) -> None:
    index_paths(collection, [long_file(tmp_path / "parity.csv")])
    folder = collection.folder / "tables"
    (folder / "notes.txt").write_text("mine")
    (folder / f"{'0' * 20}.rows.parquet.part").write_text("left by a killed writer")
    collection.writer().close()
    assert {path.suffix for path in row_files(collection)} == {".txt", ".parquet"}


def test_an_export_holds_all_rows(collection: Collection, tmp_path: Path) -> None:
    index_paths(collection, [long_file(tmp_path / "parity.csv")])
    collection.export(tmp_path / "all.jsonl")
    with Collection.open(tmp_path / "again", create=True) as again:
        index_paths(again, [tmp_path / "all.jsonl"])
        assert list(all_rows(only_table(again))) == list(all_rows(only_table(collection)))
        assert only_table(again).columns == only_table(collection).columns


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_rows_are_put_down_by_few_threads() -> None:
    """Each takes memory of its own, and on a large machine more than a worker may have."""
    before = len(list(Path("/proc/self/task").iterdir()))
    seen: list[int] = []

    def rows() -> Iterator[list[str]]:
        seen.append(len(list(Path("/proc/self/task").iterdir())))
        yield from ([str(n)] for n in range(200))

    long_table(["n"], rows(), title="Numbers")
    assert seen[0] - before <= 3


def test_lost_rows_are_told_plainly(collection: Collection) -> None:
    rows = ([str(n)] for n in range(200))
    table = long_table(["n"], rows, title="Numbers")
    assert table.whole is not None
    row_file(table.whole.digest).unlink()
    assert table.quote(CellAt(5, 0)) == "5"
    with pytest.raises(ManyhopError, match="open the collection"):
        table.quote(CellAt(150, 0))


def forget_what_was_read(kept: Path) -> None:
    """Remove the rows that reading put down for this process, which stand in for damaged ones."""
    found = row_file(kept.name.removesuffix("".join(kept.suffixes)))
    assert found.parent != kept.parent
    found.unlink()


class TestDamage:
    """Rows that are not what was written are told, named with their remedy, and put right by it."""

    @pytest.fixture
    def csv(self, tmp_path: Path) -> Path:
        return long_file(tmp_path / "parity.csv", last=tmp_path.name)  # rows that no other has

    @pytest.fixture
    def damaged(self, collection: Collection, csv: Path) -> Collection:
        index_paths(collection, [csv])
        [path] = row_files(collection)
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
        forget_what_was_read(path)
        return collection

    def test_it_is_told(self, damaged: Collection, csv: Path) -> None:
        said = rf"checksum is another; .* manyhop index {re.escape(str(csv))} --force"
        with (
            Collection.open(damaged.folder) as collection,
            pytest.raises(ManyhopError, match=said),
        ):
            only_table(collection).quote(CellAt(11_999, 1))
        with pytest.raises(ManyhopError, match=said):
            damaged.export(csv.with_name("all.jsonl"))

    def test_a_rebuilding_does_not_believe_it(self, damaged: Collection) -> None:
        rebuild(damaged.folder, StaticEncoder.load())
        damaged.add([Snippet(text="more")])
        with pytest.raises(ManyhopError, match="checksum is another"):
            only_table(damaged).quote(CellAt(11_999, 1))

    def test_indexing_again_mends_it(self, damaged: Collection, csv: Path) -> None:
        assert index_paths(damaged, [csv], force=True).unchanged == 1
        assert only_table(damaged).quote(CellAt(11_999, 1)) == "odd"

    def test_what_was_copied_is_compared_and_believed(
        self, collection: Collection, csv: Path
    ) -> None:
        index_paths(collection, [csv])
        copy = shutil.copytree(collection.folder, csv.with_name("copy"))
        shutil.rmtree(collection.folder)
        with Collection.open(copy) as copied:
            assert only_table(copied).quote(CellAt(11_999, 1)) == "odd"

    def test_rows_of_a_version_that_kept_no_checksums(
        self, collection: Collection, csv: Path
    ) -> None:
        index_paths(collection, [csv])
        with sqlite3.connect(collection.folder / "collection.sqlite") as database:
            database.execute("DELETE FROM checks WHERE file LIKE 'tables/%'")
        database.close()
        assert only_table(collection).quote(CellAt(11_999, 1)) == "odd"
        collection.add([Snippet(text="more")])
        [path] = row_files(collection)
        path.write_bytes(path.read_bytes()[:-9])
        forget_what_was_read(path)
        with pytest.raises(ManyhopError, match="checksum is another"):
            only_table(collection).quote(CellAt(11_999, 1))
