"""reStructuredText, as docutils and Sphinx write it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources._procedure import Step
from manyhop.sources._table import Cell
from manyhop.sources.reading._blocks import (
    CODE,
    Block,
    Code,
    Grid,
    Heading,
    Listing,
    Shown,
    as_text,
    is_signed,
    is_unsaid,
    labelled,
    led_by,
    shown_by_role,
)
from manyhop.sources.reading._document import document
from manyhop.sources.reading._encoding import decode, read_bytes
from manyhop.sources.reading._html_blocks import Page
from manyhop.sources.reading._pictures import name_of, picture_at
from manyhop.sources.reading._titles import title_from_name

_LEFT_OUT = (
    nodes.comment,
    nodes.substitution_definition,
    nodes.system_message,
    nodes.raw,
    nodes.pending,
    nodes.transition,
    nodes.target,
)
_UNSAID_FIELDS = {"orphan", "tocdepth", "nocomments", "nosearch"}


def read_rst(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in a reStructuredText file; directives that nobody knows are kept as text.

    Example: ``list(read_rst(Path("install.rst"), "install.rst"))``
    """
    tree = parse(decode(read_bytes(path), path.name), path.name)
    first = next(tree.findall(nodes.title), None)
    title = (_words(first) if first is not None else "") or title_from_name(path)
    page = Page(path, title, origin)
    yield from document(_Tree(page).blocks(tree), title=title, origin=origin)


def rst_blocks(text: str, page: Page) -> Iterator[Block]:
    """The blocks of reStructuredText, wherever it stands."""
    return _Tree(page).blocks(parse(text, page.path.name))


def _words(node: nodes.Node) -> str:
    """The text of a node on one line."""
    return " ".join(node.astext().split())


class _Tree:
    """The blocks of a parsed file."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def blocks(self, parent: nodes.Element, level: int = 0) -> Iterator[Block]:
        """Every block below a node, in order."""
        for node in parent.children:
            if isinstance(node, nodes.section):
                yield from self.blocks(node, level + 1)
            elif isinstance(node, nodes.title | nodes.subtitle):
                yield Heading(max(level, 1), _words(node))
            elif isinstance(node, nodes.Element) and not isinstance(node, _LEFT_OUT):
                yield from self._block(node, level)

    def _block(self, node: nodes.Element, level: int) -> Iterator[Block]:
        match node:
            case nodes.paragraph() | nodes.rubric() | nodes.attribution():
                yield from self._paragraph(node)
            case nodes.literal_block() | nodes.doctest_block() | nodes.math_block():
                yield Code(node.astext().strip("\n"))
            case nodes.line_block():
                yield "\n".join(map(_words, node.findall(nodes.line)))
            case nodes.bullet_list() | nodes.enumerated_list():
                yield from self._listing(node)
            case nodes.definition_list() | nodes.option_list():
                yield from self._definitions(node)
            case nodes.field_list():
                yield from self._fields(node)
            case nodes.table():
                yield from self._grid(node)
            case nodes.figure() | nodes.image():
                yield from self._picture(node)
            case nodes.topic() | nodes.sidebar():
                yield from led_by(_label(node), self.blocks(node, level))
            case Described():
                yield from led_by(node["label"], self.blocks(node, level))
            case nodes.Admonition():
                yield from led_by(_label(node), self.blocks(node, level))
            case nodes.footnote() | nodes.citation():
                yield _words(node)
            case _ if node.children and not isinstance(node, nodes.TextElement):
                yield from self.blocks(node, level)
            case _ if text := _words(node):
                yield text

    def _paragraph(self, node: nodes.Element) -> Iterator[Block]:
        if text := _words(node):
            yield text
        for image in node.findall(nodes.image):
            yield from self._picture(image)

    def _listing(self, node: nodes.Element) -> Iterator[Block]:
        shown: list[Shown] = []
        items = [
            self._step("", item, shown) for item in node.children if isinstance(item, nodes.Element)
        ]
        start = node.get("start", 1)
        yield Listing(
            tuple(item for item in items if item.text or item.images),
            ordered=isinstance(node, nodes.enumerated_list),
            start=start if isinstance(start, int) else 1,
        )
        yield from shown

    def _definitions(self, node: nodes.Element) -> Iterator[Block]:
        items: list[Step] = []
        shown: list[Shown] = []
        for item in node.children:
            if not isinstance(item, nodes.Element):
                continue
            body = item.children[-1]
            marks = ", " if isinstance(node, nodes.option_list) else " : "
            terms = list(item.findall(nodes.option)) or item.children[:-1]
            if isinstance(body, nodes.Element):
                items.append(self._step(marks.join(map(_words, terms)), body, shown))
        yield Listing(tuple(items))
        yield from shown

    def _step(self, title: str, node: nodes.Element, shown: list[Shown]) -> Step:
        """A list's item, with all that stands in it."""
        lines: list[str] = []
        names: list[str] = []
        for block in self.blocks(node):
            if isinstance(block, Shown):
                shown.append(block)
                names.append(block.name)
            elif text := as_text(block):
                lines.append(text)
        return Step(title, "\n".join(lines), tuple(names))

    def _fields(self, node: nodes.Element) -> Iterator[Block]:
        lines: list[str] = []
        for field in node.findall(nodes.field):
            name, body = map(_words, field.children[:2])
            if name.casefold() not in _UNSAID_FIELDS:
                lines.append(f"{name}: {body}" if body else name)
        if lines:
            yield "\n".join(lines)

    def _grid(self, node: nodes.Element) -> Iterator[Block]:
        named = next((child for child in node.children if isinstance(child, nodes.title)), None)
        heads = [row for head in node.findall(nodes.thead) for row in head.findall(nodes.row)]
        bodies = [row for body in node.findall(nodes.tbody) for row in body.findall(nodes.row)]
        rows = _filled([*heads, *bodies])
        if len(heads) > 1:
            columns = zip(*rows[: len(heads)], strict=True)
            header = [" ".join(dict.fromkeys(filter(None, cells))) for cells in columns]
            rows = [header, *rows[len(heads) :]]
        if rows:
            yield Grid(
                [list(map(Cell, row)) for row in rows],
                _words(named) if named is not None else "",
                header=bool(heads),
            )
        for image in node.findall(nodes.image):
            yield from self._picture(image)

    def _picture(self, node: nodes.Element) -> Iterator[Block]:
        legend = next(node.findall(nodes.caption), None)
        for image in node.findall(nodes.image):
            words = _words(legend) if legend is not None else image.get("alt", "")
            address = str(image.get("uri", ""))
            found = picture_at(
                address,
                self._page.path,
                caption=words,
                title=self._page.title,
                origin=self._page.origin,
            )
            if found:
                yield Shown(found, name_of(found, address))
        for part in node.children:
            if isinstance(part, nodes.legend):
                yield from self.blocks(part)


