"""Files made to harm, by hand: small ones that ask for much, and ones that point elsewhere."""

import base64
import gzip
import io
import json
import struct
import zlib
from collections.abc import Iterator
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from PIL import Image as Pillow

Made = tuple[str, bytes]
"""What the file is called, and its bytes."""

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
WORDS = b"BT /F 9 Tf (The bridge opened in 1981.) Tj ET "


def hostile_files() -> Iterator[Made]:
    """Every file, one after the other, for some are made of many millions of bytes."""
    for maker in (
        _pdfs,
        _workbooks,
        _pages,
        _markdown,
        _texts,
        _tables,
        _records,
        _packed,
    ):
        yield from maker()
    yield from _pictures()
    yield from _parquets()


def pdf(*objects: bytes, kids: bytes = b"[3 0 R]", box: bytes = b"[0 0 400 200]") -> bytes:
    """A PDF of one page, from its content (object 4) on; 5 is a font, 6 a form."""
    head = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids %s /Count 1 >>" % kids,
        b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents 4 0 R /Resources"
        b" << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>" % box,
    )
    numbered = enumerate((*head, *objects), start=1)
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, one) for number, one in numbered)
    return b"%PDF-1.4\n" + body + b"trailer\n<< /Root 1 0 R >>\n%%EOF\n"


def stream(content: bytes, about: bytes = b"") -> bytes:
    """A stream object of a PDF."""
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), about, content)


def form(content: bytes, draws: int = 6) -> bytes:
    """A form of a PDF that can draw another, or itself."""
    inner = b"/Resources << /XObject << /X %d 0 R >> >>" % draws
    return stream(content, b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] " + inner)


def form_that_draws_itself() -> bytes:
    """The 681 bytes that once ended the run."""
    return pdf(stream(WORDS + b"/X Do"), FONT, form(b"/X Do /X Do"))


def endless_content() -> bytes:
    """A few hundred kilobytes that draw six million letters."""
    packed = zlib.compress(b"BT /F 9 Tf (a) Tj ET " * 6_000_000, 9)
    return pdf(stream(packed, b"/Filter /FlateDecode"), FONT, stream(b""))


def _pdfs() -> Iterator[Made]:
    yield "form.pdf", form_that_draws_itself()
    yield "content.pdf", endless_content()
    forms = [form(b"/X Do " * 10, draws) for draws in range(7, 15)]
    yield "forms.pdf", pdf(stream(b"/X Do"), FONT, *forms, form(b""))
    yield "kids.pdf", pdf(stream(WORDS), FONT, stream(b""), kids=b"[2 0 R 3 0 R]")
    pages = b"[" + b"3 0 R " * 3000 + b"]"
    yield "many-kids.pdf", pdf(stream(WORDS), FONT, stream(b""), kids=pages)
    yield "box.pdf", pdf(stream(WORDS), FONT, stream(b""), box=b"[-1e30 -1e30 1e30 1e30]")
    for name, bracket in (("arrays", b"["), ("records", b"<< /A "), ("states", b"q ")):
        yield f"{name}.pdf", pdf(stream(WORDS + bracket * 100_000), FONT, stream(b""))
        yield f"{name}-object.pdf", pdf(bracket * 100_000, FONT, stream(b""))
    for filters in (2, 50, 5000):
        packed, names = WORDS * 100, b"/FlateDecode " * filters
        for _ in range(min(filters, 50)):
            packed = zlib.compress(packed)
        yield (
            f"filters-{filters}.pdf",
            pdf(stream(packed, b"/Filter [%s]" % names), FONT, stream(b"")),
        )
    runs = b"\x81 " * 100_000
    for name in ("RunLength", "LZW", "ASCIIHex", "ASCII85", "CCITTFax", "DCT", "JPX"):
        about = f"/Filter /{name}Decode".encode()
        yield f"{name}.pdf", pdf(stream(runs, about), FONT, stream(b""))
    yield "length.pdf", pdf(b"<< /Length 99999999999 >>\nstream\nBT", FONT, stream(b""))
    yield "no-end.pdf", b"%PDF-1.7\n" + b"1 0 obj\n" * 100_000
    yield "numbers.pdf", pdf(stream(b"9" * 500_000 + b" Tf " + WORDS), FONT, stream(b""))


