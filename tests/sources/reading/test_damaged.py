"""Damaged files of every kind: sources, skips or one clear error, and nothing else."""

import base64
import gzip
import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from arro3.core import Array, DataType
from arro3.core import Table as ArrowTable
from arro3.io import write_parquet
from openpyxl import Workbook
from PIL import Image as Pillow

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource
from manyhop.sources.reading import Skipped, read_file

VARIANTS = 36


def page() -> bytes:
    rows = "".join(f"<tr><td>Bridge {n}</td><td>{n * 100}</td></tr>" for n in range(5))
    recipe = json.dumps(how_to())
    return (
        "<html><head><title>Bridges</title>"
        f'<script type="application/ld+json">{recipe}</script></head><body><h1>Bridges</h1>'
        "<p>The bridge opened in 1981 and spans the estuary.</p>"
        f"<table><tr><th>Name</th><th>Length</th></tr>{rows}</table>"
        '<figure><img src="a.png" alt="A bridge"><figcaption>The bridge</figcaption></figure>'
        "<ol><li>Boil the water.</li><li>Pour it in.</li></ol></body></html>"
    ).encode()


def how_to() -> dict[str, object]:
    steps = [{"@type": "HowToStep", "name": f"Step {n}", "text": "Do it."} for n in range(3)]
    return {"@context": "https://schema.org", "@type": "HowTo", "name": "Tea", "step": steps}


def markdown() -> bytes:
    return (
        b"---\ntitle: Bridges\n---\n# Bridges\n\nThe bridge *opened* in 1981.\n\n"
        b"| name | length |\n|---|---|\n| Humber | 1,410 |\n| Severn | 988 |\n\n"
        b"![A bridge](a.png)\n\n## Tea\n\n1. Boil the water.\n2. Pour it in.\n3. Wait.\n"
    )


def pdf() -> bytes:
    drawing = b"BT /F1 18 Tf 40 120 Td (The bridge opened in 1981.) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    written, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(written)
    return written + b"xref\n0 6\n0000000000 65535 f \n" + table + trailer


def workbook() -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["name", "length"], ["Humber", 1410], ["Severn", 988]):
        sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def parquet() -> bytes:
    columns = {
        "name": Array(["Humber", "Severn"], DataType.string()),
        "length": Array([1410, 988], DataType.int64()),
    }
    stream = io.BytesIO()
    write_parquet(ArrowTable.from_pydict(dict(columns)), stream)
    return stream.getvalue()


def picture(form: str) -> Callable[[], bytes]:
    def drawn() -> bytes:
        stream = io.BytesIO()
        Pillow.linear_gradient("L").resize((40, 30)).convert("RGB").save(stream, form)
        return stream.getvalue()

    return drawn


def rows() -> bytes:
    kinds = [
        {"kind": "snippet", "text": "words", "title": "Bridges"},
        {"kind": "table", "columns": [{"name": "a"}], "rows": [[{"text": "1"}]]},
        {"kind": "procedure", "steps": [{"text": "Pour."}]},
        {"kind": "image", "caption": "A bridge", "data": "AAEC"},
        {"_id": "d1", "title": "Humber", "text": "It opened in 1981."},
    ]
    return b"".join(json.dumps(row).encode() + b"\n" for row in kinds)


def webqa() -> bytes:
    text = {"snippet_id": "g_1", "fact": "It opened.", "title": "Humber", "url": "https://e.org"}
    image = {"image_id": 30000001, "caption": "A bridge", "title": "Humber", "url": "https://e.org"}
    record = {"Q": "When?", "txt_posFacts": [text], "img_negFacts": [image]}
    return json.dumps({"g1": record, "g2": record}).encode()


def pixels() -> bytes:
    line = base64.b64encode(picture("PNG")())
    return b"30000001\t" + line + b"\n30000002\t" + line + b"\n"


