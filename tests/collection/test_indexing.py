"""Indexing folders: what is new comes in, what changed is updated, what is gone goes."""

import base64
import io
import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree

import msgspec
import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

import manyhop
from manyhop.collection import Collection, IndexReport, Progress, index_paths
from manyhop.sources import Image, Snippet

SAMPLE = Path(manyhop.__file__).parent / "sample"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    made.mkdir()
    return made


def index(collection: Collection, *paths: Path, force: bool = False) -> IndexReport:
    return index_paths(collection, paths, ocr=False, force=force)


def texts(collection: Collection) -> set[str]:
    return {source.text for source in collection if isinstance(source, Snippet)}


def the_image(collection: Collection) -> Image:
    (image,) = collection.sources("image")
    assert isinstance(image, Image)
    return image


def png(colour: str, description: str = "") -> bytes:
    words = PngInfo()
    if description:
        words.add_text("Description", description)
    file = io.BytesIO()
    Pillow.new("RGB", (40, 30), colour).save(file, "PNG", pnginfo=words)
    return file.getvalue()


def lines(path: Path, *sources: dict[str, str]) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(source) + b"\n" for source in sources))


def snippet(id: str, text: str) -> dict[str, str]:
    return {"kind": "snippet", "id": id, "text": text}


def changes(report: IndexReport) -> tuple[int, int, int]:
    return report.added, report.updated, report.removed


def test_a_folder_with_every_kind_of_file(collection: Collection) -> None:
    report = index(collection, SAMPLE)
    assert report.skipped == []
    assert report.read == report.files == collection.info().files
    assert all(number > 0 for number in collection.counts().values())
    assert report.added == len(collection)
    suffixes = {Path(source.origin).suffix for source in collection}
    assert suffixes >= {".md", ".txt", ".html", ".csv", ".tsv", ".xlsx", ".parquet", ".png"}
    assert suffixes >= {".json", ".jsonl"}


def test_indexing_again_reads_nothing(collection: Collection) -> None:
    index(collection, SAMPLE)
    before = list(collection)
    report = index(collection, SAMPLE)
    assert report.read == 0
    assert changes(report) == (0, 0, 0)
    assert list(collection) == before


def test_a_changed_file_changes_only_its_own_sources(collection: Collection, folder: Path) -> None:
    (folder / "a.txt").write_text("The ferry leaves at eight.")
    (folder / "b.txt").write_text("The mill grinds rye.")
    index(collection, folder)
    (mill,) = (source for source in collection if source.origin == "notes/b.txt")
    (folder / "a.txt").write_text("The ferry leaves at nine o'clock.")
    report = index(collection, folder)
    assert report.read == 1
    assert changes(report) == (1, 0, 1)
    assert texts(collection) == {"The ferry leaves at nine o'clock.", "The mill grinds rye."}
    assert mill.id in collection
    assert collection.search("When does the ferry leave?")[0].source.passage.endswith("o'clock.")


def test_a_source_with_an_id_of_its_own_is_updated(collection: Collection, folder: Path) -> None:
    lines(folder / "a.jsonl", snippet("1", "rye"), snippet("2", "oats"))
    index(collection, folder)
    lines(folder / "a.jsonl", snippet("1", "barley"), snippet("2", "oats"))
    report = index(collection, folder)
    assert changes(report) == (0, 1, 0)
    assert report.unchanged == 1
    assert texts(collection) == {"barley", "oats"}


def test_a_deleted_file_takes_its_sources_along(collection: Collection, folder: Path) -> None:
    (folder / "a.txt").write_text("The ferry leaves at eight.")
    (folder / "b.txt").write_text("The mill grinds rye.")
    index(collection, folder)
    (folder / "a.txt").unlink()
    report = index(collection, folder)
    assert changes(report) == (0, 0, 1)
    assert texts(collection) == {"The mill grinds rye."}
    assert collection.info().files == 1


def test_a_file_that_shrinks(collection: Collection, folder: Path) -> None:
    lines(folder / "a.jsonl", *(snippet(str(number), f"barge {number}") for number in range(9)))
    index(collection, folder)
    lines(folder / "a.jsonl", snippet("3", "barge 3"))
    assert changes(index(collection, folder)) == (0, 0, 8)
    assert texts(collection) == {"barge 3"}


