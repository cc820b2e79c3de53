"""Directives of reStructuredText and of MyST Markdown: boxes, code, tables and what is unsaid."""

import re
from collections.abc import Iterable, Iterator

from manyhop.sources.reading._blocks import Block, Heading

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
