"""HTML pages."""

import re
from collections.abc import Iterator
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources._procedure import Procedure
from manyhop.sources.reading._document import document
from manyhop.sources.reading._encoding import decode, read_bytes
from manyhop.sources.reading._html_blocks import Page, blocks
from manyhop.sources.reading._html_text import parsed, text_of
from manyhop.sources.reading._jsonld import procedures_from_text
from manyhop.sources.reading._titles import title_from_name

_CHARSET = re.compile(rb"charset=[\"']?\s*([\w-]+)", re.I)
_CONTENT = "main, [role=main]"
_AROUND_CONTENT = frozenset(("header", "footer", "aside"))
_LITTLE = 200  # characters: a main part with less than this may not be it


def read_html(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in an HTML page, from its main part if it has one.

    Example: ``list(read_html(Path("bridge.html"), "bridge.html"))``
    """
    data = read_bytes(path)
    declared = _CHARSET.search(data[:2048])
    page = parsed(decode(data, path.name, declared[1].decode() if declared else ""), path.name)
    root, unread = _content(page)
    if root is None:
        raise ManyhopError(f"{origin} holds no page; check that it is HTML")
    title = _title(page, root) or title_from_name(path)
    yield from document(
        blocks(root, Page(path, title, origin), unread),
        title=title,
        origin=origin,
        known=_procedures(page, path, title, origin),
    )


def _content(page: LexborHTMLParser) -> tuple[LexborNode | None, frozenset[str]]:
    """The part of a page to read, and the names of elements in it to leave out."""
    body = page.body
    if body is None:
        return page.root, frozenset()
    articles = page.css("article")
    content = page.css_first(_CONTENT) or (articles[0] if len(articles) == 1 else None)
    if content is None:
        return body, _AROUND_CONTENT
    if len(content.text()) < _LITTLE and len(body.text()) > 5 * _LITTLE:
        return body, frozenset()
    return content, frozenset(("footer",))


def _title(page: LexborHTMLParser, root: LexborNode) -> str:
    in_head = _words(page.css_first("head > title"))
    top = root.css("h1")
    heading = _words(top[0]) if top else ""
    if heading and (len(top) == 1 or heading in in_head):
        return heading
    shared = page.css_first('meta[property="og:title"]')
    name = (shared.attributes.get("content") or "").strip() if shared is not None else ""
    return name or in_head or heading


def _words(node: LexborNode | None) -> str:
    return " ".join(text_of(node).split()) if node is not None else ""


def _procedures(page: LexborHTMLParser, path: Path, title: str, origin: str) -> list[Procedure]:
    scripts = page.css('script[type="application/ld+json"]')
    found = [
        procedure
        for script in scripts
        for procedure in procedures_from_text(script.text(), origin, path.parent)
    ]
    return [
        procedure if procedure.title else procedure.with_changes(title=title, id="")
        for procedure in found
    ]
