"""A collection owns the files it made and touches no others: not beside them, not behind links."""

import hashlib
import sqlite3
from pathlib import Path

import pytest

from manyhop.collection import Collection, index_paths, rebuild
from manyhop.collection._folder import owns
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.sources import Snippet

BRIDGE = Snippet(id="bridge", text="The bridge stood.")


def tree(folder: Path) -> dict[str, str]:
    """Every name under a folder with what it holds."""
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else hashlib.sha256(path.read_bytes()).hexdigest()
        if path.is_file()
        else "folder"
        for path in sorted(folder.rglob("*"))
    }


def written(folder: Path) -> Path:
    with Collection.open(folder, create=True) as collection:
        collection.add([BRIDGE])
    return folder


def as_format_1(folder: Path) -> Path:
    """The collection as the version before laid it out."""
    (folder / "manyhop-words-0").rename(folder / "words")
    (folder / "manyhop-vectors").rename(folder / "vectors")
    (folder / "manyhop-collection.txt").unlink()
    with sqlite3.connect(folder / "collection.sqlite") as database:
        database.execute("DROP TABLE checks")
        database.execute("DELETE FROM facts WHERE name IN ('words', 'vectors')")
        database.execute("UPDATE facts SET value = 1 WHERE name = 'format'")
    database.close()
    return folder


class TestCreating:
    def test_a_folder_that_holds_other_things_is_refused_and_left_alone(
        self, tmp_path: Path
    ) -> None:
        for name in ("vectors", "words", "docs"):
            (tmp_path / name).mkdir()
        (tmp_path / "vectors" / "logo.svg").write_text("x")
        (tmp_path / "docs" / "bridge.txt").write_text("The bridge stood.")
        before = tree(tmp_path)
        with pytest.raises(ManyhopError, match=r"holds other things, such as docs.*\.manyhop"):
            Collection.open(tmp_path, create=True)
        assert tree(tmp_path) == before

    def test_a_new_or_empty_folder_is_marked(self, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        for name in ("empty", "new/deep"):
            Collection.open(tmp_path / name, create=True).close()
            assert "nothing else" in (tmp_path / name / "manyhop-collection.txt").read_text()

    def test_a_folder_inside_a_collection_is_refused(self, tmp_path: Path) -> None:
        written(tmp_path / "c")
        with pytest.raises(ManyhopError, match="lies inside the collection"):
            Collection.open(tmp_path / "c" / "manyhop-vectors" / "another", create=True)
        assert not (tmp_path / "c" / "manyhop-vectors" / "another").exists()

    def test_a_link_under_one_of_our_names_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "c").mkdir()
        (tmp_path / "c" / "manyhop-collection.txt").write_text("killed right after this")
        (tmp_path / "c" / "writer.lock").symlink_to(tmp_path / "precious")
        with pytest.raises(ManyhopError, match=r"writer.lock is a link"):
            Collection.open(tmp_path / "c", create=True)
        assert not (tmp_path / "precious").exists()

    def test_what_a_killed_creation_left_is_taken_up(self, tmp_path: Path) -> None:
        (tmp_path / "c" / "manyhop-words-0").mkdir(parents=True)
        (tmp_path / "c" / "manyhop-words-0" / "meta.json").write_text("{")
        (tmp_path / "c" / "collection.sqlite.new").write_text("half")
        with pytest.raises(ManyhopError, match="holds other things"):  # whose is it?
            written(tmp_path / "c")
        (tmp_path / "c" / "manyhop-collection.txt").write_text("ours")
        written(tmp_path / "c")
        assert Collection.open(tmp_path / "c").search("bridge", 1)[0].source == BRIDGE


