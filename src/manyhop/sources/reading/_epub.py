"""Electronic books."""

import base64
import posixpath
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote
from zipfile import BadZipFile, ZipFile

from lxml import etree

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources.reading._archive import check_archive
from manyhop.sources.reading._blocks import Block
from manyhop.sources.reading._document import document
from manyhop.sources.reading._encoding import decode
from manyhop.sources.reading._html_blocks import Page, blocks
from manyhop.sources.reading._html_text import parsed
from manyhop.sources.reading._titles import title_from_name

_CONTAINER = "META-INF/container.xml"
_KINDS = ("application/xhtml+xml", "text/html")
_LARGEST = 20 << 20  # bytes of a picture


def read_epub(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in an EPUB book, chapter after chapter.

    Example: ``list(read_epub(Path("book.epub"), "book.epub"))``
    """
    check_archive(path, "book", ".epub")
    try:
        with ZipFile(path) as archive:
            title, chapters = _package(archive)
            title = title or title_from_name(path)
            page = Page(path, title, origin)
            shown: set[str] = set()
            found = [block for name in chapters for block in _chapter(archive, name, page, shown)]
    except (KeyError, RuntimeError, BadZipFile, etree.XMLSyntaxError) as error:
        raise ManyhopError(
            f"{path.name}: is damaged, encrypted or no book; save it again as .epub"
        ) from error
    yield from document(found, title=title, origin=origin)


def _package(archive: ZipFile) -> tuple[str, list[str]]:
    """The book's title and the names of its chapters, in order, each once."""
    root = _xml(archive, _CONTAINER).find(".//{*}rootfile")
    name = root.get("full-path") if root is not None else ""
    package = _xml(archive, name)
    named = package.find(".//{http://purl.org/dc/elements/1.1/}title")
    items = {item.get("id"): item for item in package.iter("{*}item")}
    chapters = []
    for entry in package.iter("{*}itemref"):
        item = items.get(entry.get("idref"))
        if item is None or item.get("media-type") not in _KINDS:
            continue
        if "nav" not in (item.get("properties") or "").split():
            chapters.append(_beside(name, item.get("href") or ""))
    title = " ".join((named.text or "").split()) if named is not None else ""
    names = set(archive.namelist())
    return title, [chapter for chapter in dict.fromkeys(chapters) if chapter in names]


def _xml(archive: ZipFile, name: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(archive.read(name), parser)


def _beside(name: str, address: str) -> str:
    """The name in the archive of what a part of it refers to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(address)))


def _chapter(archive: ZipFile, name: str, page: Page, shown: set[str]) -> Iterator[Block]:
    try:
        text = decode(archive.read(name), name)
    except ManyhopError:  # an empty chapter
        return
    tree = parsed(text, name)
    for picture in tree.css("img[src]"):
        picture.attrs["src"] = _inlined(
            archive, _beside(name, picture.attributes["src"] or ""), shown
        )
    if tree.body is not None:
        yield from blocks(tree.body, page)


def _inlined(archive: ZipFile, name: str, shown: set[str]) -> str:
    """A picture of the book as an address that holds it; none if it is not there or was shown."""
    kind = posixpath.splitext(name)[1].lower().lstrip(".")
    found = archive.NameToInfo.get(name)
    if found is None or found.file_size > _LARGEST or name in shown:
        return ""
    shown.add(name)
    return f"data:image/{kind};base64,{base64.b64encode(archive.read(name)).decode()}"
