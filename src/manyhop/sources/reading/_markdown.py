"""Markdown: CommonMark with tables, front matter and pieces of HTML."""

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from manyhop.sources._json import AnySource
from manyhop.sources._procedure import Step
from manyhop.sources._table import Cell
from manyhop.sources.reading._blocks import Block, Code, Grid, Heading, Listing, Shown, as_text
from manyhop.sources.reading._directives import led_by
from manyhop.sources.reading._document import document
from manyhop.sources.reading._encoding import read_text
from manyhop.sources.reading._html_blocks import Page, blocks
from manyhop.sources.reading._html_text import parsed
from manyhop.sources.reading._markdown_inline import cell, pictures, words
from manyhop.sources.reading._myst import directive_blocks
from manyhop.sources.reading._titles import title_from_name

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
