import io
from pathlib import Path
from typing import Any

import docx
import pytest
from PIL import Image as Pillow

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table
from manyhop.sources.reading import read_file


def read(document: Any, path: Path) -> list[AnySource]:
    document.save(str(path))
    found = list(read_file(path, path.name))
    assert all(isinstance(source, AnySource) for source in found)
    return found  # type: ignore[return-value]


def test_sections_know_their_headings_and_lists_stay_whole(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("House notes", 0)
    document.add_paragraph("Last edited in March.")
    document.add_heading("Kitchen", 1)
    document.add_heading("Oven", 2)
    document.add_paragraph("It runs hot.")
    document.add_paragraph("Set it lower.", style="List Bullet")
    document.add_paragraph("Clean it.", style="List Bullet")
    first, second = read(document, tmp_path / "a.docx")
    assert first == Snippet(title="House notes", text="Last edited in March.", origin="a.docx")
    assert second == Snippet(
        title="House notes",
        headings=("Kitchen", "Oven"),
        text="It runs hot.\n- Set it lower.\n- Clean it.",
        origin="a.docx",
    )


def test_numbered_paragraphs_and_what_stands_between_them_are_a_procedure(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("How to make tea", 1)
    document.add_heading("You will need", 2)
    document.add_paragraph("a kettle", style="List Bullet")
    document.add_heading("Steps", 2)
    document.add_paragraph("Boil water.", style="List Number")
    document.add_paragraph("It must bubble.")
    document.add_paragraph("Pour it.", style="List Number")
    (procedure,) = read(document, tmp_path / "tea.docx")
    assert isinstance(procedure, Procedure)
    assert procedure.materials == ("a kettle",)
    assert [step.text for step in procedure.steps] == ["Boil water.\nIt must bubble.", "Pour it."]


@pytest.mark.parametrize("bold", [False, True])
def test_steps_that_only_their_words_number(tmp_path: Path, bold: bool) -> None:
    document = docx.Document()
    document.add_paragraph("Changing a bulb", style="Title")
    for name, text in (("Step 1: Switch off", "At the wall."), ("Step 2: Unscrew", "Let it cool.")):
        document.add_paragraph().add_run(name).bold = bold
        document.add_paragraph(text)
    (procedure,) = read(document, tmp_path / "bulb.docx")
    assert isinstance(procedure, Procedure)
    assert [(step.title, step.text) for step in procedure.steps] == [
        ("Switch off", "At the wall."),
        ("Unscrew", "Let it cool."),
    ]


def test_tables_with_merged_cells_and_captions(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Prices", 1)
    document.add_paragraph("Prices in euro", style="Caption")
    table = document.add_table(3, 3)
    rows = [("item", "shop", "price"), ("tea", "Corner", "2.50"), ("milk", "", "1.10")]
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    table.cell(1, 1).merge(table.cell(2, 1))
    found = [part for part in read(document, tmp_path / "p.docx") if isinstance(part, Table)]
    assert found[0].caption == "Prices in euro"
    assert [column.name for column in found[0].columns] == ["item", "shop", "price"]
    assert [cell.text for cell in found[0].rows[1]] == ["milk", "Corner", "1.10"]


def test_code_keeps_its_lines_and_indents(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Write:")
    for line in ("for n in range(3):", "    print(n)"):
        document.add_paragraph().add_run(line).font.name = "Courier New"
    (snippet,) = read(document, tmp_path / "loop.docx")
    assert isinstance(snippet, Snippet)
    assert snippet.text == "Write:\nfor n in range(3):\n    print(n)"


def test_pictures_come_with_their_pixels(tmp_path: Path) -> None:
    pixels = io.BytesIO()
    Pillow.new("RGB", (4, 4), "red").save(pixels, "PNG")
    document = docx.Document()
    document.add_heading("Bridges", 1)
    document.add_picture(pixels)
    document.inline_shapes[0]._inline.docPr.set("descr", "The bridge at dusk")
    (image,) = read(document, tmp_path / "b.docx")
    assert isinstance(image, Image)
    assert (image.caption, image.title, image.data) == (
        "The bridge at dusk",
        "Bridges",
        pixels.getvalue(),
    )


def test_what_is_no_word_document_says_so(tmp_path: Path) -> None:
    whole = tmp_path / "whole.docx"
    docx.Document().save(str(whole))
    with pytest.raises(ManyhopError, match=r"whole\.docx holds no text"):
        list(read_file(whole, "whole.docx"))
    for name, content, reason in (
        ("cut.docx", whole.read_bytes()[:3000], r"cut\.docx: is truncated or no Word document"),
        ("text.docx", b"only text", r"text\.docx: is truncated or no Word document"),
        ("old.docx", bytes.fromhex("d0cf11e0a1b11ae1"), r"old\.docx: is encrypted or an old \.doc"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ManyhopError, match=reason):
            list(read_file(tmp_path / name, name))
