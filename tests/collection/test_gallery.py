"""Pictures are looked at once, when they come in, and found by what they show."""

import io
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

import manyhop
from manyhop.collection import Collection, index_paths, rebuild
from manyhop.models import PictureSights, StaticEncoder, shared_judge
from manyhop.sources import Image

PICTURES = Path(manyhop.__file__).parent / "sample" / "images"


def drawn(colour: str) -> bytes:
    stream = io.BytesIO()
    Pillow.new("RGB", (64, 48), colour).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def album(tmp_path: Path) -> Path:
    folder = tmp_path / "album"
    folder.mkdir()
    for number, colour in enumerate(("red", "grey", "blue"), start=7):
        (folder / f"IMG_{number:04}.png").write_bytes(drawn(colour))
    return folder


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pictures were looked at, each time."""
    counted: list[int] = []
    look = PictureSights.look

    def counting(self: PictureSights, pictures: list[bytes]) -> object:
        counted.append(len(pictures))
        return look(self, pictures)

    monkeypatch.setattr(PictureSights, "look", counting)
    return counted


def test_pictures_are_looked_at_when_indexed_and_never_again(
    collection: Collection, album: Path, looks: list[int]
) -> None:
    index_paths(collection, [album], ocr=False)
    gallery = collection.gallery()
    assert len(gallery.ids) == 3
    assert sum(looks) == 3
    grey = gallery.glances["vividness"] < 0.01
    assert [Path(collection.get(id).origin).name for id in np.array(gallery.ids)[grey]] == [
        "IMG_0008.png"
    ]
    (album / "IMG_0007.png").with_suffix(".txt").write_text("The red one.")  # its words change
    index_paths(collection, [album], ocr=False, force=True)
    collection.search("a red picture")
    assert sum(looks) == 3
    assert set(collection.gallery().ids) == set(gallery.ids)


def test_what_was_seen_can_be_had_by_id(collection: Collection, album: Path) -> None:
    index_paths(collection, [album], ocr=False)
    for id in collection.gallery().ids:
        sight = collection.sight(id)
        assert sight is not None
        assert sight.squares.shape[0] == sight.colour_shares.shape[0] == 49
    assert collection.sight("no such picture") is None


@pytest.mark.parametrize("name", ["IMG_0008.png", "img_0008", "8", "0008"])
def test_a_picture_is_found_by_its_files_name_or_number(
    collection: Collection, album: Path, name: str
) -> None:
    index_paths(collection, [album], ocr=False)
    assert [Path(image.path).name for image in collection.named(name)] == ["IMG_0008.png"]
    assert collection.named("IMG_00") == [] == collection.named("80")


def test_a_name_in_the_question_finds_a_picture_with_another_title(collection: Collection) -> None:
    images = [
        Image(data=drawn(colour), path=f"dsc_{number}.png", title=f"Field {colour}")
        for number, colour in enumerate(("green", "yellow", "brown"), start=40)
    ]
    collection.add(images)
    for question in ("What is in dsc_41.png?", "What does picture 41 show?"):
        assert collection.search(question, 1)[0].source == images[1]


def test_removed_pictures_leave_the_gallery(collection: Collection, album: Path) -> None:
    index_paths(collection, [album], ocr=False)
    (album / "IMG_0009.png").unlink()
    index_paths(collection, [album], ocr=False)
    assert len(collection.gallery().ids) == 2
    assert collection.named("IMG_0009.png") == []


def test_an_earlier_collection_is_completed_by_the_next_index(
    tmp_path: Path, album: Path, looks: list[int]
) -> None:
    with Collection.open(tmp_path / "c", create=True) as collection:
        index_paths(collection, [album], ocr=False)
    with sqlite3.connect(tmp_path / "c" / "collection.sqlite") as database:
        database.executescript("DROP TABLE shown; DROP TABLE sights;")
    looks.clear()
    with Collection.open(tmp_path / "c") as collection:
        assert collection.gallery().ids == ()
        assert collection.named("IMG_0008.png") == []
        assert collection.search("a red picture", modality="image")
        assert index_paths(collection, [album], ocr=False).read == 0
        assert len(collection.gallery().ids) == 3 == sum(looks)


def test_rebuilding_keeps_what_was_seen(tmp_path: Path, album: Path, looks: list[int]) -> None:
    with Collection.open(tmp_path / "c", create=True) as collection:
        index_paths(collection, [album], ocr=False)
        before = collection.gallery()
        rebuild(tmp_path / "c", StaticEncoder.load())
        after = collection.gallery()
    assert after.ids == before.ids
    assert sum(looks) == 3
    assert (after.glances == before.glances).all()


def test_a_killed_writer_leaves_no_half_seen_picture(tmp_path: Path, album: Path) -> None:
    with Collection.open(tmp_path / "c", create=True) as collection:
        with collection.writer() as writer:
            writer.put(Image(path=str(album / "IMG_0007.png"), title="red"))
        assert len(collection) == 0
        assert collection.gallery().ids == ()


def test_damaged_and_missing_pixels_are_passed_over(collection: Collection) -> None:
    broken = Image(data=b"no picture", title="broken")
    gone = Image(path="gone.png", title="gone")
    words_only = Image(caption="A bridge", title="Humber Bridge")
    whole = Image(data=drawn("red"), title="red")
    collection.add([broken, gone, words_only, whole])
    assert collection.gallery().ids == (whole.id,)
    assert collection.search("Humber Bridge", 1)[0].source == words_only


def test_pictures_without_words_are_found_by_what_they_show(collection: Collection) -> None:
    found = sorted(PICTURES.glob("*.jpg")) + sorted(PICTURES.glob("*.png"))
    collection.add(
        Image(path=str(path), title=f"IMG {number}") for number, path in enumerate(found)
    )
    ids, glances = collection.gallery().ids, collection.gallery().glances
    odds = shared_judge().odds("a bridge over a river", glances)
    likeliest = collection.get(ids[int(odds.argmax())])
    hits = collection.search("a bridge over a river", 3, modality="image")
    assert likeliest in [hit.source for hit in hits]