def mmqa() -> bytes:
    cells = [{"text": "Humber", "links": [{"text": "H", "wiki_title": "H", "url": "u"}]}] * 2
    header = [{"column_name": name, "metadata": {"num_of_links": 1}} for name in ("a", "b")]
    table = {"table_name": "Longest", "header": header, "table_rows": [cells, cells]}
    rows = [
        {"title": "Bridges", "url": "u", "id": "t1", "table": table},
        {"title": "Humber", "url": "u", "id": "i1", "path": "i1.jpg"},
    ]
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def recipes() -> bytes:
    context = [{"id": 1, "title": "Boil", "body": "Boil water.", "images": ["a.jpg"]}]
    asked = {"recipe_id": "tea", "task": "textual_cloze", "context": context, "question": ["Q"]}
    return json.dumps({"data": [asked, asked]}).encode()


def lines() -> bytes:
    return b"Bridges\n=======\n\nThe bridge opened in 1981.\n\n1. Boil.\n2. Pour.\n3. Wait.\n"


def commas() -> bytes:
    return b'name,length\n"Humber, the",1410\nSevern,988\n'


def packed(make: Callable[[], bytes]) -> Callable[[], bytes]:
    return lambda: gzip.compress(make())


FILES: dict[str, Callable[[], bytes]] = {
    "a.md": markdown,
    "a.html": page,
    "a.xhtml": page,
    "a.txt": lines,
    "a.rst": lines,
    "README": lines,
    "a.pdf": pdf,
    "a.csv": commas,
    "a.tsv": lambda: commas().replace(b",", b"\t"),
    "a.xlsx": workbook,
    "a.parquet": parquet,
    "a.png": picture("PNG"),
    "a.jpg": picture("JPEG"),
    "a.webp": picture("WEBP"),
    "a.gif": picture("GIF"),
    "a.jsonl": rows,
    "a.json": lambda: b"[" + b",".join(rows().splitlines()) + b"]",
    "a.jsonld": lambda: json.dumps(how_to()).encode(),
    "webqa.json": webqa,
    "imgs.tsv": pixels,
    "mmqa.jsonl": mmqa,
    "recipes.json": recipes,
    "a.csv.gz": packed(commas),
    "a.tsv.gz": packed(lambda: commas().replace(b",", b"\t")),
    "a.txt.gz": packed(lines),
    "a.json.gz": packed(webqa),
    "a.jsonl.gz": packed(rows),
    "a.gz": packed(lines),
}


def damaged(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data))
    match chance.choice(["cut", "flip", "nul", "repeat", "drop"]):
        case "cut":
            return data[:place]
        case "flip":
            flipped = bytearray(data)
            for _ in range(chance.choice([1, 3, 20])):
                flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            return bytes(flipped)
        case "nul":
            return data[:place] + bytes(chance.choice([1, 50])) + data[place:]
        case "repeat":
            chunk = data[place : place + chance.randrange(1, 200)]
            return data[:place] + chunk * chance.choice([2, 50]) + data[place:]
        case _:
            return data[:place] + data[place + chance.randrange(1, 50) :]


def read(path: Path, data: bytes) -> list[AnySource | Skipped]:
    path.write_bytes(data)
    return list(read_file(path, path.name))


@pytest.mark.parametrize("name", FILES)
def test_the_whole_file_is_read(tmp_path: Path, name: str) -> None:
    found = read(tmp_path / name, FILES[name]())
    assert found
    assert not [part for part in found if isinstance(part, Skipped)]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_gives_sources_or_one_clear_error(tmp_path: Path, name: str) -> None:
    data = FILES[name]()
    for number in range(VARIANTS):
        variant = damaged(data, random.Random(f"{name} {number}"))
        try:
            found = read(tmp_path / name, variant)
        except ManyhopError as error:
            found = [Skipped(name, str(error))]
        for part in found:
            if isinstance(part, Skipped):
                assert len(part.reason.splitlines()) == 1, part
            else:
                assert part.to_json()
