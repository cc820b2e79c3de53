"""Walking an HTML tree, without the parts that nobody reads, and the text in it."""

import re
from collections.abc import Callable, Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from manyhop.errors import ManyhopError

# fmt: off
_UNREAD = frozenset({
    "script", "style", "noscript", "template", "nav", "button", "select", "option", "textarea",
    "svg", "iframe", "object", "canvas", "audio", "video", "dialog", "head", "annotation",
})
_UNREAD_CLASSES = frozenset({
    "mw-editsection", "navbox", "noprint", "toc", "reference", "sidebar-navigation", "skip-link",
    "breadcrumb", "breadcrumbs", "cookie-banner", "visually-hidden", "sr-only", "mw-jump-link",
    "catlinks", "navheader", "navfooter", "sphinxsidebar", "related", "headerlink", "footer",
})
_UNREAD_ROLES = frozenset({
    "navigation", "banner", "contentinfo", "search", "dialog", "alert", "menu",
})
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "summary", "table",
    "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
})

# fmt: on
_DEEPEST = 20_000  # elements around an element: browsers stop long before
_NESTING = re.compile(
    r"<(/?)(?:div|span|section|article|blockquote|center|table|ul|ol|dl|fieldset|details)\b",
    re.I,
)
_MOST_ATTRIBUTES = 5_000
_LONG_TAG = re.compile(rf"<[a-z][^<>]{{{2 * _MOST_ATTRIBUTES},}}", re.I)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_SPACE = re.compile(r"\s+")
_AROUND_BREAK = re.compile(r" ?\n[ \n]*")
_CODE = "\ufdd0"  # stands for a piece of code; no text has it
_INVISIBLE = str.maketrans("", "", "\u00ad\u200b\u200c\u200d\u2060\ufeff")


def parsed(page: str, name: str) -> LexborHTMLParser:
    """The tree of a page, unless it was made to take for ever: both cost by the square."""
    depth = deepest = 0
    for tag in _NESTING.finditer(page):
        depth = max(0, depth - 1) if tag[1] else depth + 1
        deepest = max(deepest, depth)
    if deepest > _DEEPEST:
        raise ManyhopError(f"{name} nests elements {deepest:,} deep; leave it out or mend it")
    for long in _LONG_TAG.finditer(page):
        if len(long[0].split()) > _MOST_ATTRIBUTES:
            raise ManyhopError(f"{name} has an element with over {_MOST_ATTRIBUTES:,} attributes")
    return LexborHTMLParser(page)


def is_unread(node: LexborNode) -> bool:
    """Whether a node is navigation, code, hidden, or a footnote mark."""
    if node.tag in _UNREAD:
        return True
    attributes = node.attributes
    if not attributes:
        return False
    if node.tag == "a" and node.text(deep=False) in ("#", "¶"):  # a heading's link to itself
        return True
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return node.tag != "img"
    if not _UNREAD_CLASSES.isdisjoint((attributes.get("class") or "").split()):
        return True
    if attributes.get("role") in _UNREAD_ROLES or attributes.get("id") == "toc":
        return True
    return bool(_HIDDEN.search(attributes.get("style") or ""))


def walk(root: LexborNode, into: Callable[[LexborNode], bool]) -> Iterator[tuple[LexborNode, bool]]:
    """Every node as it opens (true) and closes (false); the inside only of those let ``into``.

    Without recursion, for pages nest as deep as they like.
    """
    node = root
    while True:
        yield node, True
        inner = node.child if into(node) else None
        if inner is not None:
            node = inner
            continue
        yield node, False
        while node.mem_id != root.mem_id and node.next is None:
            parent = node.parent
            if parent is None:
                return
            node = parent
            yield node, False
        following = node.next
        if node.mem_id == root.mem_id or following is None:
            return
        node = following


def text_of(root: LexborNode) -> str:
    """The readable text in a node, its paragraphs and broken lines on lines of their own."""
    only = root.child
    if only is not None and only.next is None and only.tag == "-text":
        return tidy(collapsed(only))
    parts: list[str] = []
    code: list[str] = []  # kept as it is, and put back at the end
    for node, opens in walk(root, lambda node: node.tag != "pre" and not is_unread(node)):
        if node.tag == "-text":
            if opens:
                parts.append(collapsed(node))
        elif node.tag == "br" or node.tag in BLOCKS:
            parts.append("\n")
        if node.tag == "pre" and opens and not is_unread(node):
            code.append(node.text().strip("\n"))
            parts.append(_CODE)
    text = tidy("".join(parts))
    return re.sub(_CODE, lambda _: code.pop(0), text) if code else text


def collapsed(text: LexborNode) -> str:
    """A text node with its space as a browser shows it."""
    return _SPACE.sub(" ", text.text(deep=False))


def tidy(text: str) -> str:
    """Text without doubled space, empty lines and invisible characters."""
    lines = _AROUND_BREAK.sub("\n", re.sub(" {2,}", " ", text.translate(_INVISIBLE)))
    return lines.strip()
