"""What a document is made of, whatever format it was written in."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from manyhop.sources._image import Image
from manyhop.sources._procedure import Step
from manyhop.sources._table import Cell


@dataclass(frozen=True)
class Heading:
    """A heading; 1 is the highest level."""

    level: int
    text: str


@dataclass(frozen=True)
class Listing:
    """A list; its items are kept as steps, for they may turn out to be some.

    ``certain`` means that its marks say so ("Step 1").
    """

    items: tuple[Step, ...]
    ordered: bool = False
    certain: bool = False
    start: int = 1

    def paragraphs(self) -> Iterator[str]:
        """The items as text, with their marks."""
        for number, item in enumerate(self.items, self.start):
            mark = f"{number}." if self.ordered else "-"
            title = f"{item.title}:" if item.title[-1:].isalnum() and item.text else item.title
            if words := " ".join(filter(None, (title, item.text))):
                yield f"{mark} {words}"


@dataclass(frozen=True)
class Grid:
    """A table as it stands on the page."""

    rows: list[list[Cell]]
    caption: str = ""
    header: bool = True


class Code(str):
    """A paragraph whose line breaks and indents count: code, a command, what a program prints."""

    __slots__ = ()


@dataclass(frozen=True)
class Shown:
    """A picture as shown on the page, and the name it has there."""

    image: Image
    name: str


@dataclass(frozen=True)
class Mark:
    """Where a new page, slide or message begins: ``Mark("page", 3)``."""

    name: str
    number: int

    def meta(self) -> dict[str, int]:
        """What a source that stands there says of it."""
        return {self.name: self.number}


Block = Heading | Listing | Grid | Shown | Mark | str


def as_text(block: Block) -> str:
    """A block inside another, such as a table in a list's item, as lines of text."""
    match block:
        case str() | Heading():
            return block if isinstance(block, str) else block.text
        case Listing():
            return "\n".join(block.paragraphs())
        case Grid():
            return "\n".join(" | ".join(cell.text for cell in row) for row in block.rows)
        case _:
            return ""


@dataclass(frozen=True)
class Section:
    """The blocks under one heading, and the path of headings to it."""

    headings: tuple[str, ...] = ()
    blocks: list[Block] = field(default_factory=list)


def sections(blocks: Iterable[Block], title: str) -> list[Section]:
    """The document cut at its headings; the heading that is its title does not count."""
    found = [Section()]
    path: list[Heading] = []
    mark: list[Block] = []
    for block in blocks:
        if isinstance(block, Mark):
            mark = [block]
        if not isinstance(block, Heading):
            found[-1].blocks.append(block)
            continue
        path = [above for above in path if above.level < block.level]
        if block.text and block.text.casefold() != title.casefold():
            path.append(block)
        headings = tuple(heading.text for heading in path)
        if headings or found[-1].headings:  # what stands above the title is under it too
            found.append(Section(headings, list(mark)))
    return found


# Directives of reStructuredText and of MyST Markdown: boxes, code, tables and what is unsaid.

# fmt: off
CODE = frozenset({
    "code", "code-block", "sourcecode", "code-tab", "code-cell", "prompt", "console", "terminal",
    "shell", "bash", "testcode", "testoutput", "doctest", "ipython", "jupyter-execute",
    "productionlist", "highlight-block",
})
_UNSAID = {
    "toctree", "index", "contents", "highlight", "meta", "tabularcolumns", "sectionauthor",
    "codeauthor", "default-domain", "currentmodule", "module", "program", "autosummary", "graphviz",
    "digraph", "graph", "mermaid", "uml", "plantuml", "plot", "inheritance-diagram", "testsetup",
    "testcleanup", "default-role", "role", "title", "raw", "include", "literalinclude",
}
_VERSIONS = {
    "versionadded": "Added in version", "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version", "versionremoved": "Removed in version",
}
_BOXES = {
    "attention": "Attention", "caution": "Caution", "danger": "Danger", "error": "Error",
    "hint": "Hint", "important": "Important", "info": "Info", "note": "Note", "tip": "Tip",
    "seealso": "See also", "todo": "To do", "warning": "Warning",
}
# fmt: on
_SIGNED = {"option", "cmdoption", "envvar", "confval", "describe", "object", "setting"}
_TARGET = re.compile(r"(.+?)\s*<[^<>]+>$", re.S)
_ICON = re.compile(r"octicon|material-\w+|fa[brs]?")


def is_unsaid(name: str) -> bool:
    """Whether a directive says nothing to a reader: an index, a drawing, another file."""
    return name in _UNSAID or name.startswith("auto")


def is_signed(name: str) -> bool:
    """Whether a directive names something even where it says no more: an option, a function."""
    return name in _SIGNED or ":" in name


def is_box(line: str) -> bool:
    """Whether a line is the label of a box and nothing more: "Note"."""
    return line.rstrip(":").casefold() in _BOXES


def labelled(name: str, argument: str) -> tuple[str, str]:
    """What stands before a directive's content, and what of its argument belongs to it.

    Example: ``labelled("versionadded", "2.1 For all.")`` → ``("Added in version 2.1", "For all.")``
    """
    if name in _VERSIONS:
        version, _, more = argument.partition(" ")
        return f"{_VERSIONS[name]} {version}".strip(), more.strip()
    if name in _BOXES:
        return _BOXES[name], argument
    return argument, ""


def led_by(label: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """What stands in a box, after its label: "Note: …"."""
    inner = [one for one in blocks if not isinstance(one, Heading) or one.text != label]
    first = inner[0] if inner else ""
    if type(first) is str:
        yield f"{label}: {first}" if label and first else label or first
        yield from inner[1:]
    else:
        if label:
            yield f"{label}:"
        yield from inner


def shown_by_role(name: str, text: str) -> str:
    """The words that a role shows: for ``the guide <install>`` "the guide"."""
    if titled := _TARGET.match(text):
        return titled[1]
    if _ICON.fullmatch(name):
        text = text.partition(";")[0]
    elif text.startswith("~"):
        text = text.rpartition(".")[2].removeprefix("~")
    return text.removeprefix("!").replace("-->", ">")