def test_a_touched_file_changes_nothing(collection: Collection, tmp_path: Path) -> None:
    folder = tmp_path / "sample"
    copytree(SAMPLE, folder)
    index(collection, folder)
    before = list(collection)
    for path in folder.rglob("*.*"):
        os.utime(path)
    report = index(collection, folder)
    assert report.read == report.files
    assert changes(report) == (0, 0, 0)
    assert list(collection) == before


def test_force_reads_unchanged_files(collection: Collection, folder: Path) -> None:
    (folder / "a.txt").write_text("The ferry leaves at eight.")
    index(collection, folder)
    report = index(collection, folder, force=True)
    assert (report.read, report.unchanged) == (1, 1)


def test_force_brings_back_what_was_deleted(collection: Collection, folder: Path) -> None:
    (folder / "a.txt").write_text("The ferry leaves at eight.")
    index(collection, folder)
    collection.delete([source.id for source in collection])
    assert changes(index(collection, folder)) == (0, 0, 0)
    assert changes(index(collection, folder, force=True)) == (1, 0, 0)


class TestAPictureAndThePageThatShowsIt:
    @pytest.fixture
    def shown(self, folder: Path) -> Path:
        (folder / "page.md").write_text("# Mill\n\nOur mill.\n\n![Seen from the weir](mill.png)\n")
        (folder / "mill.png").write_bytes(png("red", "A mill with red walls"))
        return folder

    def test_their_captions_are_merged(self, collection: Collection, shown: Path) -> None:
        report = index(collection, shown)
        assert the_image(collection).caption == "Seen from the weir\nA mill with red walls"
        assert report.added == len(collection)
        assert report.updated == 0

    def test_a_side_car_counts_as_well(self, collection: Collection, shown: Path) -> None:
        (shown / "mill.png.txt").write_text("The mill in 1911")
        index(collection, shown)
        assert the_image(collection).caption == "Seen from the weir\nThe mill in 1911"

    def test_a_changed_alt_text_is_followed(self, collection: Collection, shown: Path) -> None:
        index(collection, shown)
        (shown / "page.md").write_text("# Mill\n\nOur mill.\n\n![Seen from the bridge](mill.png)\n")
        report = index(collection, shown)
        assert report.read == 1
        assert changes(report) == (0, 1, 0)
        assert the_image(collection).caption == "Seen from the bridge\nA mill with red walls"

    def test_a_changed_side_car_is_followed(self, collection: Collection, shown: Path) -> None:
        (shown / "mill.png.txt").write_text("The mill in 1911")
        index(collection, shown)
        (shown / "mill.png.txt").write_text("The mill in the summer of 1912")
        index(collection, shown)
        image = the_image(collection)
        assert image.caption == "Seen from the weir\nThe mill in the summer of 1912"

    def test_without_the_page(self, collection: Collection, shown: Path) -> None:
        index(collection, shown)
        (shown / "page.md").unlink()
        index(collection, shown)
        image = the_image(collection)
        assert image.caption == "A mill with red walls"
        assert image.origin == "notes/mill.png"

    def test_until_the_last_one_goes(self, collection: Collection, shown: Path) -> None:
        index(collection, shown)
        (shown / "mill.png").unlink()
        (shown / "page.md").write_text("# Mill\n\nOur mill is gone.\n")
        index(collection, shown)
        assert collection.counts()["image"] == 0

    def test_in_either_order(self, collection: Collection, shown: Path) -> None:
        index(collection, shown / "mill.png")
        index(collection, shown / "page.md")
        caption = the_image(collection).caption
        assert caption == "A mill with red walls\nSeen from the weir"
        index(collection, shown)
        assert the_image(collection).caption == caption

    def test_other_pages_keep_their_say(self, collection: Collection, shown: Path) -> None:
        (shown / "other.md").write_text("# Weir\n\n![Where the eels are](mill.png)\n")
        (shown / "third.md").write_text("# Third\n\n![A red house](mill.png)\n")
        index(collection, shown)
        (shown / "page.md").write_text("# Mill\n\nNo picture any more.\n")
        index(collection, shown)
        caption = the_image(collection).caption
        assert caption == "Where the eels are\nA red house\nA mill with red walls"

    def test_force_brings_it_back(self, collection: Collection, shown: Path) -> None:
        index(collection, shown)
        before = the_image(collection)
        collection.delete([before.id])
        index(collection, shown, force=True)
        assert the_image(collection) == before

    def test_a_file_may_give_it_twice(self, collection: Collection, folder: Path) -> None:
        image = {"kind": "image", "id": "mill"}
        lines(folder / "a.jsonl", image | {"caption": "Dawn"}, image | {"caption": "Dusk"})
        for _ in range(2):
            index(collection, folder, force=True)
            assert the_image(collection).caption == "Dawn\nDusk"


