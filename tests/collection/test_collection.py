import sqlite3
from pathlib import Path

import pytest

from manyhop.collection import Collection, index_paths
from manyhop.errors import ManyhopError
from manyhop.sources import Image, Procedure, Snippet, Step, source_from_json

HUMBER = Snippet(title="Humber Bridge", text="It opened in 1981.")
TOWER = Snippet(title="Tower Bridge", text="It opened in 1894.")
GATE = Image(title="Golden Gate", caption="Two red towers in the fog")
TEA = Procedure(title="Tea", steps=(Step(text="Boil water."), Step(text="Pour.")))


def test_what_is_added_can_be_got_listed_and_counted(collection: Collection) -> None:
    assert collection.add([HUMBER, GATE, TEA]) == 3
    assert collection.get(GATE.id) == GATE
    assert HUMBER.id in collection
    assert TOWER.id not in collection
    assert list(collection) == [HUMBER, GATE, TEA]
    assert list(collection.sources("image")) == [GATE]
    assert collection.counts() == {"snippet": 1, "table": 0, "image": 1, "procedure": 1}
    assert len(collection) == 3


def test_adding_again_changes_nothing(collection: Collection) -> None:
    collection.add([HUMBER])
    assert collection.add([HUMBER]) == 0
    assert len(collection) == 1


def test_an_id_added_with_other_content_is_replaced(collection: Collection) -> None:
    collection.add([Snippet(id="a", text="The ferry sank.")])
    collection.add([Snippet(id="a", text="The bridge stood.")])
    assert [hit.source.id for hit in collection.search("bridge")] == ["a"]
    assert collection.search("ferry", mode="words") == []
    assert len(collection) == 1


def test_an_id_given_twice_in_one_commit_keeps_the_last(collection: Collection) -> None:
    collection.add([Snippet(id="a", text="ferry"), Snippet(id="a", text="bridge")])
    assert [source.passage for source in collection] == ["bridge"]
    assert collection.search("ferry", mode="words") == []


def test_deleted_sources_are_found_no_more(collection: Collection) -> None:
    collection.add([HUMBER, TOWER])
    assert collection.delete([HUMBER.id, "unknown"]) == 1
    assert [hit.source for hit in collection.search("When did the Humber Bridge open?")] == [TOWER]
    with pytest.raises(ManyhopError, match="there is no source"):
        collection.get(HUMBER.id)


def test_a_hit_is_found_behind_many_deleted_ones(collection: Collection) -> None:
    ferries = [Snippet(text=f"ferry ferry ferry {number}") for number in range(300)]
    last = Snippet(text="a ferry and a bridge and a tunnel")
    collection.add([*ferries, last])
    collection.delete(ferry.id for ferry in ferries)
    for mode in ("words", "meaning", "hybrid"):
        assert [hit.source for hit in collection.search("ferry", 3, mode=mode)] == [last]


def test_a_first_search_by_meaning_can_be_explained(collection: Collection) -> None:
    collection.add([HUMBER])
    (hit,) = collection.search("Humber Bridge", 1, mode="meaning", explain=True)
    assert hit.explanation
    assert hit.explanation.terms


def test_export_is_read_back_whole(collection: Collection, tmp_path: Path) -> None:
    collection.add([HUMBER, GATE, TEA])
    assert collection.export(tmp_path / "out.jsonl") == 3
    lines = (tmp_path / "out.jsonl").read_bytes().splitlines()
    assert [source_from_json(line) for line in lines] == [HUMBER, GATE, TEA]
    assert not list(tmp_path.glob("*.part"))


def test_an_open_reader_sees_later_commits(collection: Collection) -> None:
    with Collection.open(collection.folder) as reader:
        assert reader.search("bridge") == []
        collection.add([HUMBER])
        assert [hit.source for hit in reader.search("bridge")] == [HUMBER]


