"""Long tables in a collection: one source, every row within reach, no file left behind."""

from pathlib import Path

import pytest

from manyhop.collection import Collection, index_paths
from manyhop.errors import ManyhopError
from manyhop.sources import CellAt, Table, all_rows, long_table, row_file


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


def test_lost_rows_are_told_plainly(collection: Collection) -> None:
    rows = ([str(n)] for n in range(200))
    table = long_table(["n"], rows, title="Numbers")
    assert table.whole is not None
    row_file(table.whole.digest).unlink()
    assert table.quote(CellAt(5, 0)) == "5"
    with pytest.raises(ManyhopError, match="open the collection"):
        table.quote(CellAt(150, 0))