def test_pixels_join_the_caption_with_their_id(collection: Collection, folder: Path) -> None:
    """As with WebQA, whose captions and pixels are in different files."""
    fact = {"image_id": 30000001, "title": "A mill", "caption": "A red mill", "url": "http://x.org"}
    question = {"Q": "What colour?", "A": ["red"], "img_posFacts": [fact]}
    (folder / "questions.json").write_bytes(msgspec.json.encode({"q1": question}))
    encoded = base64.b64encode(png("red")).decode()
    (folder / "imgs.tsv").write_text(f"30000001\t{encoded}\n")
    for first, second in (("questions.json", "imgs.tsv"), ("imgs.tsv", "questions.json")):
        with Collection.open(folder.parent / first, create=True) as fresh:
            for name in (first, second):
                assert index(fresh, folder / name).skipped == []
            image = the_image(fresh)
            assert (image.id, image.caption, image.title) == ("30000001", "A red mill", "A mill")
            assert image.data == png("red")
            assert fresh.picture("30000001") is not None


class TestDuplicateIds:
    def test_in_one_file(self, collection: Collection, folder: Path) -> None:
        lines(folder / "a.jsonl", snippet("1", "rye"), snippet("1", "oats"), snippet("2", "hay"))
        report = index(collection, folder)
        assert texts(collection) == {"rye", "hay"}
        (skipped,) = report.skipped
        assert "'1'" in skipped.reason
        assert "first one is kept" in skipped.reason

    def test_in_two_files(self, collection: Collection, folder: Path) -> None:
        lines(folder / "a.jsonl", snippet("1", "rye"))
        lines(folder / "b.jsonl", snippet("1", "oats"))
        report = index(collection, folder)
        assert texts(collection) == {"rye"}
        assert [skipped.where for skipped in report.skipped] == ["notes/b.jsonl"]

    def test_in_two_runs(self, collection: Collection, folder: Path) -> None:
        lines(folder / "a.jsonl", snippet("1", "rye"))
        lines(folder / "b.jsonl", snippet("1", "oats"))
        index(collection, folder / "b.jsonl")
        report = index(collection, folder / "a.jsonl")
        assert texts(collection) == {"oats"}
        assert len(report.skipped) == 1

    def test_the_second_steps_in_for_the_first(self, collection: Collection, folder: Path) -> None:
        lines(folder / "a.jsonl", snippet("1", "rye"))
        lines(folder / "b.jsonl", snippet("1", "oats"))
        index(collection, folder)
        (folder / "a.jsonl").unlink()
        index(collection, folder)
        assert texts(collection) == {"oats"}

    def test_the_same_twice_is_no_matter(self, collection: Collection, folder: Path) -> None:
        lines(folder / "a.jsonl", snippet("1", "rye bread"), snippet("1", "rye bread"))
        lines(folder / "b.jsonl", snippet("1", "rye\n  bread"))
        report = index(collection, folder)
        assert report.skipped == []
        assert (report.added, report.updated) == (1, 0)


class TestUnreadableFiles:
    def test_are_listed_and_the_rest_is_indexed(self, collection: Collection, folder: Path) -> None:
        (folder / "a.txt").write_text("The ferry leaves at eight.")
        (folder / "b.pdf").write_bytes(b"%PDF-1.7 and then nothing")
        (folder / "c.xlsx").write_bytes(b"PK\x03\x04")
        (folder / "d.md").write_bytes(b"")
        report = index(collection, folder)
        assert texts(collection) == {"The ferry leaves at eight."}
        assert [skipped.where for skipped in report.skipped] == [
            "notes/b.pdf",
            "notes/c.xlsx",
            "notes/d.md",
        ]

    def test_keep_their_earlier_sources(self, collection: Collection, folder: Path) -> None:
        (folder / "mill.png").write_bytes(png("red", "A mill with red walls"))
        index(collection, folder)
        before = the_image(collection)
        (folder / "mill.png").write_bytes(png("red")[:40])
        report = index(collection, folder)
        assert len(report.skipped) == 1
        assert the_image(collection) == before

    def test_are_tried_again(self, collection: Collection, folder: Path) -> None:
        (folder / "a.md").write_bytes(b"")
        assert len(index(collection, folder).skipped) == 1
        assert len(index(collection, folder).skipped) == 1


