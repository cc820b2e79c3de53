"""Presentations, OpenDocument texts and spreadsheets, and books."""

import io
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pptx
import pytest
from PIL import Image as Pillow
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Cm

from manyhop.errors import ManyhopError
from manyhop.sources import Image, Procedure, Snippet, Table
from manyhop.sources.reading import Skipped, read_file

OASIS = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("style", "style"),
        ("draw", "drawing"),
        ("svg", "svg-compatible"),
    )
)


def png() -> bytes:
    pixels = io.BytesIO()
    Pillow.new("RGB", (4, 4), "red").save(pixels, "PNG")
    return pixels.getvalue()


def read(path: Path) -> list[Any]:
    found = list(read_file(path, path.name))
    assert not any(isinstance(part, Skipped) for part in found)
    return found


def rows(table: Table) -> list[list[str]]:
    names = [column.name for column in table.columns]
    return [names, *([cell.text for cell in row] for row in table.rows)]


def zipped(path: Path, **parts: str | bytes) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def odf(path: Path, body: str, styles: str = "", **parts: bytes) -> Path:
    content = (
        f'<office:document-content {OASIS} xmlns:xlink="http://www.w3.org/1999/xlink">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body>{body}</office:body></office:document-content>"
    )
    return zipped(path, **{"content.xml": content}, **parts)


