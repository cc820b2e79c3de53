"""Files made to harm: each costs itself, and no neighbour."""

import gzip
import io
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook
from PIL import Image as Pillow

from manyhop.collection import Collection, IndexReport, index_paths
from manyhop.sources import Image


def pdf(*objects: bytes) -> bytes:
    """A PDF of one page, from its content (object 4) on."""
    head = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources"
        b" << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>",
    )
    numbered = enumerate((*head, *objects), start=1)
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, one) for number, one in numbered)
    return b"%PDF-1.4\n" + body + b"trailer\n<< /Root 1 0 R >>\n%%EOF\n"


def stream(content: bytes, about: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), about, content)


FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>"


def form_that_draws_itself() -> bytes:
    return pdf(stream(b"BT /F 9 Tf (a) Tj ET /X Do"), FONT, stream(b"/X Do /X Do", FORM))


def endless_content() -> bytes:
    packed = zlib.compress(b"BT /F 9 Tf (a) Tj ET " * 6_000_000, 9)
    return pdf(stream(packed, b"/Filter /FlateDecode"), FONT, stream(b""))


def workbook(rows: str) -> bytes:
    book, plain, made = Workbook(), io.BytesIO(), io.BytesIO()
    book.save(plain)
    sheet = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    sheet += f"<sheetData>{rows}</sheetData></worksheet>"
    with ZipFile(plain) as old, ZipFile(made, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name.endswith("sheet1.xml") else old.read(name))
    return made.getvalue()


def far_row() -> bytes:
    return workbook('<row r="1"/><row r="999999999999"><c r="A999999999999"><v>1</v></c></row>')


def swelling_workbook() -> bytes:
    return workbook('<row r="1"><c r="A1"><v>1</v></c></row>' * 1_000_000)


def nested() -> bytes:
    return b"<div>" * 200_000 + b"words"


def attributes() -> bytes:
    return b"<p " + b" ".join(b"a%d=1" % number for number in range(200_000)) + b">words</p>"


def png(width: int, height: int) -> bytes:
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(width + 1)) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


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
