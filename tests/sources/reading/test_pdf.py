from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab import platypus
from reportlab.lib.styles import getSampleStyleSheet

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Procedure, Snippet, Table
from manyhop.sources.reading._pdf import read_pdf


def pdf(pages: list[list[str]], title: str = "", extra_trailer: str = "") -> bytes:
    """A PDF with these lines on its pages."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for number, lines in enumerate(pages):
        shown = "".join(f"({line}) Tj T* " for line in map(_escaped, lines))
        stream = f"BT /F1 10 Tf 14 TL 50 780 Td {shown} ET"
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects.append(f"<< /Title ({_escaped(title)}) >>")
    written = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(written))
        written += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    count = len(objects) + 1
    end = (
        f"xref\n0 {count}\n0000000000 65535 f \n{table}"
        f"trailer << /Size {count} /Root 1 0 R /Info {count - 1} 0 R {extra_trailer} >>\n"
        f"startxref\n{len(written)}\n%%EOF\n"
    )
    return written + end.encode()


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def read(path: Path, content: bytes) -> list[Snippet]:
    path.write_bytes(content)
    found = list(read_pdf(path, path.name))
    assert all(isinstance(source, Snippet) for source in found)
    return [source for source in found if isinstance(source, Snippet)]


def test_each_page_gives_snippets_with_its_number(tmp_path: Path) -> None:
    content = pdf([["The bridge opened in 1981."], ["It is grey."]], title="Humber Bridge")
    first, second = read(tmp_path / "bridge.pdf", content)
    assert first.text == "The bridge opened in 1981."
    assert (first.title, first.origin) == ("Humber Bridge", "bridge.pdf")
    assert (first.meta, second.meta) == ({"page": 1}, {"page": 2})


def test_without_metadata_the_first_line_is_the_title(tmp_path: Path) -> None:
    lines = ["Bridges of the north", "They are long and they are grey, and people cross them."]
    assert read(tmp_path / "a.pdf", pdf([lines], "Microsoft Word - b.doc"))[0].title == lines[0]


def test_words_broken_at_line_ends_are_mended(tmp_path: Path) -> None:
    lines = ["A well-known bridge of con-", "siderable length, and a well-", "known one."]
    (snippet,) = read(tmp_path / "a.pdf", pdf([lines], "T"))
    assert "considerable length" in snippet.text
    assert snippet.text.count("well-known") == 2


def test_running_headers_and_page_numbers_are_dropped(tmp_path: Path) -> None:
    pages = [
        ["Journal of Bridges", f"Page {number} tells of bridge {'abcde'[number]}.", f"- {number} -"]
        for number in range(5)
    ]
    snippets = read(tmp_path / "a.pdf", pdf(pages, "T"))
    assert [snippet.text for snippet in snippets] != []
    assert not any("Journal" in snippet.text for snippet in snippets)
    assert not any(snippet.text.endswith("-") for snippet in snippets)


def test_lines_make_paragraphs(tmp_path: Path) -> None:
    long = "This line is as long as a line in a paragraph of a report usually is"
    pages = [[long, long, "and here it ends.", long, long]]
    (snippet,) = read(tmp_path / "a.pdf", pdf(pages, "T"))
    assert snippet.text == f"{long} {long} and here it ends.\n{long} {long}"


def made(path: Path, *flow: Any) -> list[AnySource]:
    """The sources of a PDF that reportlab sets."""
    platypus.SimpleDocTemplate(str(path), title="Manual").build(list(flow))
    return list(read_pdf(path, path.name))


STYLES = getSampleStyleSheet()


def text(words: str, style: str = "BodyText") -> platypus.Paragraph:
    return platypus.Paragraph(words, STYLES[style])


def ruled(rows: list[list[str]], **more: Any) -> platypus.Table:
    style = [("GRID", (0, 0), (-1, -1), 0.5, "black"), *more.pop("style", ())]
    return platypus.Table(rows, style=style, **more)


def test_headings_are_told_by_their_letters(tmp_path: Path) -> None:
    found = made(
        tmp_path / "a.pdf",
        text("Manual", "Title"),
        text("Care", "Heading1"),
        text("Cleaning", "Heading2"),
        text("Wipe it with a damp cloth, and never with anything that could scratch it. " * 3),
        platypus.Preformatted("if dirty:\n    wipe()", STYLES["Code"]),
    )
    (snippet,) = found
    assert isinstance(snippet, Snippet)
    assert snippet.headings == ("Care", "Cleaning")
    assert snippet.text.endswith("scratch it.\nif dirty:\n    wipe()")
    assert snippet.whereabouts == "a.pdf, page 1"


def test_steps_across_pages_are_one_procedure(tmp_path: Path) -> None:
    steps = [("Step 1: Boil", "Boil the water."), ("Step 2: Pour", "Pour it over the leaves.")]
    flow = [part for title, words in steps for part in (text(title, "Heading2"), text(words))]
    found = made(
        tmp_path / "a.pdf", text("Manual", "Title"), *flow[:2], platypus.PageBreak(), *flow[2:]
    )
    (procedure,) = found
    assert isinstance(procedure, Procedure)
    assert [step.title for step in procedure.steps] == ["Boil", "Pour"]
    assert procedure.meta == {"page": 1}


def test_ruled_tables_stay_tables(tmp_path: Path) -> None:
    rows = [["Item", "Shop", "Price"], ["Tea", "Corner", "2.50"], ["Milk", "", "1.10"]]
    found = made(
        tmp_path / "a.pdf",
        text("These are the prices:"),
        ruled(rows, style=[("SPAN", (0, 2), (1, 2))]),
        text("They may change."),
    )
    table = found[0]
    assert isinstance(table, Table)
    assert [column.name for column in table.columns] == rows[0]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Tea", "Corner", "2.50"],
        ["Milk", "Milk", "1.10"],
    ]
    assert (table.caption, table.meta) == ("These are the prices", {"page": 1})
    assert [part.text for part in found if isinstance(part, Snippet)] == [
        "These are the prices:\nThey may change."
    ]


def test_a_table_over_two_pages_is_one(tmp_path: Path) -> None:
    rows = [["n", "square"], *([str(n), str(n * n)] for n in range(60))]
    (table,) = made(tmp_path / "a.pdf", ruled(rows, repeatRows=1))
    assert isinstance(table, Table)
    assert len(table.rows) == 60


def test_lines_of_a_table_of_contents_are_dropped(tmp_path: Path) -> None:
    lines = [
        "Contents",
        "1 Bridges . . . . . . . . 3",
        "2 Tunnels . . . . . . . . 9",
        "Bridges are long.",
    ]
    (snippet,) = read(tmp_path / "a.pdf", pdf([lines], "T"))
    assert "Tunnels" not in snippet.text


def test_a_pdf_without_text_says_that_scans_are_not_read(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"scan\.pdf holds no text.*OCR"):
        read(tmp_path / "scan.pdf", pdf([[], []]))


def test_an_encrypted_pdf_says_so(tmp_path: Path) -> None:
    secret = (
        "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 "
        f"/O <{'41' * 32}> /U <{'42' * 32}> >> /ID [<{'43' * 16}> <{'43' * 16}>]"
    )
    with pytest.raises(ManyhopError, match="encrypted"):
        read(tmp_path / "secret.pdf", pdf([["Hidden."]], extra_trailer=secret))


@pytest.mark.parametrize("content", [b"", b"%PDF-1.4\n", b"not a pdf at all", b"\0\1\2" * 100])
def test_what_is_not_a_pdf_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ManyhopError, match=r"^a\.pdf"):
        read(tmp_path / "a.pdf", content)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="cannot be opened"):
        list(read_pdf(tmp_path / "gone.pdf", "gone.pdf"))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1500), st.integers(0, 1500), st.binary(max_size=20))
def test_damage_never_raises_anything_else(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, noise: bytes
) -> None:
    content = pdf([["The bridge opened in 1981."], ["It is grey."]], "T")
    damaged = content[:start] + noise + content[start + length :]
    with suppress(ManyhopError):
        assert read(tmp_path_factory.mktemp("pdf") / "a.pdf", damaged)