def workbook(rows: str = "", **parts: str) -> bytes:
    """A workbook with these rows; other parts of it by the last part of their names."""
    book, plain, made = Workbook(), io.BytesIO(), io.BytesIO()
    book.save(plain)
    sheet = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    parts = {"sheet1": f"{sheet}<sheetData>{rows}</sheetData></worksheet>", **parts}
    with ZipFile(plain) as old, ZipFile(made, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = name.rpartition("/")[2].removesuffix(".xml")
            new.writestr(name, parts.get(part, old.read(name)))
    return made.getvalue()


def far_row() -> bytes:
    """A workbook whose second row is the 999,999,999,999th."""
    return workbook('<row r="1"/><row r="999999999999"><c r="A999999999999"><v>1</v></c></row>')


def _workbooks() -> Iterator[Made]:
    cell = '<row r="{0}"><c r="{1}"><v>{2}</v></c></row>'
    yield "row.xlsx", far_row()
    for name, row, place, value in (
        ("column", "1", "XFD1", "1"),
        ("no-column", "1", "ZZZZZZ1", "1"),
        ("backwards", "-5", "A-5", "1"),
        ("zero", "0", "A0", "1"),
        ("word", "x", "x", "x"),
        ("digits", "1", "A1", "9" * 500_000),
        ("exponent", "1", "A1", "1e999999"),
        ("text", "1", "A1", "a" * 900_000),
    ):
        yield f"{name}.xlsx", workbook(cell.format(row, place, value))
    yield "swelling.xlsx", workbook(cell.format(1, "A1", 1) * 1_000_000)
    yield "strings.xlsx", workbook('<row r="1"><c r="A1" t="s"><v>999999999</v></c></row>')
    yield "date.xlsx", workbook('<row r="1"><c r="A1" t="d"><v>99999-99-99</v></c></row>' * 9)
    yield "apart.xlsx", workbook("".join(cell.format(n * 9000, "A1", n) for n in range(1, 100)))
    yield "wide.xlsx", workbook("".join(cell.format(n, f"XFD{n}", n) for n in range(1, 60)))
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    head = f'<!DOCTYPE l [<!ENTITY l0 "ha">{laughs}<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    for entity in ("l9", "f"):
        body = f"{head}<worksheet><sheetData>&{entity};</sheetData></worksheet>"
        yield f"entity-{entity}.xlsx", workbook(sheet1=body)
        yield f"book-{entity}.xlsx", workbook(workbook=f"{head}<workbook>&{entity};</workbook>")
    yield "deep.xlsx", workbook(sheet1="<a>" * 300_000)
    yield "styles.xlsx", workbook(styles="<styleSheet>" + "<x/>" * 100_000 + "</styleSheet>")
    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        for number in range(5_000):
            archive.writestr(f"../../{number}", "x")
    yield "names.xlsx", made.getvalue()
    yield "claims.xlsx", workbook().replace(b"PK\x01\x02", b"PK\x01\x02\xff\xff")


def _pages() -> Iterator[Made]:
    for tag in ("div", "span", "table", "ul", "b", "a", "p", "custom", "svg", "select", "form"):
        yield f"nested-{tag}.html", f"<{tag}>".encode() * 150_000 + b"words"
    for tags in ("<ul><li>", "<table><tr><td>", "<blockquote><p>", "<a><b>", "<dl><dd>"):
        name = tags.strip("<>").partition(">")[0]
        yield f"nested-in-{name}.html", tags.encode() * 9_000 + b"words"
    names = b" ".join(b"a%d=1" % number for number in range(100_000))
    yield "attributes.html", b"<p " + names + b">words</p>"
    yield "classes.html", b'<p class="' + b"a " * 400_000 + b'">words</p>'
    yield "style.html", (b'<p style="' + b"display " * 9 + b" " * 9000 + b'">words</p>') * 90
    yield "comment.html", b"<p>words<!--" + b"<!--" * 200_000
    yield "entities.html", b"<p>" + b"&amp" * 200_000
    yield "cdata.html", b"<p>words" + b"<![CDATA[" * 100_000
    yield "spans.html", b"<table>" + b"<tr><td colspan=999999999 rowspan=999999999>x" * 2_000
    yield "images.html", b'<img src="a.png" alt="b">' * 30_000
    yield "data.html", b'<img alt=a src="data:image/png;base64,' + b"A" * 900_000 + b'">'
    for charset in (
        "utf-7",
        "rot13",
        "zlib",
        "idna",
        "unicode_escape",
        "base64",
        "mbcs",
        "x" * 999,
    ):
        name = charset[:14]
        yield f"charset-{name}.html", f'<meta charset="{charset}"><p>caf\xe9'.encode("latin-1") * 99
    deep = '{"@type": "HowTo", "step": ' + "[" * 50_000
    for name, text in (
        ("deep", deep),
        ("wide", json.dumps({"@type": "HowTo", "step": ["Boil. 1. Pour."] * 9_000})),
        ("types", json.dumps({"@type": ["HowTo"] * 9_000, "name": "a", "step": "b"})),
    ):
        script = f'<script type="application/ld+json">{text}</script><p>words</p>'
        yield f"script-{name}.html", script.encode()


def _markdown() -> Iterator[Made]:
    for name, text in (
        ("quotes", b">" * 300_000 + b"a"),
        ("quoted-lines", b"> " * 400 + b"a\n" + b"> a\n" * 9_000),
        ("lists", b"".join(b"  " * depth + b"- a\n" for depth in range(400))),
        ("marks", b"- " * 9_000 + b"a"),
        ("brackets", b"[" * 15_000),
        ("links", b"[a](" * 4_000),
        ("pictures", b"![" * 4_000 + b"a" + b"](b.png)" * 4_000),
        ("emphasis", b"*a **b _c __d " * 1_300),
        ("ticks", b"".join(b"`" * length + b" " for length in range(190))),
        ("autolinks", b"<a@" * 6_000),
        ("escapes", b"\\" * 19_000),
        ("html", b"<div>\n" * 150_000),
        ("inline-html", b"<a b='" * 3_000),
        ("references", b"".join(b"[a%d]: /b\n" % number for number in range(20_000))),
        ("same-references", b"[a]: /b\n" * 20_000 + b"[a] " * 4_000),
        ("columns", b"|a" * 9_000 + b"|\n" + b"|-" * 9_000 + b"|\n"),
        ("rows", b"|a|b|\n|-|-|\n" + b"|c|\n" * 30_000),
        ("headings", b"# a\n" * 60_000),
        ("underlines", b"a\n=\n" * 60_000),
        ("front", b"---\n" + b"title: " * 100_000),
        ("fences", b"```\n" * 100_000),
        ("tabs", b"\t" * 300_000 + b"a"),
        ("rules", b"* " * 100_000),
        ("numbers", b"999999999999999999. a\n" * 9_000),
    ):
        yield f"{name}.md", text
    for number, place in enumerate(_elsewhere()):
        yield f"shows-{number}.md", f"# A page\n\nWords.\n\n![A picture](<{place}>)\n".encode()


def _elsewhere() -> tuple[str, ...]:
    """Files that are no picture's, and paths that are no file's."""
    return (
        *("/etc/passwd", "/dev/zero", "/dev/random", "/dev/stdin", "/proc/self/mem", "/proc/kcore"),
        *(
            "file:///etc/passwd",
            "pipe.png",
            "zero.png",
            "loop.png",
            "..",
            "../" * 99 + "etc/passwd",
        ),
        *("a" * 5_000 + ".png", "a%00.png", "~/.ssh/id_rsa.png", "folder.png", "\\\\host\\a.png"),
    )


def _texts() -> Iterator[Made]:
    yield "line.txt", b"a" * 900_000
    yield "words.txt", b"a " * 450_000
    yield "steps.txt", b"".join(b"%d. Boil the water.\n" % number for number in range(30_000))
    yield "underlined.txt", b"a\n-\n\n" * 100_000
    yield "blank.txt", b"\n" * 900_000 + b"a"
    yield "controls.txt", bytes(range(1, 32)) * 20_000
    for name, mark in (("16", b"\xff\xfe"), ("16b", b"\xfe\xff"), ("32", b"\xff\xfe\0\0")):
        yield f"mark-{name}.txt", mark + b"\xd8\xdc\x01" * 100_000


def _tables() -> Iterator[Made]:
    yield "quote.csv", b'a,b\n"' + b"c,d\n" * 100_000
    yield "quotes.csv", b"a,b\n" + b'""' * 200_000
    yield "wide.csv", b"a," * 100_000
    yield "ragged.csv", b"a,b\n" * 20_000 + b"c," * 1_900
    yield "long.csv", b"a,b\n" + b"c" * 5_000_000
    yield "digits.csv", b"a,b\n" + b"1" * 100_000 + b",2\n"
    yield "dates.csv", b"a,b\n" + b"99999-99-99,9/9/9\n" * 9_000
    yield "links.csv", b"a,b\n" + b"[x](" * 20_000 + b",y\n"
    yield "nul.csv", b"a,b\n\0,\0\n"
    yield "tabs.tsv", b"\t" * 100_000
    yield "pixels.tsv", b"30000001\t" + b"A" * 500_000 + b"\n"


def _records() -> Iterator[Made]:
    for number, place in enumerate((*_elsewhere(), "a\0b.png", "")):
        record = {"kind": "image", "caption": f"Picture {number}", "path": place}
        row = {"id": f"row {number}", "title": "A picture", "path": place + "\0.png"}
        yield f"names-{number}.jsonl", f"{json.dumps(record)}\n{json.dumps(row)}\n".encode()
    for name, text in (
        ("arrays", "[" * 400_000),
        ("objects", '{"a":' * 100_000),
        ("digits", '{"text": "a", "n": ' + "9" * 400_000 + "}"),
        ("float", '{"text": "a", "n": 1e999999999}'),
        ("half", '{"text": "\\ud800", "title": "\\udfff"}'),
        ("twice", '{"text": "a", "text": "b"}' * 3),
        ("keys", "{" + ",".join(f'"{n}": {{}}' for n in range(30_000)) + "}"),
        ("columns", json.dumps({"kind": "table", "columns": [{"name": "a"}] * 50_000, "rows": []})),
        ("steps", json.dumps({"kind": "procedure", "steps": [{"text": "a"}] * 20_000})),
        ("meta", '{"kind": "snippet", "text": "a", "meta": ' + '{"a":' * 90 + "1" + "}" * 91),
    ):
        yield f"{name}.json", text.encode()
        yield f"{name}.jsonl", text.encode()
    bomb = base64.b64encode(png(9_000, 9_000)).decode()
    yield "inside.jsonl", json.dumps({"kind": "image", "caption": "a", "data": bomb}).encode()


def _packed() -> Iterator[Made]:
    for name, text, times in (
        ("zeros.txt", b"\0", 60_000_000),
        ("letters.jsonl", b"a", 60_000_000),
        ("lines.jsonl", b"\n", 60_000_000),
        ("cells.csv", b"a,b\n", 15_000_000),
        ("open.json", b"[", 60_000_000),
        ("rows.jsonl", b'{"text": "a"}\n', 300_000),
    ):
        yield f"{name}.gz", gzip.compress(text * times, 9)
    yield "again.txt.gz", gzip.compress(gzip.compress(b"words " * 99))
    yield "members.txt.gz", gzip.compress(b"") * 20_000
    yield "head.txt.gz", b"\x1f\x8b\x08\x08" + b"a" * 300_000
    yield "check.txt.gz", gzip.compress(b"words " * 99)[:-8] + b"12345678"


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, rows: bytes | None = None, *more: bytes) -> bytes:
    """A black picture of any size, in few bytes; other rows and chunks where they are given."""
    packer = zlib.compressobj(9)
    if rows is None:
        rows = b"".join(packer.compress(bytes(width + 1)) for _ in range(height)) + packer.flush()
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    chunks = (header, *more, chunk(b"IDAT", rows), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def drawn(form: str, **options: object) -> bytes:
    """A small picture in a format."""
    stream = io.BytesIO()
    Pillow.linear_gradient("L").resize((40, 30)).convert("RGB").save(stream, form, **options)
    return stream.getvalue()


def _pictures() -> Iterator[Made]:
    swollen = zlib.compress(bytes(50_000_000), 9)
    yield "huge.png", png(12_000, 12_000)
    yield "large.png", png(9_900, 9_900)
    yield "claims.png", png(2**31 - 1, 2**31 - 1, b"")
    yield "long.png", png(1, 90_000_000, zlib.compress(bytes(1000)))
    yield "words.png", png(2, 2, None, chunk(b"zTXt", b"Description\0\0" + swollen))
    yield "profile.png", png(2, 2, None, chunk(b"iCCP", b"a\0\0" + swollen))
    yield "xmp.png", png(2, 2, None, chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + swollen))
    yield "chunks.png", png(2, 2, None, *[chunk(b"tEXt", b"Title\0a")] * 20_000)
    mock = b"<dc:description " * 30_000 + b"<rdf:li>x" * 1_000
    for form in ("WEBP", "PNG", "JPEG"):
        options: dict[str, object] = {"xmp": mock[:60_000] if form == "JPEG" else mock}
        yield f"xmp-{form}.{form.lower()}", drawn(form, **options)
    frames = [Pillow.new("P", (9, 9), shade) for shade in range(250)]
    stream = io.BytesIO()
    frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:])
    yield "frames.gif", stream.getvalue()
    yield "canvas.gif", b"GIF89a\xff\xff\xff\xff\0\0\0" + stream.getvalue()[13:]
    whole = drawn("JPEG")
    size = whole.index(b"\xff\xc0") + 5
    yield "claims.jpg", whole[:size] + b"\xff\xff\xff\xff" + whole[size + 4 :]
    yield "scans.jpg", whole[:-2] + whole[whole.index(b"\xff\xda") : -2] * 300 + b"\xff\xd9"
    loop = b"Exif\0\0II*\0\x08\0\0\0" + b"\1\0\x69\x87\4\0\1\0\0\0\x08\0\0\0" + b"\x08\0\0\0"
    yield "loop.jpg", drawn("JPEG", exif=loop)
    many = b"Exif\0\0II*\0\x08\0\0\0\1\0\x0e\x01\2\0\xff\xff\xff\x7f\x1a\0\0\0\0\0\0\0"
    yield "count.jpg", drawn("JPEG", exif=many)


def _parquets() -> Iterator[Made]:
    for number, footer in enumerate((b"", b"\0" * 99, b"\x15\xff" * 999, b"\x19\xfc" * 9_999)):
        length = struct.pack("<I", len(footer))
        yield f"{number}.parquet", b"PAR1" + footer + length + b"PAR1"
