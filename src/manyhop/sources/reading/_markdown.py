"""Markdown: CommonMark with tables, front matter and pieces of HTML."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import indent

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from manyhop.sources._json import AnySource
from manyhop.sources._procedure import Step
from manyhop.sources._table import Cell, Link
from manyhop.sources.reading._blocks import (
    CODE,
    Block,
    Code,
    Grid,
    Heading,
    Listing,
    Shown,
    as_text,
    is_unsaid,
    labelled,
    led_by,
    shown_by_role,
)
from manyhop.sources.reading._document import document
from manyhop.sources.reading._encoding import read_text
from manyhop.sources.reading._html_blocks import Page, blocks
from manyhop.sources.reading._html_text import parsed
from manyhop.sources.reading._pictures import name_of, picture_at
from manyhop.sources.reading._titles import title_from_address, title_from_name

_FRONT_MATTER = re.compile(r"(?:---|\+\+\+)\n(.*?\n)(?:---|\+\+\+|\.\.\.)(?:\n|$)", re.S)
_TITLE = re.compile(r"^title\s*[:=]\s*(.+?)\s*$", re.M | re.I)
_FENCE = ("```", "~~~", ":::")
_MYST = re.compile(r"^ *(?:`{3,}|:{3,})\{\w|^\([\w:.-]+\)=$", re.M)
_PART = 1 << 20  # characters parsed at a time
_LONGEST_LINE = 20_000  # markup in a longer line would take too long to match


def read_markdown(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in a Markdown file.

    Example: ``list(read_markdown(Path("README.md"), "README.md"))``
    """
    text = read_text(path)
    title = ""
    if front := _FRONT_MATTER.match(text):
        text = text[front.end() :]
        named = _TITLE.search(front[1])
        title = named[1].strip("\"'") if named else ""
    page = Page(path, title or _first_heading(text) or title_from_name(path), origin)
    yield from document(markdown_blocks(text, page), title=page.title, origin=origin)


def markdown_blocks(text: str, page: Page) -> Iterator[Block]:
    """The blocks of Markdown, wherever it stands."""
    parser = _parser(text)
    for part in _parts(text):
        if isinstance(part, list):
            yield from part
        else:
            yield from _Tokens(parser.parse(part), page).blocks()


def _parser(text: str) -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table").use(deflist_plugin)
    parser = parser.use(colon_fence_plugin).use(admon_plugin)
    return parser.use(myst_block_plugin) if _MYST.search(text) else parser


def _parts(text: str) -> Iterator[str | list[Block]]:
    """Parts of a size that parses well, cut at blank lines; endless lines stand alone."""
    part: list[str] = []
    size = 0
    fenced = False
    for line in io.StringIO(text):
        if len(line) > _LONGEST_LINE:
            yield "".join(part)
            yield [line]
            part, size = [], 0
            continue
        fenced ^= line.lstrip().startswith(_FENCE)
        part.append(line)
        size += len(line)
        if size > _PART and not fenced and line.isspace():
            yield "".join(part)
            part, size = [], 0
    yield "".join(part)


def _first_heading(text: str) -> str:
    """The first heading of the first level, if it comes early."""
    beginning = next(part for part in _parts(text) if isinstance(part, str))
    tokens = MarkdownIt("commonmark").parse(beginning[:50_000])
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h1":
            return words(inline)
    return ""


