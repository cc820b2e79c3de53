"""Word documents."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docx
from docx.document import Document

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources._table import Cell
from manyhop.sources.reading._archive import check_archive
from manyhop.sources.reading._blocks import Block, Code, Grid, Heading, Shown
from manyhop.sources.reading._document import document
from manyhop.sources.reading._numbering import Item, item, listings
from manyhop.sources.reading._pictures import picture_in
from manyhop.sources.reading._rows import has_header
from manyhop.sources.reading._titles import title_from_name

# What the styles of a Word document say its paragraphs are.

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

_HEADING = re.compile(r"heading (\d)", re.I)
_CODE = re.compile(r"(?:source |html )?(?:code|pre|preformatted|verbatim|macro)\b.*", re.I)
_CODE_FONT = re.compile(r"(?:courier|consolas|menlo|monaco)\b.*|.*\bmono\b.*", re.I)
_SKIPPED = re.compile(r"toc (?:\d|heading)|table of (?:contents|figures)", re.I)
_NO_HEADING = 9  # the outline level of body text
_DEEPEST = 20  # styles that a style is based on


@dataclass(frozen=True)
class Role:
    """What a paragraph is: at most one of these."""

    heading: int | None = None
    list_level: int | None = None
    code: bool = False
    caption: bool = False
    skipped: bool = False


@dataclass(frozen=True)
class _Style:
    name: str
    base: str
    outline: str
    numbering: tuple[str, str] | None
    font: str


def value(element: Any) -> str:
    """The attribute that says what an element means."""
    return str(element.get(f"{W}val") or "")


class Styles:
    """The styles and the numbering of one document."""

    def __init__(self, opened: Document) -> None:
        elements = opened.styles.element.iter(f"{W}style")
        self._styles = {style.get(f"{W}styleId"): _style(style) for style in elements}
        self._ordered = _ordered_levels(opened)
        self._counts: dict[tuple[str, int], int] = defaultdict(int)
        self._counted_by_style: set[str] = set()

    def role(self, paragraph: Any) -> Role:
        """What a paragraph is, by its own marks and by its style."""
        chain = self._chain(paragraph)
        names = [style.name for style in chain]
        if names and _SKIPPED.fullmatch(names[0]):
            return Role(skipped=True)
        if "title" in names[:1]:
            return Role(heading=0)
        for name in names:
            if found := _HEADING.fullmatch(name):
                return Role(heading=int(found[1]))
        outline = next((style.outline for style in chain if style.outline), "")
        if outline.isdecimal() and int(outline) < _NO_HEADING:
            return Role(heading=int(outline) + 1)
        if any(map(_CODE.fullmatch, names)) or self._in_code_font(paragraph, chain):
            return Role(code=True)
        if "caption" in names:
            return Role(caption=True)
        numbering = self._numbering(paragraph)
        return Role(list_level=numbering[1]) if numbering else Role()

    def count(self, paragraph: Any) -> int:
        """The number that a paragraph in a list carries, 0 for a bullet; to be called in order."""
        numbering = self._numbering(paragraph)
        if not numbering or not self._ordered.get(numbering, False):
            return 0
        key, level = numbering
        if _own_numbering(paragraph.find(f"{W}pPr")) is None:
            self._counted_by_style.add(key)
        self._counts[numbering] += 1
        for deeper in [other for other in self._counts if other[0] == key and other[1] > level]:
            del self._counts[deeper]
        return self._counts[numbering]

    def restart(self) -> None:
        """Below a heading, lists that only a style numbers begin again."""
        for numbering in [one for one in self._counts if one[0] in self._counted_by_style]:
            del self._counts[numbering]

    def _chain(self, paragraph: Any) -> list[_Style]:
        properties = paragraph.find(f"{W}pPr")
        named = properties.find(f"{W}pStyle") if properties is not None else None
        key = value(named) if named is not None else ""
        chain: list[_Style] = []
        while key in self._styles and len(chain) < _DEEPEST:
            chain.append(self._styles[key])
            key = chain[-1].base
        return chain

    def _numbering(self, paragraph: Any) -> tuple[str, int] | None:
        found = _own_numbering(paragraph.find(f"{W}pPr"))
        if found is None:
            found = next((s.numbering for s in self._chain(paragraph) if s.numbering), None)
        if found is None or found[0] in ("", "0"):
            return None
        return found[0], int(found[1]) if found[1].isdecimal() else 0

    def _in_code_font(self, paragraph: Any, chain: list[_Style]) -> bool:
        runs = [run for run in paragraph.iter(f"{W}r") if run.find(f"{W}t") is not None]
        fonts = [_font(run.find(f"{W}rPr")) for run in runs]
        by_style = next((style.font for style in chain if style.font), "")
        return bool(fonts) and all(_CODE_FONT.fullmatch(font or by_style) for font in fonts)


def _style(style: Any) -> _Style:
    def said(name: str) -> str:
        found = style.find(f"{W}{name}")
        return value(found) if found is not None else ""

    properties = style.find(f"{W}pPr")
    outline = properties.find(f"{W}outlineLvl") if properties is not None else None
    return _Style(
        name=said("name").casefold(),
        base=said("basedOn"),
        outline=value(outline) if outline is not None else "",
        numbering=_own_numbering(properties),
        font=_font(style.find(f"{W}rPr")),
    )


def _own_numbering(properties: Any) -> tuple[str, str] | None:
    numbered = properties.find(f"{W}numPr") if properties is not None else None
    if numbered is None:
        return None
    key, level = numbered.find(f"{W}numId"), numbered.find(f"{W}ilvl")
    return (
        value(key) if key is not None else "",
        value(level) if level is not None else "0",
    )


def _font(properties: Any) -> str:
    fonts = properties.find(f"{W}rFonts") if properties is not None else None
    return str(fonts.get(f"{W}ascii") or "") if fonts is not None else ""


def _ordered_levels(opened: Document) -> dict[tuple[str, int], bool]:
    """For each list and level, whether its items are numbered rather than bulleted."""
    try:
        numbering = opened.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return {}
    formats: dict[str, dict[int, bool]] = {}
    for kind in numbering.iter(f"{W}abstractNum"):
        levels = formats.setdefault(kind.get(f"{W}abstractNumId"), {})
        for level in kind.iter(f"{W}lvl"):
            form = level.find(f"{W}numFmt")
            depth = level.get(f"{W}ilvl") or "0"
            if form is not None and depth.isdecimal():
                levels[int(depth)] = value(form) not in ("bullet", "none")
    ordered: dict[tuple[str, int], bool] = {}
    for one in numbering.iter(f"{W}num"):
        kind = one.find(f"{W}abstractNumId")
        for depth, numbered in formats.get(value(kind) if kind is not None else "", {}).items():
            ordered[one.get(f"{W}numId"), depth] = numbered
    return ordered


_DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
_EMBED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_NAMED = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_LEFT_OUT = {f"{W}{name}" for name in ("del", "txbxContent", "instrText", "moveFrom")}
_WRITTEN = {f"{W}tab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
_TITLE, _BOLD_LEVEL = 0, 10  # levels of a title, and of a line in bold that stands for a heading
_SHORT = 12  # words in such a line, at most


def read_docx(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in a Word document: its sections, tables, pictures and numbered steps.

    Example: ``list(read_docx(Path("plan.docx"), "plan.docx"))``
    """
    check_archive(path, "Word document", ".docx")
    try:
        opened = docx.Document(str(path))
    except (KeyError, ValueError) as error:
        raise ManyhopError(
            f"{path.name}: is damaged or no Word document; save it again as .docx"
        ) from error
    body = list(_Body(opened, origin).parts())
    title = _title(body) or opened.core_properties.title.strip() or title_from_name(path)
    yield from document(listings(_titled(body, title)), title=title, origin=origin)


