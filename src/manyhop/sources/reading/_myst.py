"""Directives in Markdown, as MyST, Docusaurus and Pandoc write them between fences."""

import re
from collections.abc import Callable, Iterator
from textwrap import indent

from manyhop.sources.reading._blocks import Block, Code
from manyhop.sources.reading._directives import CODE, is_unsaid, labelled, led_by
from manyhop.sources.reading._html_blocks import Page

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
