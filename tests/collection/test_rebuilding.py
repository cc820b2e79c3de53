import shutil
import sqlite3
from pathlib import Path

import pytest

from manyhop.collection import Collection, rebuild
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.sources import Snippet

BRIDGE, FERRY = Snippet(text="The bridge stood."), Snippet(text="The ferry sank.")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add([BRIDGE, FERRY, Snippet(text="The tunnel was dug.")])
        collection.delete([FERRY.id])
    return tmp_path / "c"


@pytest.mark.parametrize("lost", ["manyhop-words-0", "manyhop-vectors"])
def test_a_lost_index_is_named_and_made_anew(folder: Path, lost: str) -> None:
    shutil.rmtree(folder / lost)
    if lost == "manyhop-words-0":
        (folder / lost).mkdir()
        (folder / lost / "meta.json").write_text("{broken")
    with pytest.raises(ManyhopError, match="manyhop rebuild"):
        Collection.open(folder).search("bridge")
    assert rebuild(folder, StaticEncoder.load()) == 2
    with Collection.open(folder) as collection:
        for mode in ("words", "meaning", "hybrid"):
            assert collection.search("Which bridge stood?", 1, mode=mode)[0].source == BRIDGE
        assert FERRY not in [hit.source for hit in collection.search("ferry")]


def test_an_open_reader_sees_the_new_indexes(folder: Path) -> None:
    with Collection.open(folder) as reader:
        before = [hit.source for hit in reader.search("bridge")]
        rebuild(folder, StaticEncoder.load())
        assert [hit.source for hit in reader.search("bridge")] == before
        reader.add([FERRY])
        assert reader.search("ferry", 1)[0].source == FERRY


def test_the_vectors_of_an_older_encoder_are_replaced(folder: Path) -> None:
    with sqlite3.connect(folder / "collection.sqlite") as database:
        database.execute("UPDATE facts SET value = 'older' WHERE name = 'encoder'")
    rebuild(folder, StaticEncoder.load())
    assert Collection.open(folder).search("bridge", 1)[0].source == BRIDGE