def _title(parts: list[Item | Block]) -> str:
    """The paragraph in the style "Title", or the first heading if nothing stands before it."""
    headings = [part for part in parts if isinstance(part, Heading)]
    for heading in headings:
        if heading.level == _TITLE:
            return heading.text
    return headings[0].text if headings and parts[0] is headings[0] else ""


def _titled(parts: list[Item | Block], title: str) -> Iterator[Item | Block]:
    """Pictures get the document's title, which was not known when they were found."""
    for part in parts:
        if isinstance(part, Shown) and not part.image.title:
            part = Shown(part.image.with_changes(title=title), part.name)
        yield part


class _Body:
    """The paragraphs and tables of a document, in reading order."""

    def __init__(self, opened: Document, origin: str) -> None:
        self._opened = opened
        self._origin = origin
        self._styles = Styles(opened)
        self._caption = ""
        self._code: list[str] = []

    def parts(self) -> Iterator[Item | Block]:
        """Headings, items of lists, paragraphs, tables and pictures."""
        waiting: Item | None = None  # may take in deeper items
        for part in self._parts(self._opened.element.body):
            if isinstance(part, tuple):
                if waiting:
                    waiting.more.append(part[0])
                else:
                    yield Item(0, part[0].removeprefix("- "))
                continue
            if waiting:
                yield waiting
            waiting = part if isinstance(part, Item) else None
            if not waiting:
                yield part
        if waiting:
            yield waiting

    def _parts(self, parent: Any) -> Iterator[Item | Block | tuple[str]]:
        """The same; an item of an inner list comes as a tuple of its words."""
        for element in parent:
            if element.tag == f"{W}p":
                yield from self._paragraph(element)
            elif element.tag == f"{W}tbl":
                yield from self._flushed()
                yield from self._table(element)
            elif element.tag in (f"{W}sdt", f"{W}sdtContent", f"{W}ins"):
                yield from self._parts(element)
        yield from self._flushed()

    def _flushed(self) -> Iterator[Code]:
        """The lines of code gathered so far."""
        code = "\n".join(self._code).strip("\n")
        self._code = []
        if code:
            yield Code(code)

    def _paragraph(self, element: Any) -> Iterator[Item | Block | tuple[str]]:
        text = _text(element)
        role = self._styles.role(element)
        if role.code:
            self._code.append(text.rstrip())
            return
        yield from self._flushed()
        text = "\n".join(line.strip() for line in text.split("\n")).strip()
        pictures = list(self._pictures(element, text if role.caption else ""))
        if role.skipped or not text:
            yield from pictures
            return
        if role.caption:
            self._caption = text
        if role.heading is not None:
            self._styles.restart()
            yield Heading(role.heading, " ".join(text.split()))
        elif role.list_level is not None:
            mark = self._styles.count(element)
            if role.list_level:
                yield (f"{mark}. {text}" if mark else f"- {text}",)
            else:
                yield Item(mark, text)
        elif self._is_bold_line(element, text):
            yield Heading(_BOLD_LEVEL, text)
        else:
            yield item(text, None, starts_chunk=True) or text
        yield from pictures

    def _is_bold_line(self, element: Any, text: str) -> bool:
        if len(text.split()) > _SHORT or text[-1] in ".,;!" or "\n" in text:
            return False
        runs = [run for run in element.iter(f"{W}r") if _text(run).strip()]
        return bool(runs) and all(_is_bold(run) for run in runs)

    def _table(self, element: Any) -> Iterator[Item | Block | tuple[str]]:
        rows = list(_rows(element))
        if max(map(len, rows), default=0) < 2:  # a frame around text
            for cell in element.iter(f"{W}tc"):
                yield from self._parts(cell)
            return
        caption, self._caption = self._caption, ""
        cells = [[Cell(text) for text in row] for row in rows]
        yield Grid(cells, caption, header=has_header(cells))

    def _pictures(self, element: Any, caption: str) -> Iterator[Shown]:
        names = [named.get("descr") or "" for named in element.iter(_NAMED)]
        blips = [blip.get(_EMBED) for blip in element.iter(_DRAWN)]
        for number, key in enumerate(blips):
            part = self._opened.part.related_parts.get(key) if key else None
            if part is None or part.content_type not in _PICTURES:
                continue
            words = caption or (names[number] if number < len(names) else "")
            image = picture_in(
                part.blob, caption=" ".join(words.split()), title="", origin=self._origin
            )
            if image:
                yield Shown(image, image.id)


