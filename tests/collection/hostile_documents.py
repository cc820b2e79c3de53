"""Zip archives made to harm that say they are documents."""

import io
from collections.abc import Iterator
from zipfile import ZIP_DEFLATED, ZipFile

from tests.collection.hostile_files import Made, png

_CONTAINER = '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>'


def _archive(**parts: str | bytes) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


def _book(chapter: str, times: int) -> bytes:
    package = (
        '<package><manifest><item id="c" href="c" media-type="text/html"/></manifest><spine>'
        + '<itemref idref="c"/>' * times
        + "</spine></package>"
    )
    named = {"META-INF/container.xml": _CONTAINER, "b.opf": package, "c": chapter}
    return _archive(**named, **{"a.png": png(3_000, 3_000)})


def hostile_documents() -> Iterator[Made]:
    """Books, texts, slides and sheets that swell, nest, name themselves or have endless parts."""
    yield "chapters.epub", _book("<p>words</p>", 100_000)
    yield "pictures.epub", _book("<img src=a.png alt=b>" * 20_000, 9)
    yield "nested.epub", _book("<div>" * 150_000, 9)
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    head = f'<!DOCTYPE l [<!ENTITY l0 "ha">{laughs}<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    for suffix, part in (
        ("docx", "word/document.xml"),
        ("pptx", "ppt/presentation.xml"),
        ("odt", "content.xml"),
        ("ods", "content.xml"),
        ("epub", "META-INF/container.xml"),
    ):
        types = "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>"
        for name, content in (
            ("swelling", bytes(400_000_000)),
            ("deep", b"<a>" * 400_000),
            ("laughs", f"{head}<a>&l9;</a>".encode()),
            ("outside", f"{head}<a>&f;</a>".encode()),
        ):
            parts: dict[str, str | bytes] = {"[Content_Types].xml": types, part: content}
            yield f"{name}.{suffix}", _archive(**parts)
        yield f"parts.{suffix}", _archive(**{str(number): b"" for number in range(30_000)})
