"""What stands inside a line of Markdown: words, links and pictures."""

import re
from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from manyhop.sources._table import Cell, Link
from manyhop.sources.reading._blocks import Shown
from manyhop.sources.reading._directives import shown_by_role
from manyhop.sources.reading._html_blocks import Page
from manyhop.sources.reading._pictures import name_of, picture_at
from manyhop.sources.reading._titles import title_from_address

_ROLE = re.compile(r"\{([\w:.-]+)\}$")
_BREAK = re.compile(r"<br\s*/?>", re.I)


def words(inline: Token) -> str:
    """The words, without markup and pictures."""
    text = _said_by(inline.children or ())
    return "\n".join(filter(None, map(str.strip, text.split("\n"))))


def _said_by(tokens: Iterable[Token]) -> str:
    """What tokens say one after the other; code after ``{ref}`` is what that role shows."""
    text = ""
    for token in tokens:
        role = _ROLE.search(text) if token.type == "code_inline" else None
        if role:
            text = text[: role.start()] + shown_by_role(role[1], token.content)
        else:
            text += _said(token)
    return text


def _said(token: Token) -> str:
    if token.type in ("text", "code_inline", "text_special"):
        return token.content
    if token.type == "softbreak":
        return " "
    return "\n" if token.type == "hardbreak" or _BREAK.match(token.content) else ""


def cell(inline: Token) -> Cell:
    """A table's cell; one that only shows a picture says what that shows."""
    text = " ".join(words(inline).split())
    if not text:
        text = " ".join(child.content for child in inline.children or () if child.type == "image")
    return Cell(text, tuple(_links(inline)))


def _links(inline: Token) -> Iterator[Link]:
    opening: Token | None = None
    text = ""
    for token in inline.children or ():
        if token.type == "link_open":
            opening, text = token, ""
        elif token.type == "link_close" and opening is not None:
            address = str(opening.attrs.get("href", ""))
            title = str(opening.attrs.get("title", "")) or title_from_address(address)
            if text.strip() and not address.startswith("#"):
                yield Link(text.strip(), title, address)
            opening = None
        else:
            text += _said(token)


def pictures(inline: Token, page: Page) -> Iterator[Shown]:
    """The pictures that a line shows, captioned by their alternative text or title."""
    for token in inline.children or ():
        if token.type == "image":
            address = str(token.attrs.get("src", ""))
            caption = token.content.strip() or str(token.attrs.get("title", ""))
            image = picture_at(
                address, page.path, caption=caption, title=page.title, origin=page.origin
            )
            if image is not None:
                yield Shown(image, name_of(image, address))