class TestWhatIsNotOurs:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        return written(tmp_path / "c")

    def change(self, folder: Path) -> None:
        (folder.parent / "docs").mkdir(exist_ok=True)
        (folder.parent / "docs" / "ferry.txt").write_text("The ferry sank.")
        with Collection.open(folder) as collection:
            index_paths(collection, [folder.parent / "docs"])
            collection.delete([BRIDGE.id])
            collection.add([BRIDGE])
        rebuild(folder, StaticEncoder.load())

    @pytest.mark.parametrize("layout", ["now", "before"])
    def test_it_stays_through_every_change(self, folder: Path, layout: str) -> None:
        if layout == "before":
            as_format_1(folder)
        theirs = {"notes.txt", "words.new/a.txt", "manyhop-words-2/mine.txt", "logo.scan"}
        theirs |= {"words/notes.txt", "vectors/logo.svg", "vectors/900-snippet.keys.npy"}
        for name in theirs:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(name)
        self.change(folder)
        assert {name: (folder / name).read_text() for name in theirs} == {n: n for n in theirs}
        with Collection.open(folder) as collection:
            assert {hit.source.title for hit in collection.search("ferry bridge")}

    @pytest.mark.parametrize("name", ["vectors", "words"])
    @pytest.mark.parametrize("layout", ["now", "before"])
    def test_a_linked_index_is_refused_and_its_target_stays(
        self, folder: Path, name: str, layout: str
    ) -> None:
        if layout == "before":
            ours = as_format_1(folder) / name
        else:
            ours = next(path for path in folder.iterdir() if f"manyhop-{name}" in path.name)
        theirs = ours.rename(folder.parent / "theirs")
        (theirs / "logo.svg").write_text("x")
        (theirs / "99-snippet.keys.npy").write_text("x")
        ours.symlink_to(theirs)
        before = tree(theirs)
        with Collection.open(folder) as collection:
            with pytest.raises(ManyhopError, match="is a link"):
                collection.add([Snippet(text="more")])
            with pytest.raises(ManyhopError, match="is a link"):
                collection.search("bridge")
        assert tree(theirs) == before
        ours.unlink()
        assert rebuild(folder, StaticEncoder.load()) == 1
        assert tree(theirs) == before
        assert Collection.open(folder).search("bridge", 1)[0].source == BRIDGE

    def test_a_link_where_a_rebuilding_would_write(self, folder: Path) -> None:
        (folder.parent / "theirs").mkdir()
        (folder / "words.new").symlink_to(folder.parent / "theirs")
        (folder / "manyhop-words-2").symlink_to(folder.parent / "theirs")
        with pytest.raises(ManyhopError, match="manyhop-words-2"):
            rebuild(folder, StaticEncoder.load())
        assert rebuild(folder, StaticEncoder.load()) == 1  # under its next name
        assert tree(folder.parent / "theirs") == {}

    @pytest.mark.parametrize(
        "name", ["collection.sqlite", "collection.sqlite-wal", "writer.lock", "manyhop-words-0/a"]
    )
    def test_a_link_to_a_file_is_not_written_through(self, folder: Path, name: str) -> None:
        name = name.replace("/a", "/.tantivy-writer.lock")
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(folder.parent / "precious")
        with pytest.raises(ManyhopError, match="is a link"):
            Collection.open(folder).add([Snippet(text="more")])
        assert not (folder.parent / "precious").exists()

    def test_a_received_list_of_files_to_remove_is_not_obeyed(self, folder: Path) -> None:
        precious = folder.parent / "precious"
        precious.write_text("x")
        (folder / "manyhop-words-0" / ".managed.json").write_text('["../../precious"]')
        with pytest.raises(ManyhopError, match=r"\.managed\.json is damaged.*manyhop rebuild"):
            Collection.open(folder).delete([BRIDGE.id])
        rebuild(folder, StaticEncoder.load())
        assert precious.exists()

    def test_a_received_name_of_an_index_is_not_believed(self, folder: Path) -> None:
        (folder.parent / "theirs").mkdir()
        with sqlite3.connect(folder / "collection.sqlite") as database:
            database.execute("UPDATE facts SET value = '../theirs' WHERE name = 'words'")
        with pytest.raises(ManyhopError, match="manyhop rebuild"):
            Collection.open(folder).add([Snippet(text="more")])
        rebuild(folder, StaticEncoder.load())
        assert tree(folder.parent / "theirs") == {}
        assert Collection.open(folder).search("bridge", 1)[0].source == BRIDGE

    def test_an_export_writes_through_no_link(self, folder: Path) -> None:
        (folder.parent / "precious").write_text("x")
        for name in ("all.jsonl", "all.jsonl.part"):
            (folder.parent / name).symlink_to(folder.parent / "precious")
        assert Collection.open(folder).export(folder.parent / "all.jsonl") == 1
        assert (folder.parent / "precious").read_text() == "x"


def test_a_collection_of_the_version_before_is_read_changed_and_rebuilt(tmp_path: Path) -> None:
    folder = as_format_1(written(tmp_path / "c"))
    with Collection.open(folder) as collection:
        assert collection.search("bridge", 1)[0].source == BRIDGE
        collection.add([Snippet(id="ferry", text="The ferry sank.")])
        assert {hit.source.id for hit in collection.search("ferry bridge")} == {"bridge", "ferry"}
        rebuild(folder, StaticEncoder.load())
        assert {hit.source.id for hit in collection.search("ferry bridge")} == {"bridge", "ferry"}
    assert not (folder / "words").exists()
    assert not (folder / "vectors").exists()
    assert all(owns(path.name) for path in folder.iterdir())


@pytest.mark.parametrize(
    ("name", "within", "ours"),
    [
        ("collection.sqlite-wal", "", True),
        ("manyhop-words-17", "", True),
        ("notes.txt", "", False),
        ("words.new", "", False),
        ("7-snippet-merged-0.rows.npy", "manyhop-vectors", True),
        ("logo.svg", "manyhop-vectors", False),
        ("../7-snippet.scan", "manyhop-vectors", False),
        ("7-snippet.scan", "docs", False),
        ("../../precious", "manyhop-words-1", False),
    ],
)
def test_which_names_are_ours(name: str, within: str, ours: bool) -> None:
    assert owns(name, within=within) is ours
