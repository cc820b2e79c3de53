"""Files made to harm: each costs itself, and no neighbour."""

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from arro3.core import Array, DataType
from arro3.core import Table as ArrowTable
from arro3.io import write_parquet
from PIL import Image as Pillow
from tests.collection.hostile_files import (
    endless_content,
    far_row,
    form_that_draws_itself,
    png,
    workbook,
)

from manyhop.collection import Collection, IndexReport, index_paths
from manyhop.confined import Limits, confined
from manyhop.sources import Image


def swelling_workbook() -> bytes:
    return workbook('<row r="1"><c r="A1"><v>1</v></c></row>' * 1_000_000)


def nested() -> bytes:
    return b"<div>" * 200_000 + b"words"


def attributes() -> bytes:
    return b"<p " + b" ".join(b"a%d=1" % number for number in range(200_000)) + b">words</p>"


def huge_picture() -> bytes:
    return png(12_000, 12_000)


def packed(text: bytes, times: int) -> Callable[[], bytes]:
    return lambda: gzip.compress(text * times, 9)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "form.pdf": (form_that_draws_itself, "reader break down|takes more than"),
    "content.pdf": (endless_content, "reader break down|takes more than"),
    "row.xlsx": (far_row, "more than a workbook can have"),
    "swelling.xlsx": (swelling_workbook, "too much to read"),
    "nested.html": (nested, "nests elements 200,000 deep"),
    "nested.md": (lambda: nested().replace(b">", b">\n"), "nests elements 200,000 deep"),
    "attributes.html": (attributes, "over 5,000 attributes"),
    "huge.png": (huge_picture, "too many pixels"),
    "zeros.txt.gz": (packed(b"\0", 100_000_000), "unpacks to more than 50 times"),
    "letters.jsonl.gz": (packed(b"a", 100_000_000), "unpacks to more than 50 times"),
    "cells.csv.gz": (packed(b"a,b\n", 25_000_000), "unpacks to more than 50 times"),
}


def index(collection: Collection, folder: Path) -> IndexReport:
    return index_paths(collection, [folder], ocr=False)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_left_out_with_a_reason_and_its_neighbours_are_read(
    collection: Collection, tmp_path: Path, name: str
) -> None:
    make, reason = HOSTILE[name]
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / name).write_bytes(make())
    for neighbour in ("a.txt", "z.txt"):
        (folder / neighbour).write_text(f"The ferry of {neighbour} leaves at eight.")
    report = index(collection, folder)
    assert {source.origin for source in collection} >= {"files/a.txt", "files/z.txt"}
    (skipped,) = report.skipped
    assert skipped.where.endswith(name)
    assert any(part in skipped.reason for part in reason.split("|")), skipped.reason


def test_a_file_that_leaves_memory_behind_costs_no_neighbour(
    collection: Collection, tmp_path: Path
) -> None:
    table = ArrowTable.from_pydict({"name": Array(["Humber"], DataType.string())})
    write_parquet(table, tmp_path / "bridges.parquet")
    list(confined("tests.confined.targets:leave", 625, limits=Limits(60, 2_000)))
    assert index(collection, tmp_path).skipped == []
    assert collection.counts()["table"] == 1


def test_metadata_made_to_be_searched_for_ever_is_read_at_once(
    collection: Collection, tmp_path: Path
) -> None:
    mock = b"<dc:description " * 100_000 + b"<rdf:li>x" * 1000
    Pillow.new("RGB", (9, 9)).save(tmp_path / "mock.webp", xmp=mock)
    assert index(collection, tmp_path / "mock.webp").skipped == []
    assert collection.counts()["image"] == 1


def test_a_picture_that_a_record_names_must_decode(collection: Collection, tmp_path: Path) -> None:
    stream = io.BytesIO()
    Pillow.linear_gradient("L").save(stream, "PNG")
    (tmp_path / "half.dat").write_bytes(stream.getvalue()[:60])
    record = {"kind": "image", "caption": "A bridge", "path": "half.dat"}
    (tmp_path / "a.jsonl").write_text(json.dumps(record))
    report = index(collection, tmp_path / "a.jsonl")
    (image,) = collection
    assert isinstance(image, Image)
    assert (image.caption, image.path) == ("A bridge", "")
    assert [Path(skipped.where).name for skipped in report.skipped] == ["half.dat"]


def test_what_the_named_folders_reach_together_is_inside(
    collection: Collection, tmp_path: Path
) -> None:
    for name in ("docs", "pictures"):
        (tmp_path / name).mkdir()
    Pillow.new("RGB", (9, 9)).save(tmp_path / "pictures" / "a.png")
    (tmp_path / "docs" / "a.md").write_text("# Bridges\n\n![A bridge](../pictures/a.png)\n")
    alone = index(collection, tmp_path / "docs")
    assert [skipped.where for skipped in alone.skipped] == ["docs/a.md: ../pictures/a.png"]
    folders = [tmp_path / "docs", tmp_path / "pictures"]
    together = index_paths(collection, folders, ocr=False, force=True)
    assert together.skipped == []
    (image,) = collection.sources("image")
    assert isinstance(image, Image)
    assert (image.path, image.caption) == (str(tmp_path / "pictures" / "a.png"), "A bridge")


def test_outside_can_be_allowed(collection: Collection, tmp_path: Path) -> None:
    Pillow.new("RGB", (9, 9)).save(tmp_path / "a.png")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Bridges\n\n![A bridge](../a.png)\n")
    report = index_paths(collection, [tmp_path / "docs"], ocr=False, allow_outside=True)
    assert report.skipped == []
    assert collection.counts()["image"] == 1