class _Tokens:
    """The tokens of a part, taken one block at a time."""

    def __init__(self, tokens: list[Token], page: Page) -> None:
        self._tokens = iter(tokens)
        self._page = page

    def blocks(self) -> Iterator[Block]:
        """Every block, in order."""
        level = 0
        for token in self._tokens:
            if token.type == "heading_open":
                level = int(token.tag[1])
            elif token.type == "inline" and level:
                yield Heading(level, words(token))
                yield from pictures(token, self._page)
                level = 0
            elif token.type == "table_open":
                yield self._grid()
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                yield from self._listing(token)
            elif token.type == "dl_open":
                yield from self._definitions(token)
            elif token.type == "admonition_open":
                inner = _Tokens(list(self._until("admonition_close", token.level)), self._page)
                yield from led_by(token.content, (b for b in inner.blocks() if b != token.content))
            else:
                yield from self._leaf(token)

    def _until(self, closing: str, level: int = 0) -> Iterator[Token]:
        for token in self._tokens:
            if token.type == closing and token.level <= level:
                return
            yield token

    def _leaf(self, token: Token) -> Iterator[Block]:
        if token.type == "inline":
            yield words(token)
            yield from pictures(token, self._page)
        elif token.type == "colon_fence" or (token.type == "fence" and token.info[:1] == "{"):
            yield from directive_blocks(token.info, token.content, self._page, markdown_blocks)
        elif token.type in ("fence", "code_block"):
            yield Code(token.content.strip("\n"))
        elif token.type == "html_block":
            body = parsed(token.content, self._page.path.name).body
            if body is not None:
                yield from blocks(body, self._page)

    def _grid(self) -> Grid:
        rows: list[list[Cell]] = []
        for token in self._until("table_close", 10**6):
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(cell(token))
        return Grid(rows)

    def _definitions(self, opening: Token) -> Iterator[Block]:
        """Terms with what they mean."""
        items: list[Step] = []
        term = ""
        waiting: list[Token] = []
        for token in self._until("dl_close", opening.level):
            if token.level == opening.level + 1 and token.type == "dt_close":
                term = " ".join(words(one) for one in waiting if one.type == "inline")
            elif token.level == opening.level + 1 and token.type == "dd_close":
                inner = _Tokens(waiting, self._page).blocks()
                items.append(Step(term, "\n".join(map(as_text, inner))))
                term = ""
            if token.level == opening.level + 1:
                waiting = []
            else:
                waiting.append(token)
        yield Listing(tuple(items))

    def _listing(self, opening: Token) -> Iterator[Block]:
        closing = opening.type.replace("_open", "_close")
        items: list[Step] = []
        shown: list[Shown] = []
        lines: list[str] = []
        names: list[str] = []
        depth = opening.level + 1
        mark = ""  # of an item of a list inside this one
        for token in self._until(closing, opening.level):
            if token.type == "list_item_open" and token.level > depth:
                mark = f"{token.info}. " if token.info else "- "
            if token.type == "list_item_close" and token.level == depth:
                items.append(Step(text="\n".join(filter(None, lines)), images=tuple(names)))
                lines, names = [], []
            for block in self._leaf(token):
                if isinstance(block, Shown):
                    shown.append(block)
                    names.append(block.name)
                else:
                    lines.append(mark + as_text(block))
                    mark = ""
        start = opening.attrs.get("start", 1)
        ordered = opening.type == "ordered_list_open"
        kept = tuple(item for item in items if item.text or item.images)
        if kept:
            yield Listing(kept, ordered=ordered, start=int(start))
        yield from shown


# What stands inside a line of Markdown: words, links and pictures.

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


_NAMED = re.compile(r"\{([\w:.-]+)\}\s*(.*)|\s*([\w-]+)\s*(.*)")
_OPTIONS = re.compile(r"---\n(?s:.*?)\n---\n+|(?::[\w-]+:.*(?:\n|$))+\n*")
_YAML = re.compile(r"---\n((?s:.*?)\n)---\n")
_BY_DOCUTILS = {"csv-table", "eval-rst", "figure", "image", "list-table", "math"}


def directive_blocks(
    info: str, content: str, page: Page, read: Callable[[str, Page], Iterator[Block]]
) -> Iterator[Block]:
    """The blocks of a directive; ``read`` reads the Markdown inside it.

    Example: ``directive_blocks("{note}", "It is slow.", page, markdown_blocks)``
    """
    found = _NAMED.match(info)
    if found is None:
        yield from read(content, page)
        return
    name, argument = (found[1] or found[3]).lower(), (found[2] or found[4] or "").strip()
    if name in _BY_DOCUTILS:
        yield from _by_docutils(name, argument, content, page)
        return
    content = _OPTIONS.sub("", content, count=1) if _OPTIONS.match(content) else content
    if name in CODE or content.lstrip().startswith("$ "):
        yield Code(content.strip("\n"))
    elif not is_unsaid(name):
        label, more = labelled(name, argument)
        yield from led_by(label, read(f"{more}\n\n{content}" if more else content, page))


def _by_docutils(name: str, argument: str, content: str, page: Page) -> Iterator[Block]:
    from manyhop.sources.reading._rst import rst_blocks

    text = content
    if name != "eval-rst":
        if options := _YAML.match(content):
            content = indent(options[1], ":") + content[options.end() :]
        text = f".. {name}:: {argument}\n{indent(content, '   ')}"
    yield from rst_blocks(text, page)