def test_slides_have_headings_lists_notes_tables_and_charts(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "Our bridges"
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = "Why they stand"
    frame = second.placeholders[1].text_frame
    frame.text = "Steel"
    for level, text in ((1, "cables"), (0, "Concrete")):
        line = frame.add_paragraph()
        line.text, line.level = text, level
    second.notes_slide.notes_text_frame.text = "Show the model."
    third = deck.slides.add_slide(deck.slide_layouts[5])
    third.shapes.title.text = "Lengths"
    table = third.shapes.add_table(2, 2, Cm(1), Cm(5), Cm(8), Cm(2)).table
    for at, text in enumerate(("name", "metres", "Humber", "1410")):
        table.cell(at // 2, at % 2).text = text
    data = CategoryChartData()
    data.categories = ["2020", "2021"]
    data.add_series("cars", (5, 7))
    third.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Cm(1), Cm(9), Cm(8), Cm(5), data)
    picture = third.shapes.add_picture(io.BytesIO(png()), Cm(1), Cm(15))
    picture._element.nvPicPr.cNvPr.set("descr", "The Humber Bridge")
    deck.save(str(tmp_path / "talk.pptx"))
    text, lengths, cars, image = read(tmp_path / "talk.pptx")
    assert (text.title, text.headings, text.meta) == (
        "Our bridges",
        ("Why they stand",),
        {"slide": 2},
    )
    assert text.text == "- Steel\n- cables\n- Concrete\nNotes: Show the model."
    assert text.whereabouts == "talk.pptx, slide 2"
    assert rows(lengths) == [["name", "metres"], ["Humber", "1410"]]
    assert rows(cars) == [["category", "cars"], ["2020", "5"], ["2021", "7"]]
    assert isinstance(image, Image)
    assert image.caption == "The Humber Bridge"


def test_an_open_document_text(tmp_path: Path) -> None:
    path = odf(
        tmp_path / "tea.odt",
        """<office:text>
        <text:p text:style-name="Title">How to make tea</text:p>
        <text:h text:outline-level="1">Steps</text:h>
        <text:list text:style-name="L1">
          <text:list-item><text:p>Boil<text:s/>water.</text:p></text:list-item>
          <text:list-item><text:p>Pour it.</text:p></text:list-item>
        </text:list>
        <text:h text:outline-level="1">Notes</text:h>
        <text:p>Leaves <text:span>first</text:span>.<text:note>no</text:note></text:p>
        <text:p text:style-name="P1">tea --strong</text:p>
        <text:p text:style-name="P1"><text:s text:c="2"/>--hot</text:p>
        <table:table><table:table-row>
          <table:table-cell><text:p>kind</text:p></table:table-cell>
          <table:table-cell><text:p>minutes</text:p></table:table-cell>
        </table:table-row><table:table-row>
          <table:table-cell><text:p>green</text:p></table:table-cell>
          <table:table-cell><text:p>2</text:p></table:table-cell>
        </table:table-row></table:table>
        <text:p><draw:frame><draw:image xlink:href="Pictures/1.png"/>
          <svg:desc>A cup</svg:desc></draw:frame></text:p>
        </office:text>""",
        '<text:list-style style:name="L1"><text:list-level-style-number text:level="1"/>'
        '</text:list-style><style:style style:name="P1" '
        'style:parent-style-name="Preformatted_20_Text"/>',
        **{"Pictures/1.png": png()},
    )
    procedure, table, image, text = read(path)
    assert isinstance(procedure, Procedure)
    assert procedure.title == "How to make tea"
    assert [step.text for step in procedure.steps] == ["Boil water.", "Pour it."]
    assert rows(table) == [["kind", "minutes"], ["green", "2"]]
    assert (image.caption, image.data) == ("A cup", png())
    assert isinstance(text, Snippet)
    assert text.text == "Leaves first.\ntea --strong\n  --hot"
    assert text.headings == ("Notes",)


def test_an_open_document_spreadsheet_with_repeated_cells(tmp_path: Path) -> None:
    def cell(text: str, more: str = "") -> str:
        return f"<table:table-cell {more}><text:p>{text}</text:p></table:table-cell>"

    number = 'office:value-type="float" office:value="1234.5"'
    day = 'office:value-type="date" office:date-value="2026-03-02"'
    path = odf(
        tmp_path / "prices.ods",
        f"""<office:spreadsheet><table:table table:name="Food">
        <table:table-row>{cell("item")}{cell("price")}{cell("seen")}
          <table:table-cell table:number-columns-repeated="16000"/></table:table-row>
        <table:table-row table:number-rows-repeated="2">
          {cell("tea")}{cell("1,234.50", number)}{cell("2. März", day)}</table:table-row>
        <table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>
        </table:table></office:spreadsheet>""",
    )
    (table,) = read(path)
    assert rows(table) == [
        ["item", "price", "seen"],
        ["tea", "1234.5", "2026-03-02"],
        ["tea", "1234.5", "2026-03-02"],
    ]


def book(path: Path, chapter: str, times: int = 1) -> Path:
    parts: dict[str, str | bytes] = {
        "META-INF/container.xml": '<container xmlns="urn:x"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>On bridges</dc:title></metadata><manifest>"
        '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        '<item id="c" href="text/one.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="n"/>' + '<itemref idref="c"/>' * times + "</spine></package>",
        "OEBPS/nav.xhtml": "<html><body><p>Not read.</p></body></html>",
        "OEBPS/text/one.xhtml": chapter,
        "OEBPS/images/a.png": png(),
    }
    return zipped(path, **parts)


def test_a_book_is_read_chapter_by_chapter(tmp_path: Path) -> None:
    chapter = (
        "<html><body><h1>Stone</h1><p>Arches carry.</p>"
        '<img src="../images/a.png" alt="An arch"/></body></html>'
    )
    image, text = read(book(tmp_path / "b.epub", chapter))
    assert (text.title, text.headings, text.text) == ("On bridges", ("Stone",), "Arches carry.")
    assert (image.caption, image.data) == ("An arch", png())


def test_what_a_book_names_time_and_again_is_read_once(tmp_path: Path) -> None:
    chapter = "<p>Arches carry.</p>" + '<img src="../images/a.png" alt="An arch"/>' * 3
    path = book(tmp_path / "b.epub", f"<html><body>{chapter}</body></html>", times=2_000)
    image, text = read(path)
    assert isinstance(image, Image)
    assert isinstance(text, Snippet)
    assert text.text == "Arches carry."


ARCHIVES = ["docx", "pptx", "xlsx", "odt", "ods", "epub"]


@pytest.mark.parametrize("suffix", ARCHIVES)
def test_an_archive_that_swells_is_refused_unread(tmp_path: Path, suffix: str) -> None:
    swelling = zipped(tmp_path / f"a.{suffix}", **{"content.xml": bytes(100_000_000)})
    assert swelling.stat().st_size < 200_000
    with pytest.raises(ManyhopError, match=rf"a\.{suffix}: unpacks to 95 MB"):
        read(swelling)


@pytest.mark.parametrize("suffix", ARCHIVES)
def test_an_archive_of_too_many_parts_is_refused_unread(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(ManyhopError, match=rf"a\.{suffix}: has 20,001 parts"):
        read(zipped(tmp_path / f"a.{suffix}", **{str(n): b"" for n in range(20_001)}))


@pytest.mark.parametrize("suffix", ["pptx", "odt", "ods", "epub"])
def test_what_is_damaged_says_so_in_one_sentence(tmp_path: Path, suffix: str) -> None:
    cut = tmp_path / f"cut.{suffix}"
    cut.write_bytes(zipped(tmp_path / "whole.zip", a="b" * 500).read_bytes()[:60])
    with pytest.raises(ManyhopError, match=rf"cut\.{suffix}: is truncated or no "):
        read(cut)
    with pytest.raises(ManyhopError, match=rf"other\.{suffix}: is damaged"):
        read(zipped(tmp_path / f"other.{suffix}", a="b"))


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    lines = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    content = (
        f'<!DOCTYPE x [<!ENTITY e0 "ha">{lines}]><office:document-content {OASIS}><office:body>'
        "<office:text><text:p>&e8;</text:p></office:text></office:body></office:document-content>"
    )
    with pytest.raises(ManyhopError, match=r"laughs\.odt"):
        read(zipped(tmp_path / "laughs.odt", **{"content.xml": content}))


def test_an_empty_presentation_or_sheet_says_so(tmp_path: Path) -> None:
    pptx.Presentation().save(str(tmp_path / "empty.pptx"))
    with pytest.raises(ManyhopError, match=r"empty\.pptx holds no text"):
        read(tmp_path / "empty.pptx")
    sheet = "<office:spreadsheet><table:table/></office:spreadsheet>"
    with pytest.raises(ManyhopError, match=r"empty\.ods: has only empty sheets"):
        read(odf(tmp_path / "empty.ods", sheet))
