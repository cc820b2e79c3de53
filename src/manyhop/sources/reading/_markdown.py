"""Markdown: CommonMark with tables, front matter and pieces of HTML."""

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from selectolax.lexbor import LexborHTMLParser

from manyhop.sources._json import AnySource
from manyhop.sources._procedure import Step
from manyhop.sources._table import Cell
from manyhop.sources.reading._blocks import Block, Grid, Heading, Listing, Shown
from manyhop.sources.reading._document import document
from manyhop.sources.reading._encoding import read_text
from manyhop.sources.reading._html_blocks import Page, blocks
from manyhop.sources.reading._markdown_inline import cell, pictures, words
from manyhop.sources.reading._titles import title_from_name

_FRONT_MATTER = re.compile(r"(?:---|\+\+\+)\n(.*?\n)(?:---|\+\+\+|\.\.\.)(?:\n|$)", re.S)
_TITLE = re.compile(r"^title\s*[:=]\s*(.+?)\s*$", re.M | re.I)
_FENCE = ("```", "~~~")
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
    parser = MarkdownIt("commonmark").enable("table")
    for part in _parts(text):
        if isinstance(part, list):
            yield from part
        else:
            yield from _Tokens(parser.parse(part), page).blocks()


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
        elif token.type in ("fence", "code_block"):
            yield token.content.strip("\n")
        elif token.type == "html_block":
            body = LexborHTMLParser(token.content).body
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

    def _listing(self, opening: Token) -> Iterator[Block]:
        closing = opening.type.replace("_open", "_close")
        items: list[Step] = []
        shown: list[Shown] = []
        lines: list[str] = []
        names: list[str] = []
        depth = opening.level + 1
        for token in self._until(closing, opening.level):
            if token.type == "list_item_close" and token.level == depth:
                items.append(Step(text="\n".join(filter(None, lines)), images=tuple(names)))
                lines, names = [], []
            for block in self._leaf(token):
                if isinstance(block, Shown):
                    shown.append(block)
                    names.append(block.name)
                elif isinstance(block, str):
                    lines.append(block)
        start = opening.attrs.get("start", 1)
        ordered = opening.type == "ordered_list_open"
        kept = tuple(item for item in items if item.text or item.images)
        if kept:
            yield Listing(kept, ordered=ordered, start=int(start))
        yield from shown