def _label(node: nodes.Element) -> str:
    """What a box is called: its title, or what kind of box it is."""
    title = next((child for child in node.children if isinstance(child, nodes.title)), None)
    return _words(title) if title is not None else node.tagname.capitalize()


def _filled(rows: Sequence[nodes.Element]) -> list[list[str]]:
    """A full rectangle: what spans several places stands in each of them."""
    filled: list[dict[int, str]] = [{} for _ in rows]
    for number, row in enumerate(rows):
        column = 0
        for entry in row.children:
            assert isinstance(entry, nodes.Element)
            while column in filled[number]:
                column += 1
            text = "\n".join(map(_words, entry.children))
            for below in range(min(entry.get("morerows", 0), len(rows) - number - 1) + 1):
                for beside in range(entry.get("morecols", 0) + 1):
                    filled[number + below][column + beside] = text
    width = max((max(row, default=-1) + 1 for row in filled), default=0)
    return [[row.get(column, "") for column in range(width)] for row in filled]


# Parsing reStructuredText, with the directives and roles of Sphinx and its extensions as text.

_SETTINGS = {
    "_disable_config": True,
    "docinfo_xform": False,
    "doctitle_xform": False,
    "file_insertion_enabled": False,
    "halt_level": 5,
    "line_length_limit": 100_000,
    "raw_enabled": False,
    "report_level": 5,
    "syntax_highlight": "none",
    "warning_stream": False,
}
_patching = Lock()


class Described(nodes.General, nodes.Element):
    """What a directive says of the thing that it names, under ``["label"]``."""


def parse(text: str, name: str) -> nodes.document:
    """The tree of a file, in which no directive includes another file."""
    try:
        with _lenient():
            return publish_doctree(text, source_path=name, settings_overrides=_SETTINGS)
    except (AttributeError, AssertionError, RecursionError, TypeError, ValueError) as error:
        raise ManyhopError(
            f"{name}: cannot be read as reStructuredText ({error}); rename it to .txt"
        ) from error


@contextmanager
def _lenient() -> Iterator[None]:
    """docutils with a directive and a role for every name, patched as Sphinx does it."""
    with _patching:
        directive, role = directives.directive, roles.role

        def any_directive(kind: str, *context: Any) -> tuple[Any, list[Any]]:
            if kind in CODE:
                return _Verbatim, []
            if is_unsaid(kind):
                return _Unsaid, []
            found, messages = directive(kind, *context)
            return (found, messages) if found else (_Describing, [])

        def any_role(kind: str, *context: Any) -> tuple[Any, list[Any]]:
            found, messages = role(kind, *context)
            return (found, messages) if found else (_said, [])

        patched: Any = any_directive, any_role
        directives.directive, roles.role = patched
        try:
            yield
        finally:
            directives.directive, roles.role = directive, role


class _AnyOption(dict[str, Any]):
    """Options of any name."""

    def __missing__(self, name: str) -> Any:
        return directives.unchanged


class _Lenient(Directive):
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = _AnyOption(name=directives.unchanged)


class _Unsaid(_Lenient):
    def run(self) -> list[nodes.Node]:
        return []


class _Verbatim(_Lenient):
    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        caption = self.options.get("caption")
        code = nodes.literal_block(text, text)
        return [nodes.paragraph("", f"{caption}:"), code] if caption else [code]


class _Describing(_Lenient):
    """A directive that docutils does not know: its argument, then its content."""

    def run(self) -> list[nodes.Node]:
        argument = " ".join(self.arguments[0].split()) if self.arguments else ""
        label, more = labelled(self.name, argument)
        if label == argument and not self.content and not is_signed(self.name):
            return []
        node = Described("", label=label)
        node += self._parsed(more) if more else []
        self.state.nested_parse(self.content, self.content_offset, node, match_titles=True)
        return [node]

    def _parsed(self, text: str) -> list[nodes.Node]:
        words, messages = self.state.inline_text(text, self.lineno)
        return [nodes.paragraph(text, "", *words), *messages]


def _said(
    name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Any,
    options: Any = None,
    content: Any = (),
) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """A role that docutils does not know: the words that it shows."""
    words = shown_by_role(name, text.replace("\x00", "\\"))
    return [nodes.inline(rawtext, words)], []