def test_a_reader_sees_nothing_of_an_open_transaction(collection: Collection) -> None:
    with collection.writer() as writer:
        writer.put(HUMBER)
        assert len(collection) == 0
        assert collection.search("bridge") == []
        writer.commit()
        assert len(collection) == 1
        writer.put(TOWER)
    assert list(collection) == [HUMBER]
    assert len(collection.search("bridge")) == 1


def test_searching_while_iterating(collection: Collection) -> None:
    collection.add([HUMBER, TOWER])
    assert [collection.search(source.title, 1)[0].source for source in collection] == [
        HUMBER,
        TOWER,
    ]


def test_there_is_one_writer(collection: Collection) -> None:
    with collection.writer(), pytest.raises(ManyhopError, match="another process is writing"):
        Collection.open(collection.folder).add([HUMBER])


def test_a_missing_collection_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="manyhop index"):
        Collection.open(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ManyhopError, match="name a folder"):
        Collection.open(tmp_path / "file", create=True)


def test_a_collection_of_a_newer_version(collection: Collection) -> None:
    with sqlite3.connect(collection.folder / "collection.sqlite") as database:
        database.execute("UPDATE facts SET value = 99 WHERE name = 'format'")
    with pytest.raises(ManyhopError, match=r"format 99.*upgrade Manyhop"):
        Collection.open(collection.folder)


def test_a_damaged_database(collection: Collection) -> None:
    (collection.folder / "collection.sqlite").write_bytes(b"not a database" * 1000)
    with pytest.raises(ManyhopError, match="damaged"):
        Collection.open(collection.folder)


def test_vectors_of_another_encoder(collection: Collection) -> None:
    with sqlite3.connect(collection.folder / "collection.sqlite") as database:
        database.execute("UPDATE facts SET value = 'other' WHERE name = 'encoder'")
    with pytest.raises(ManyhopError, match=r"vectors .* are from other"):
        Collection.open(collection.folder)


def test_text_that_is_not_unicode_is_refused_and_nothing_stored(collection: Collection) -> None:
    broken = Snippet(id="a", text="half a pair \ud800")
    with pytest.raises(ManyhopError, match="not valid Unicode"):
        collection.add([HUMBER, broken])
    assert len(collection) == 0


def test_many_small_commits_leave_few_segments(collection: Collection) -> None:
    for number in range(30):
        collection.add([Snippet(text=f"note {number} {part}") for part in range(3)])
    assert len(list((collection.folder / "manyhop-vectors").glob("*.keys.npy"))) < 16
    assert collection.search("note 17 2", 1, mode="meaning")[0].source.passage == "note 17 2"


def test_rewriting_drops_what_was_removed(collection: Collection) -> None:
    notes = [Snippet(text=f"note {number}") for number in range(100)]
    collection.add(notes)
    collection.delete(note.id for note in notes[:60])
    collection.add([Snippet(text="one more")])  # purges the words, then rewrites the vectors
    with sqlite3.connect(collection.folder / "collection.sqlite") as database:
        sizes = [size for (size,) in database.execute("SELECT size FROM segments")]
        graves = database.execute("SELECT COUNT(*) FROM graves").fetchone()[0]
    assert sorted(sizes) == [1, 40]
    assert graves == 0


def test_sources_come_page_by_page(tmp_path: Path) -> None:
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add([Snippet(id=f"s{n}", text=f"text {n}") for n in range(7)])
        pages = [[s.id for s in collection.sources("snippet", start, 3)] for start in (0, 3, 6, 9)]
    assert pages == [["s0", "s1", "s2"], ["s3", "s4", "s5"], ["s6"], []]


def test_the_file_of_a_source_is_known_while_it_is_there(tmp_path: Path) -> None:
    note = tmp_path / "notes" / "ferry.md"
    note.parent.mkdir()
    note.write_text("# Ferry\n\nIt leaves at nine.\n")
    with Collection.open(tmp_path / "c", create=True) as collection:
        index_paths(collection, [note.parent], ocr=False)
        (source,) = collection.sources()
        assert collection.file_of(source.id) == note
        note.unlink()
        assert collection.file_of(source.id) is None
        assert collection.file_of("none") is None
