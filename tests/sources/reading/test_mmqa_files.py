import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pillow

from manyhop.sources import AnySource, Cell, CellAt, Column, Image, Link, Snippet, Table
from manyhop.sources.reading import FoundFile, Skipped, read_file, walk

DATA = Path(__file__).parents[3] / "../shared/data/mmqa"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the MultiModalQA files are not here")


def cell(text: str, *links: dict[str, str]) -> dict[str, Any]:
    return {"text": text, "links": list(links)}


HUMBER = {"text": "Humber", "wiki_title": "Humber Bridge", "url": "https://example.org/h"}
TABLE = {
    "title": "Bridges",
    "url": "https://example.org/b",
    "id": "t1",
    "table": {
        "table_name": "Longest",
        "header": [
            {"column_name": "Name", "metadata": {"is_key_column": True}},
            {"column_name": "", "metadata": {}},
            {"column_name": "Length", "metadata": {"type": "float", "parsed_values": [1410.0]}},
        ],
        "table_rows": [
            [cell("Humber", HUMBER), cell(""), cell("1,410")],
            [cell(""), cell(""), cell("")],
            [cell("Severn")],
        ],
    },
}


def read(path: Path, *rows: object) -> list[AnySource | Skipped]:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return list(read_file(path, path.name))


def test_a_table_keeps_every_row_and_column_in_its_place(tmp_path: Path) -> None:
    (table,) = read(tmp_path / "tables.jsonl", TABLE)
    assert isinstance(table, Table)
    assert (table.id, table.title, table.caption) == ("t1", "Bridges", "Longest")
    assert table.origin == "https://example.org/b"
    assert table.columns == (Column("Name"), Column(""), Column("Length", "number"))
    assert table.rows[0][0] == Cell(
        "Humber", (Link("Humber", "Humber Bridge", "https://example.org/h"),)
    )
    assert table.quote(CellAt(2, 0)) == "Severn"
    assert [heading.get("type") for heading in table.meta["header"]] == [None, None, "float"]


def test_an_image_row_finds_its_pixels(tmp_path: Path) -> None:
    (tmp_path / "final_dataset_images").mkdir()
    Pillow.new("RGB", (2, 2)).save(tmp_path / "final_dataset_images" / "i1.png")
    Pillow.new("RGB", (2, 2)).save(tmp_path / "i2.png")
    rows = [
        {"id": f"i{n}", "title": "Humber", "url": "https://example.org/h", "path": f"i{n}.png"}
        for n in (1, 2, 3)
    ]
    images = [image for image in read(tmp_path / "a.jsonl", *rows) if isinstance(image, Image)]
    assert [image.id for image in images] == ["i1", "i2", "i3"]
    assert [Path(image.path).name for image in images] == ["i1.png", "i2.png", ""]
    assert images[0].pixels().startswith(b"\x89PNG")
    assert images[2].meta == {"path": "i3.png"}


def test_text_rows_are_snippets(tmp_path: Path) -> None:
    row = {"title": "Humber", "url": "https://example.org/h", "id": "x1", "text": "Opened in 1981."}
    assert read(tmp_path / "texts.jsonl", row) == [
        Snippet(id="x1", title="Humber", origin="https://example.org/h", text="Opened in 1981.")
    ]


def test_questions_are_left_to_evaluation(tmp_path: Path) -> None:
    question = {"qid": "q1", "question": "When?", "answers": [], "metadata": {"table_id": "t1"}}
    assert read(tmp_path / "MMQA_dev.jsonl", question, question) == [
        Skipped("MMQA_dev.jsonl", "2 questions, which are no sources; `manyhop eval` reads them")
    ]


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@needs_data
def test_the_real_slice_is_read_whole() -> None:
    found: list[AnySource] = []
    skipped: list[Skipped] = []
    for file in walk([DATA / "slice"]):
        assert isinstance(file, FoundFile)
        for part in read_file(Path(file.path), file.origin):
            (skipped if isinstance(part, Skipped) else found).append(part)  # type: ignore[arg-type]
    contexts = [rows_of(DATA / f"slice/MMQA_{kind}.jsonl.gz") for kind in CONTEXTS]
    assert sorted(source.id for source in found) == sorted(
        row["id"] for rows in contexts for row in rows
    )
    assert [part.where for part in skipped] == ["slice/MMQA_dev.jsonl.gz"]
    assert all(image.pixels() for image in found if isinstance(image, Image))


CONTEXTS = ("tables", "texts", "images")


@needs_data
def test_gold_cells_of_the_real_slice_hold_the_answer() -> None:
    path = DATA / "slice/MMQA_tables.jsonl.gz"
    tables = {table.id: table for table in read_file(path, path.name) if isinstance(table, Table)}
    checked = 0
    for question in rows_of(DATA / "slice/MMQA_dev.jsonl.gz"):
        table = tables.get(question["metadata"].get("table_id", ""))
        for answer in question["answers"]:
            for row, column in answer["table_indices"] if table else ():
                assert table is not None
                checked += str(answer["answer"]) in table.quote(CellAt(row, column))
    assert checked > 20


@needs_data
def test_all_real_image_rows_are_read() -> None:
    path = DATA / "MMQA_images.jsonl.gz"
    found = list(read_file(path, path.name))
    ids = {image.id for image in found if isinstance(image, Image)}
    assert len(ids) == len(found) == len({row["id"] for row in rows_of(path)})
