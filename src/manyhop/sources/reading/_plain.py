"""Plain text: paragraphs between blank lines, underlined headings, lists and numbered steps."""

import io
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from manyhop.sources._json import AnySource
from manyhop.sources.reading._blocks import Block, Heading
from manyhop.sources.reading._document import document
from manyhop.sources.reading._encoding import read_text
from manyhop.sources.reading._numbering import Item, item, listings
from manyhop.sources.reading._outline import numbered_headings
from manyhop.sources.reading._procedures import is_materials, is_steps
from manyhop.sources.reading._titles import title_from_name

_UNDERLINE = re.compile(r"([=\-~^\"'`#*+])\1{2,}")
_WIKI_HEADING = re.compile(r"(={2,6}) (.+?) \1")
_HEADER = re.compile(r"[A-Z][\w-]*: \S.*")
_SHORT = 12  # words, for a title or a thing one needs
_WRAPPED = range(45, 101)  # how long the lines are where text is wrapped by hand
_CAPITALS, _ANNOUNCED = 98, 99  # levels of headings that are not underlined


def read_plain(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in a plain text file.

    Example: ``list(read_plain(Path("notes.txt"), "notes.txt"))``
    """
    blocks = plain_blocks(read_text(path))
    first, second = next(blocks, ""), next(blocks, "")
    title = title_from_name(path)
    if isinstance(first, Heading) and first.level < _ANNOUNCED:
        title = first.text
    elif isinstance(first, str) and second and _is_title(first):
        title, first = first, Heading(1, first)
    yield from document(chain((first, second), blocks), title=title, origin=origin)


def plain_blocks(text: str) -> Iterator[Block]:
    """The blocks of plain text, wherever it stands."""
    return listings(_parts(text))


def _is_title(line: str) -> bool:
    return "\n" not in line and len(line.split()) <= _SHORT and line[-1:] not in ".,;:"


def _parts(text: str) -> Iterator[Item | Block]:
    styles: list[str] = []  # of underlines, from the highest heading down
    needs = False
    chunks = list(_chunks(text))
    outline = numbered_headings(chunks)
    for number, lines in enumerate(chunks):
        if number == 0 and _is_header(lines):
            continue
        heading, rest = (outline[number], []) if number in outline else _heading(lines, styles)
        if heading:
            yield heading
            needs = is_materials(heading.text)
        if rest and needs and all(len(line.split()) <= _SHORT for line in rest):
            yield from (item(line, None, True) or Item(0, line.strip()) for line in rest)
        else:
            yield from _items(rest)
        needs = needs and not rest


def _chunks(text: str) -> Iterator[list[str]]:
    """The lines between blank lines."""
    lines: list[str] = []
    for line in io.StringIO(text):
        if line.isspace():
            if lines:
                yield lines
            lines = []
        else:
            lines.append(line.rstrip())
    if lines:
        yield lines


def _is_header(lines: list[str]) -> bool:
    """Whether the first lines are a file's header, as in a message: "Content-Type: text/plain"."""
    return lines[0].startswith("Content-Type: ") and all(map(_HEADER.fullmatch, lines))


def _heading(lines: list[str], styles: list[str]) -> tuple[Heading | None, list[str]]:
    """The heading that a chunk starts with, if it does, and the other lines."""
    marks = [bool(_UNDERLINE.fullmatch(line)) for line in lines[:3]]
    first = lines[0].strip()
    if marks == [True, False, True]:
        return Heading(_level(lines[0][0] * 2, styles), lines[1].strip()), lines[3:]
    if wiki := _WIKI_HEADING.fullmatch(first):
        return Heading(7 - len(wiki[1]), wiki[2]), lines[1:]
    if marks[:2] == [False, True] and len(lines[1]) * 2 >= len(first):
        return Heading(_level(lines[1][0], styles), first), lines[2:]
    if is_materials(first) or is_steps(first):
        return Heading(_ANNOUNCED, first.rstrip(":")), lines[1:]
    if len(lines) == 1 and first.isupper() and _is_title(first) and len(first) > 3:
        return Heading(_CAPITALS, first), []
    return None, lines


def _level(style: str, styles: list[str]) -> int:
    if style not in styles:
        styles.append(style)
    return styles.index(style) + 1


def _items(lines: list[str]) -> Iterator[Item | Block]:
    """The paragraph and the items of lists in one chunk."""
    before: Item | None = None
    words: list[str] = []
    for line in lines:
        inside = before is not None and before.certain and line[0].isspace()
        started = None if inside else item(line, before, starts_chunk=line is lines[0])
        if started is None:
            words.append(line)
            continue
        yield from _closed(before, words)
        before, words = started, []
    yield from _closed(before, words)


def _closed(before: Item | None, words: list[str]) -> Iterator[Item | Block]:
    """An item with the lines after it; those indented under "Step 1: Boil" say what to do."""
    if before is None:
        if words:
            yield _paragraph(words)
    elif before.certain and words and all(line[0].isspace() for line in words):
        before.more += map(str.strip, words)
        yield before
    else:
        before.text = " ".join((before.text, *map(str.strip, words))).strip()
        yield before


def _paragraph(lines: list[str]) -> str:
    wrapped = all(len(line) in _WRAPPED for line in lines[:-1])
    return " ".join(map(str.strip, lines)) if wrapped else "\n".join(lines)
