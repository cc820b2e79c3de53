"""Parsing reStructuredText, with the directives and roles of Sphinx and its extensions as text."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles

from manyhop.errors import ManyhopError
from manyhop.sources.reading._directives import (
    CODE,
    is_signed,
    is_unsaid,
    labelled,
    shown_by_role,
)

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