def test_two_folders_of_the_same_name(collection: Collection, tmp_path: Path) -> None:
    north, south = tmp_path / "north/notes", tmp_path / "south/notes"
    for notes, text in ((north, "rye"), (south, "oats")):
        notes.mkdir(parents=True)
        (notes / "a.txt").write_text(text)
    index(collection, north, south)
    assert texts(collection) == {"rye", "oats"}
    (north / "a.txt").unlink()
    index(collection, north)
    assert texts(collection) == {"oats"}


def test_equal_files_in_folders_of_the_same_name(collection: Collection, tmp_path: Path) -> None:
    north, south = tmp_path / "north/notes", tmp_path / "south/notes"
    for notes in (north, south):
        notes.mkdir(parents=True)
        (notes / "a.txt").write_text("rye")
    assert index(collection, north, south).skipped == []
    (north / "a.txt").unlink()
    index(collection, north, south)
    assert texts(collection) == {"rye"}


def test_a_folder_named_through_its_parent(collection: Collection, folder: Path) -> None:
    (folder / "a.txt").write_text("rye")
    roundabout = folder / ".." / "notes"
    index(collection, roundabout)
    (folder / "a.txt").unlink()
    assert changes(index(collection, roundabout)) == (0, 0, 1)


def test_a_moved_file_keeps_its_sources(collection: Collection, folder: Path) -> None:
    lines(folder / "a.jsonl", snippet("1", "rye"))
    index(collection, folder)
    (folder / "a.jsonl").rename(folder / "b.jsonl")
    report = index(collection, folder)
    assert report.removed == 0
    assert texts(collection) == {"rye"}


def test_the_collection_in_the_folder_is_not_indexed(folder: Path) -> None:
    (folder / "a.txt").write_text("rye")
    with Collection.open(folder / "found", create=True) as collection:
        for _ in range(2):
            assert index(collection, folder).files == 1
        rmtree(folder / "found", ignore_errors=True)


def test_progress_goes_on_to_its_end(collection: Collection) -> None:
    seen: list[tuple[int, int, int]] = []

    def note(progress: Progress) -> None:
        seen.append((progress.done, progress.sources, progress.total))

    index_paths(collection, [SAMPLE], ocr=False, on_progress=note)
    done = [step[0] for step in seen]
    assert done == sorted(done)
    assert [step[1] for step in seen] == sorted(step[1] for step in seen)
    assert done[-1] == seen[-1][2] > 0


def test_what_is_derived_from_pixels_is_stored(collection: Collection, folder: Path) -> None:
    (folder / "mill.png").write_bytes(png("red"))
    index(collection, folder)
    picture = collection.picture(the_image(collection).id)
    assert picture is not None
    assert (picture.features.width, picture.features.height) == (40, 30)
    assert picture.features.colours[0][0] == "red"


def test_a_stopped_indexing_goes_on(collection: Collection, folder: Path) -> None:
    for number in range(5):
        (folder / f"{number}.txt").write_text(f"barge {number}")

    def stop(progress: Progress) -> None:
        if progress.sources == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index_paths(collection, [folder], on_progress=stop)
    index(collection, folder)
    assert len(texts(collection)) == 5


@pytest.fixture
def locked(folder: Path) -> Iterator[Path]:
    inner = folder / "locked"
    inner.mkdir()
    (inner / "a.txt").write_text("rye")
    yield inner
    inner.chmod(0o755)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open every folder")
def test_a_locked_folder_keeps_its_sources(
    collection: Collection, folder: Path, locked: Path
) -> None:
    index(collection, folder)
    locked.chmod(0)
    report = index(collection, folder)
    assert len(report.skipped) == 1
    assert texts(collection) == {"rye"}


def test_a_log_is_text(collection: Collection, folder: Path) -> None:
    (folder / "lock.log").write_text("10:02 the lock gate opened for the barge\n")
    assert index(collection, folder).skipped == []
    assert collection.counts()["snippet"] == 1