def _is_bold(run: Any) -> bool:
    properties = run.find(f"{W}rPr")
    bold = properties.find(f"{W}b") if properties is not None else None
    return bold is not None and value(bold) not in ("0", "false")


def _text(element: Any) -> str:
    """The words of a paragraph or run, as they stand when all changes are accepted."""
    if element.tag == f"{W}t":
        return element.text or ""
    if element.tag in _LEFT_OUT:
        return ""
    return _WRITTEN.get(element.tag, "") or "".join(map(_text, element))


def _rows(table: Any) -> Iterator[list[str]]:
    """The rows of a table; what spans several places stands in each of them."""
    above: list[str] = []
    for row in table.iter(f"{W}tr"):
        if next(row.iterancestors(f"{W}tbl")) is not table:
            continue  # of a table in a cell
        line: list[str] = []
        for cell in row.iterchildren(f"{W}tc"):
            properties = cell.find(f"{W}tcPr")
            span = properties.find(f"{W}gridSpan") if properties is not None else None
            merged = properties.find(f"{W}vMerge") if properties is not None else None
            text = "\n".join(filter(None, (_text(p).strip() for p in cell.iter(f"{W}p"))))
            if merged is not None and value(merged) in ("", "continue"):
                text = above[len(line)] if len(line) < len(above) else ""
            width = value(span) if span is not None else "1"
            line += [text] * (min(int(width), 100) if width.isdecimal() else 1)
        above = line
        yield line
